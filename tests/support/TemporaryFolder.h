// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace usdscope {

/// A new folder with a unique name. The destructor removes it with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto base = std::filesystem::weakly_canonical(std::filesystem::temp_directory_path());
    std::string name = (base / "usdscope-XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// An absolute path without symbolic links; empty when no folder could be made.
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace usdscope
