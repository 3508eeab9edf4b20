// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "engine/base/Token.h"
#include "engine/format/usdc/writer/HashIndex.h"

namespace usdscope::usdc {

/// Appends the bytes in memory of a number or another plain type.
template <typename T>
void append(std::string& out, const T& item) {
  static_assert(std::is_standard_layout_v<T> && std::is_trivially_destructible_v<T>);
  out.append(reinterpret_cast<const char*>(&item), sizeof item);
}

/// The crate file that is being written: its bytes so far, their tokens and strings, and the
/// version that they require. Equal blocks of bytes are stored once.
class CrateSink {
 public:
  CrateSink();

  const std::string& bytes() const { return bytes_; }
  std::string& bytes() { return bytes_; }
  /// Reserves memory for `blockCount` blocks of about ten bytes. Unused memory costs almost
  /// nothing.
  void reserve(std::size_t blockCount) {
    constexpr std::size_t kBlockSize = 64;
    bytes_.reserve(blockCount * kBlockSize);
    blocks_.reserve(blockCount);
  }

  /// Returns the offset of a block with `head` followed by `body`, aligned to `alignment`. Uses an
  /// equal block if there is one, and otherwise appends a new one.
  std::uint64_t place(std::string_view head, std::string_view body, std::size_t alignment);
  std::uint64_t place(std::string_view block, std::size_t alignment = 1) {
    return place(block, {}, alignment);
  }

  /// Returns the number of a text in TOKENS. Number 0 is the empty text, so that no name has it:
  /// PATHS has negated numbers for names of properties.
  std::uint32_t token(Token token);
  std::uint32_t token(std::string_view text);
  /// Returns the number of a text in STRINGS.
  std::uint32_t string(std::string_view text);

  const std::vector<std::string_view>& tokens() const { return tokens_; }
  const std::vector<std::uint32_t>& strings() const { return strings_; }

  /// Whether a text contained a NUL character, at which it is cut off in the file.
  bool hasCutText() const { return hasCutText_; }

  /// Records that the file requires at least version 0.`minor`.
  void need(std::uint8_t minor) { minor_ = std::max(minor_, minor); }
  std::uint8_t minor() const { return minor_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::uint8_t kFirstMinor = 8;

  std::string bytes_;
  HashIndex blocks_;
  std::vector<std::string_view> tokens_;
  std::deque<std::string> texts_;  // The texts to which the views in tokens_ refer.
  std::unordered_map<std::string_view, std::uint32_t> tokenByText_;
  std::vector<std::uint32_t> tokenByIndex_;  // By Token::index().
  std::vector<std::uint32_t> strings_;
  std::vector<std::uint32_t> stringByToken_;
  std::uint8_t minor_ = kFirstMinor;
  bool hasCutText_ = false;
};

}  // namespace usdscope::usdc
