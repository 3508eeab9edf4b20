// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/bench/BenchRun.h"

namespace usdscope {

/// Makes the report of `bench` on a file, in the format `stage-bench 1`. `phases` maps the name of
/// each result to its measurements.
OrderedJson makeBenchReport(const std::string& file, OrderedJson phases);

/// Prints a report as a table.
std::string benchReportToTable(const OrderedJson& report);

}  // namespace usdscope
