// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/rows/MetadataRows.h"
#include "engine/value/Value.h"

namespace usdscope::detail {

/// Number of items that addItemRows() lists in one level. Longer arrays have blocks of this size.
inline constexpr std::size_t kItemsOfBlock = 100;
/// Number of items that addItemRows() lists for one array.
inline constexpr std::size_t kMostItems = 20'000;

/// Adds a row `[0]`, `[1]` … for each item of an array or list below the row of the value. Adds
/// nothing for other values and for less than two items, which the row itself shows.
///
/// More than two blocks of items get a row for each block: `[0 … 99]`. The items after kMostItems
/// are replaced by one row that reports how many there are, and where all can be read.
void addItemRows(MetadataRow& row, const Value& value);

}  // namespace usdscope::detail
