// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/asset/AssetResolver.h"

namespace usdscope {

/// Returns asset paths that lead to files whose names resemble those of a missing file, best first
/// and at most `most`. Each is spelled like `authored`: relative to the folder of `anchorLayer`
/// unless `authored` is absolute, with `./` where `authored` has it.
///
/// Compares file names in the folders where the file was searched: names that differ in case, in
/// the extension or by a few letters. Then looks for a file of the same name in the folders around.
/// In packages, the entries of the package are compared. Reads at most a few thousand names.
std::vector<std::string> nearFiles(const AssetResolver& resolver, std::string_view authored,
                                   std::string_view anchorLayer, std::size_t most = 3);

/// The names of files in folders, so that many searches read each folder once. Not thread-safe.
class FolderNames {
 public:
  struct File {
    std::string name;
    std::string path;
  };

  /// Returns the files in a folder.
  const std::vector<File>& in(const std::string& folder);
  /// Returns the files in the folders below a folder, and in itself.
  const std::vector<File>& around(const std::string& folder);

 private:
  std::map<std::string, std::vector<File>> in_;
  std::map<std::string, std::vector<File>> around_;
};

/// Like nearFiles(), with folders that may have been read before. The files with the identifiers in
/// `others` are not returned: they are in use already, as the neighbours in a sequence are.
std::vector<std::string> nearFiles(const AssetResolver& resolver, std::string_view authored,
                                   std::string_view anchorLayer, FolderNames& folders,
                                   std::size_t most = 3,
                                   const std::unordered_set<std::string>* others = nullptr);

/// Returns the sentence "Did you mean @textures/rust.png@?", with several paths "… or …?". Empty
/// when there are no paths.
std::string nearFilesText(const std::vector<std::string>& paths);

}  // namespace usdscope
