// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace usdscope::detail {

/// The entries of folders that a place of plug-ins may visit, and those that all places may visit
/// together.
inline constexpr std::size_t kMostEntriesOfPlace = 100'000;
inline constexpr std::size_t kMostEntries = 1'000'000;

/// The entries of folders that may still be visited.
struct EntryBudget {
  std::size_t left = kMostEntriesOfPlace;
  bool isExceeded = false;  ///< There were more entries.
};

/// Returns the files at a place of plug-ins, sorted by name. A place that ends in `/` means the
/// plugInfo.json in that folder. `*` matches any part of one name. `**` matches any folders, and
/// does not descend into a folder with a match. A place without stars is returned whether its file
/// exists or not. Visits at most as many entries of folders as the budget has, and subtracts them.
std::vector<std::string> filesAt(const std::string& place, EntryBudget& budget);

}  // namespace usdscope::detail
