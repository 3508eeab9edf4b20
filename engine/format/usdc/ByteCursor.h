// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace usdscope::usdc {

static_assert(std::endian::native == std::endian::little, "Crate files are little endian.");

/// Reads numbers one after the other from bytes that may end too early.
///
/// A read beyond the end returns zero and sets hasFailed(), so that a caller may check once after
/// several reads.
class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::byte> bytes, std::uint64_t at = 0) : bytes_(bytes) {
    seek(at);
  }

  template <typename T>
  T read() {
    // Does not require "trivially copyable", because GLM's types have constructors.
    static_assert(std::is_standard_layout_v<T> && std::is_trivially_destructible_v<T>);
    T item{};
    const auto bytes = take(sizeof(T));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(&item), bytes.data(), sizeof(T));
    return item;
  }

  /// Returns the next bytes; none when fewer are left.
  std::span<const std::byte> take(std::uint64_t byteSize) {
    if (byteSize > remaining()) {
      hasFailed_ = true;
      return {};
    }
    const auto part = bytes_.subspan(at_, static_cast<std::size_t>(byteSize));
    at_ += part.size();
    return part;
  }

  void seek(std::uint64_t at) {
    hasFailed_ = hasFailed_ || at > bytes_.size();
    at_ = at > bytes_.size() ? bytes_.size() : static_cast<std::size_t>(at);
  }

  /// Reads an offset that is relative to the position of the offset itself, and moves there.
  void seekRelative() {
    const std::uint64_t from = at_;
    // Wraps around for a negative offset, and fails for an offset outside of the bytes.
    seek(from + static_cast<std::uint64_t>(read<std::int64_t>()));
  }

  /// Marks the bytes as invalid.
  void fail() { hasFailed_ = true; }

  std::size_t at() const { return at_; }
  std::size_t remaining() const { return bytes_.size() - at_; }
  bool hasFailed() const { return hasFailed_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool hasFailed_ = false;
};

}  // namespace usdscope::usdc
