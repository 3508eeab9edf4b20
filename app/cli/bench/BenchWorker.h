// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/bench/BenchPhases.h"

namespace usdscope {

/// Results of a phase by name, as a report has them under `phases`; empty when it failed.
struct PhaseReport {
  OrderedJson results = OrderedJson::object();
  std::string problem;  ///< A sentence; empty when all went well.
};

/// All runs of one phase, in this process: one to throw away, which also checks, then `repeat`
/// timed ones, each from nothing. The phase is there.
PhaseReport measurePhase(const BenchPhase& phase, const BenchScene& scene, int repeat);

}  // namespace usdscope
