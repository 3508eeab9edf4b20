// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "app/cli/bench/BenchRun.h"

namespace usdscope {

/// One phase of the benchmark. Its function does the work once.
struct BenchPhase {
  std::string_view name;
  void (*run)(BenchRun& run);
};

/// All phases, in the order of the contract.
std::span<const BenchPhase> benchPhases();

/// Finds a phase by its name; null when there is none.
const BenchPhase* findBenchPhase(std::string_view name);

// tests/bench/README.md describes what each phase prepares, times and checks.
void benchRead(BenchRun& run);
void benchWriteBinary(BenchRun& run);
void benchWriteText(BenchRun& run);
void benchOpen(BenchRun& run);
void benchClose(BenchRun& run);
void benchProperties(BenchRun& run);
void benchValues(BenchRun& run);
void benchFrames(BenchRun& run);
void benchSamples(BenchRun& run);
void benchBounds(BenchRun& run);
void benchTransforms(BenchRun& run);
void benchMaterials(BenchRun& run);
void benchFlatten(BenchRun& run);
void benchSkeletons(BenchRun& run);
void benchSkin(BenchRun& run);
void benchSkinKernel(BenchRun& run);
void benchEdit(BenchRun& run);

}  // namespace usdscope
