// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// Like the function without `stop`, but ends soon when stop is requested. The rows are wrong then.
std::vector<PropertyRow> computedRows(const Prim& prim, TimeCode time, const std::stop_token& stop);

}  // namespace usdscope
