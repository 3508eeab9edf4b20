// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope::detail {

/// Returns the files at a place of plug-ins, sorted by name. A place that ends in `/` means the
/// plugInfo.json in that folder. `*` matches any part of one name. `**` matches any folders, and
/// does not descend into a folder with a match. A place without stars is returned whether its file
/// exists or not. At most 100,000 entries of folders are visited.
std::vector<std::string> filesAt(const std::string& place);

}  // namespace usdscope::detail
