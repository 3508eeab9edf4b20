// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "app/cli/bench/BenchRun.h"

namespace usdscope {

/// One phase: does its work on a run once.
struct BenchPhase {
  std::string_view name;
  void (*run)(BenchRun& run);
};

/// All phases of the contract, in its order.
std::span<const BenchPhase> benchPhases();

/// Null when there is no phase of that name.
const BenchPhase* findBenchPhase(std::string_view name);

// What each phase prepares, times and checks: tests/bench/README.md.
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
