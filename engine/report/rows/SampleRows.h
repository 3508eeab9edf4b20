// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// Returns the computed rows of a prim that do not depend on time: `Time Span` and `Sample Count`.
/// Empty for a prim without samples. Reads all clips of the prim.
std::vector<PropertyRow> sampleRows(const Prim& prim);

}  // namespace usdscope
