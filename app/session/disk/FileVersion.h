// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace usdscope {

/// The facts about a file on disk that differ when another program has replaced it or written into
/// it. A file that is missing has the default values.
struct FileVersion {
  bool isThere = false;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t byteSize = 0;
  std::uint32_t mode = 0;             ///< The kind of the file, and who may read it.
  std::int64_t modificationTime = 0;  ///< Nanoseconds since 1970.
  bool operator==(const FileVersion&) const = default;
};

struct FileState {
  FileVersion version;
  /// When the file or its name changed last, in nanoseconds since 1970. 0 if it is missing.
  std::int64_t touched = 0;
};

/// Asks the file system. Follows symbolic links.
FileState fileState(const std::string& path);

/// Returns the time on the clock from which the file system takes FileState::touched: a file that
/// changes later never has an earlier time.
std::int64_t fileClock();

}  // namespace usdscope
