// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchPhases.h"

namespace usdscope {

std::span<const BenchPhase> benchPhases() {
  static constexpr BenchPhase kPhases[] = {
      {"read", benchRead},
      {"writeBinary", benchWriteBinary},
      {"writeText", benchWriteText},
      {"open", benchOpen},
      {"properties", benchProperties},
      {"values", benchValues},
      {"frames", benchFrames},
      {"samples", benchSamples},
      {"bounds", benchBounds},
      {"transforms", benchTransforms},
      {"materials", benchMaterials},
      {"flatten", benchFlatten},
      {"skeletons", benchSkeletons},
      {"skin", benchSkin},
      {"skinKernel", benchSkinKernel},
      {"edit", benchEdit},
      {"close", benchClose},
  };
  return kPhases;
}

const BenchPhase* findBenchPhase(std::string_view name) {
  for (const BenchPhase& phase : benchPhases()) {
    if (phase.name == name) return &phase;
  }
  return nullptr;
}

}  // namespace usdscope
