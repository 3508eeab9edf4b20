// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/bench/BenchRun.h"

namespace usdscope {

/// The report of `bench`, format `stage-bench 1`, for a file of that name. `phases` maps each
/// result's name to what was measured.
OrderedJson makeBenchReport(const std::string& file, OrderedJson phases);

/// The report as a table for people.
std::string benchReportToTable(const OrderedJson& report);

}  // namespace usdscope
