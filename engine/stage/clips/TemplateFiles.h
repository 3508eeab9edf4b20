// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/stage/clips/ClipTemplate.h"

namespace usdscope {

class AssetResolver;

/// Finds out which files of a clip template exist.
///
/// The first files are looked up one by one. When many of them exist, names in the folders of the
/// template are read, and files among them are not looked up. When many are missing, the names in
/// the folders of the template are read once, and only files that are among them are looked up: a
/// template may name a million files that do not exist. Then the names need not be made either,
/// except those with numbers near those in the folders. For asset ids, each of which runs a
/// program, all others count as missing after kMostMissingIds missing ones in a row. Not
/// thread-safe.
class TemplateFiles {
 public:
  static constexpr std::size_t kMostMissingIds = 100;

  /// `anchor` is the identifier of the layer that authors the template. Both must outlive the
  /// object.
  TemplateFiles(const AssetResolver& resolver, const std::string& anchor,
                TemplateNameParts parts = {})
      : resolver_(resolver), anchor_(anchor), parts_(std::move(parts)) {}

  /// Returns the first number, from this one on, whose file may exist; infinity if there is none.
  double nextNumber(double number) const;

  /// Whether a file exists. Requires: the files of all calls are in one folder.
  bool exists(const std::string& file);

  /// The id after which no other is asked about; empty if all are.
  const std::string& lastId() const { return lastId_; }

 private:
  bool runsProgram(const std::string& file) const;
  std::optional<std::set<std::string>> listableFolders(const std::string& file) const;
  void readExisting(const std::string& file);
  void readFolders(const std::string& file);

  const AssetResolver& resolver_;
  const std::string& anchor_;
  const TemplateNameParts parts_;
  bool isLengthKnown_ = false;
  bool isTooLong_ = false;  ///< No file can have names of this length.
  std::size_t found_ = 0;   ///< Files that were looked up and exist.
  /// Names in the folders that lead to files, as they are spelled there: those that are read so
  /// far.
  std::unordered_set<std::string> existing_;
  std::vector<std::string> unread_;              ///< Folders whose names are still to be read.
  std::filesystem::directory_iterator entries_;  ///< The next name of the folder that is read.
  std::size_t missing_ = 0;
  std::size_t missingInARow_ = 0;
  std::string lastId_;
  /// The names in the folders, in lower case; empty while they are unknown. A file system may
  /// ignore case, so the set only excludes files.
  std::optional<std::unordered_set<std::string>> names_;
  /// The numbers in those of `names_` that begin and end as the parts, sorted.
  std::vector<double> numbers_;
  std::size_t longestName_ = 0;  ///< The length of the longest of `names_`.
};

}  // namespace usdscope
