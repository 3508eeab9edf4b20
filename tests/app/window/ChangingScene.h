// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/TemporaryFolder.h"

namespace usdscope {

/// A scene of many files in a folder of its own, for tests that change files under an open window:
/// a root layer, a sublayer, a crate behind a reference, a package behind a payload, two clips, and
/// a texture. Each file has several good versions.
class ChangingScene {
 public:
  ChangingScene();

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string root() const { return path("root.usda"); }
  /// The names of all files, the root layer first.
  static std::vector<std::string> names();
  /// The bytes of a good version of a file; `version` may be any number.
  static std::string bytesOf(const std::string& name, unsigned version);

  /// Writes into the file that is there.
  void overwrite(const std::string& name, const std::string& bytes) const;
  /// Writes another file and renames it.
  void publish(const std::string& name, const std::string& bytes) const;
  /// Removes the file, or the folder that has taken its place.
  void remove(const std::string& name) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace usdscope
