// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace usdscope {

/// Removes unfinished files (see UnfinishedFile) in a folder that processes have left which were
/// killed. `isOwn` gets the name of the target, without its folder, and decides whether its
/// unfinished files may go. Files of processes that run on this machine stay.
///
/// Requires: no process of another machine is writing to the targets. Returns the number of files
/// that were removed; a folder that cannot be read has none.
std::size_t removeAbandonedFiles(const std::filesystem::path& folder,
                                 const std::function<bool(const std::string& target)>& isOwn);

}  // namespace usdscope
