// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/tasks/LatestTask.h"

namespace usdscope {

/// The settings' list of the files that were opened last, newest first. Writes in the background,
/// because the window must not wait for the disk. GUI thread only.
class RecentFiles {
 public:
  explicit RecentFiles(Background& background) : writing_(background) {}
  /// Writes what has not been written.
  ~RecentFiles();

  /// Reads the list.
  static std::vector<std::string> read();
  void write(std::vector<std::string> files);

 private:
  std::optional<std::vector<std::string>> unwritten_;
  LatestTask writing_;
};

}  // namespace usdscope
