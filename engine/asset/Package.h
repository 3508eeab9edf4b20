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

/// One file in a package, with the data of its zip header.
struct PackageEntry {
  /// The stored name, with `/` between folders. A view of the package's bytes.
  std::string_view name;
  std::size_t headerOffset = 0;  ///< Offset of the local header. Entries are sorted by it.
  std::size_t byteOffset = 0;    ///< Offset of the data in the package's bytes.
  std::size_t byteSize = 0;      ///< Size of the data as stored.
  std::uint16_t method = 0;      ///< 0: stored, the only method that packages may use.
  std::uint16_t flags = 0;
  std::uint32_t checksum = 0;  ///< CRC-32 of the data; not verified.
  /// Whether the name leads out of the package: it is absolute or contains `..`.
  bool leadsOut = false;
  /// A sentence that says why the data cannot be used; else empty.
  std::string_view problem;
};

/// The directory of a zip file whose entries are stored as they are: a `.usdz` package.
///
/// Accepts any alignment. Immutable and thread-safe.
class Package {
 public:
  /// Reads the central directory or, in a truncated file without one, the local headers. Checks all
  /// ranges against the bytes. When there is no entry, returns null and sets `problem` to a
  /// sentence.
  static std::shared_ptr<const Package> open(FileBytes bytes, std::string& problem);

  /// Entries in the order of the file. The first one is the root layer.
  const std::vector<PackageEntry>& entries() const { return entries_; }

  /// Names of the folders that the zip file lists, such as `a/`. entries() does not include them.
  const std::vector<std::string_view>& folders() const { return folders_; }

  /// Returns the first entry with exactly this name; null when there is none.
  const PackageEntry* findEntry(std::string_view name) const;

  /// Returns the data as a slice of the package's bytes. Requires: `entry.problem` is empty.
  FileBytes bytes(const PackageEntry& entry) const {
    return bytes_.slice(entry.byteOffset, entry.byteSize);
  }

 private:
  FileBytes bytes_;
  std::vector<PackageEntry> entries_;
  std::vector<std::string_view> folders_;
  std::unordered_map<std::string_view, std::uint32_t> entryByName_;
};

/// True when `bytes` start like a zip file.
bool looksLikePackage(std::string_view bytes);

}  // namespace usdscope
