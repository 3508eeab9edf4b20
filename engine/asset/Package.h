// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/FileBytes.h"

namespace usdscope {

/// One file inside a package, as its zip header describes it.
struct PackageEntry {
  std::string_view name;         ///< As stored, `/` between folders. In the package's bytes.
  std::size_t headerOffset = 0;  ///< Of the local header; entries are sorted by it.
  std::size_t byteOffset = 0;    ///< Of the data in the package's bytes.
  std::size_t byteSize = 0;      ///< Of the data as they lie in the package.
  std::uint16_t method = 0;      ///< 0: stored, the only one that packages may use.
  std::uint16_t flags = 0;
  std::uint32_t checksum = 0;  ///< CRC-32 of the data; not verified.
  bool leadsOut = false;       ///< By a name with `..` in it, or of a place outside.
  /// Why the data cannot be used, as a sentence; empty when they can.
  std::string_view problem;
};

/// The directory of a zip file whose entries are stored as they are: a `.usdz` package.
///
/// Reads any alignment. Immutable; any thread may read.
class Package {
 public:
  /// Reads the central directory or, where there is none (a file that was cut), the headers
  /// before the entries. All ranges are checked against the bytes. Null, and `problem` a
  /// sentence, when there is no entry at all.
  static std::shared_ptr<const Package> open(FileBytes bytes, std::string& problem);

  /// In order of their place in the file: the first one is the root layer.
  const std::vector<PackageEntry>& entries() const { return entries_; }

  /// Names of the folders that have entries of their own, which are none of entries(): `a/`.
  const std::vector<std::string_view>& folders() const { return folders_; }

  /// The entry with exactly this name, null when there is none. Of equal names the first counts.
  const PackageEntry* findEntry(std::string_view name) const;

  /// The data of an entry without a problem: a slice of the package's bytes.
  FileBytes bytes(const PackageEntry& entry) const {
    return bytes_.slice(entry.byteOffset, entry.byteSize);
  }

 private:
  FileBytes bytes_;
  std::vector<PackageEntry> entries_;
  std::vector<std::string_view> folders_;
  std::unordered_map<std::string_view, std::uint32_t> entryByName_;
};

/// Whether `bytes` start like a zip file.
bool looksLikePackage(std::string_view bytes);

}  // namespace usdscope
