// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// Records that a file is there but the machine could not read it: its disk failed, or there was
/// not enough memory. A file that is missing or must not be read is not recorded, because the scene
/// is then as its author finds it. Thread-safe.
void noteUnreadFile(const std::string& path);

/// Returns the recorded files since the last call, sorted, each once; at most 1000. Results that
/// were made without them must not replace older ones. Thread-safe.
std::vector<std::string> takeUnreadFiles();

}  // namespace usdscope
