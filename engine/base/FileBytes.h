// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// The immutable bytes of a file, of a part of a file, or of a buffer.
///
/// Small files are read into memory; larger files are mapped. Copies share the storage and keep it
/// alive, so spans into it are valid while any copy lives. Thread-safe. When another program
/// changes a mapped file, its bytes may change here too, see mapFile().
class FileBytes {
 public:
  FileBytes() = default;
  /// Takes over a buffer.
  static FileBytes fromBuffer(std::vector<std::byte> buffer);
  static FileBytes fromText(std::string_view text);

  std::span<const std::byte> span() const { return bytes_; }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  std::size_t byteSize() const { return bytes_.size(); }

  /// Returns a part that shares this storage. Requires: the range lies inside.
  FileBytes slice(std::size_t byteOffset, std::size_t byteSize) const;

  /// An object that keeps the bytes alive.
  const std::shared_ptr<const void>& owner() const { return owner_; }

 private:
  friend struct FileBytesResult readFileBytes(const std::string& path);

  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

struct FileBytesResult {
  std::optional<FileBytes> bytes;
  /// A sentence that says why there are no bytes ("No such file or directory."); else empty.
  std::string problem;
};

/// Reads or maps a regular file. An empty file gives empty bytes.
FileBytesResult readFileBytes(const std::string& path);

}  // namespace usdscope
