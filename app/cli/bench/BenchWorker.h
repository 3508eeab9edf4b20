// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/bench/BenchPhases.h"

namespace usdscope {

/// The results of a phase by name, as under `phases` of a report; empty when it failed.
struct PhaseReport {
  OrderedJson results = OrderedJson::object();
  std::string problem;  ///< A sentence that says why the phase failed; empty if it succeeded.
};

/// Runs one phase in this process: first a checking run, which is not timed, then `repeat` timed
/// runs. Each run opens the scene again. Requires: the phase exists.
PhaseReport measurePhase(const BenchPhase& phase, const BenchScene& scene, int repeat);

}  // namespace usdscope
