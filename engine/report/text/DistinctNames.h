// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// Returns a short name for each path: its file name, or as many of the folders before it as
/// distinguish it from the other paths. Equal paths have equal names. Texts without a slash stay
/// as they are.
std::vector<std::string> distinctNames(const std::vector<std::string>& paths);

/// Returns the labels of files, in which equal labels of different files are replaced by their
/// distinctNames(). Requires: there is a label for each file.
std::vector<std::string> distinctLabels(const std::vector<std::string>& labels,
                                        const std::vector<std::string>& files);

}  // namespace usdscope
