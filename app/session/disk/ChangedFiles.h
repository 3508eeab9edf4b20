// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/session/disk/FileVersion.h"

namespace usdscope {

/// A file that differs from the version that is shown.
struct FileChange {
  enum class Kind { Changed, Appeared, Vanished };
  std::string path;
  Kind kind = Kind::Changed;
  FileVersion version;  ///< The version on disk.
  bool operator==(const FileChange&) const = default;
};

/// All such files of the open scene, sorted by path.
struct ChangedFiles {
  std::vector<FileChange> files;
  bool operator==(const ChangedFiles&) const = default;
};

/// Names a few files without their folders: "a.usda, b.usda and 3 more". Long names are cut in the
/// middle.
std::string namesOf(const std::vector<FileChange>& files, std::size_t most = 2);

/// Returns a line for each file, "geo.usdc was replaced or written: /show/geo.usdc"; for many
/// files, the first lines and a count.
std::string linesOf(const std::vector<FileChange>& files, std::size_t most = 12);

/// "geo.usdc has changed", "3 files have changed".
std::string badgeText(const ChangedFiles& changed);

}  // namespace usdscope
