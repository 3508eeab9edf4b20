// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// Returns a short name for each path: its file name, or as many of the folders before it as
/// distinguish it from the other paths. Equal paths have equal names. Texts without a slash stay
/// as they are.
std::vector<std::string> distinctNames(const std::vector<std::string>& paths);

}  // namespace usdscope
