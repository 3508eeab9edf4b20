// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace usdscope {

/// Maps the first `byteSize` bytes of an open file for reading; null if the system refuses, with
/// the reason in errno. `path` is the name under which it was opened.
///
/// The bytes stay readable whatever happens to the file. When another program cuts it short, the
/// bytes that are gone read as zeros; when it writes into the file, the new bytes appear. Readers
/// must therefore check what they read each time. Installs a handler for SIGBUS, which passes on
/// faults at other addresses. Thread-safe.
std::shared_ptr<const std::byte> mapFile(int descriptor, std::size_t byteSize,
                                         const std::string& path);

/// Returns the paths of the files that another program has cut short or written into while they
/// were mapped, since the last call; sorted, each once. The bytes read from them may be wrong. A
/// file that was replaced as a whole is not one of them: the mapping keeps the old file.
/// Thread-safe.
std::vector<std::string> takeFilesChangedWhileMapped();

}  // namespace usdscope
