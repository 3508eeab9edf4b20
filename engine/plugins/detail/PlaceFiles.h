// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace usdscope::detail {

/// The entries of folders that all places of plug-ins together may visit.
inline constexpr std::size_t kMostVisitedEntries = 100'000;

/// Returns the files at a place of plug-ins, sorted by name. A place that ends in `/` means the
/// plugInfo.json in that folder. `*` matches any part of one name. `**` matches any folders, and
/// does not descend into a folder with a match. A place without stars is returned whether its file
/// exists or not. Visits at most `entriesLeft` entries of folders, and subtracts them.
std::vector<std::string> filesAt(const std::string& place, std::size_t& entriesLeft);

}  // namespace usdscope::detail
