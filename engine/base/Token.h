// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace usdscope {

/// An interned string in four bytes. Equal texts have equal tokens; a comparison is one
/// instruction.
///
/// Texts are never freed, so a view of one is valid until the process ends. Thread-safe. The
/// default token is the empty text.
class Token {
 public:
  constexpr Token() = default;
  explicit Token(std::string_view text);

  std::string_view text() const;
  std::string string() const { return std::string(text()); }
  bool isEmpty() const { return index_ == 0; }
  explicit operator bool() const { return index_ != 0; }

  /// The number of the text, counted in the order of first use. It differs from run to run.
  std::uint32_t index() const { return index_; }
  /// The token with this index(). Requires: `index` comes from a token of this process.
  static constexpr Token fromIndex(std::uint32_t index) {
    Token token;
    token.index_ = index;
    return token;
  }

  /// Tokens have no operator<; sort names with textLess().
  friend constexpr bool operator==(Token, Token) = default;
  bool operator==(std::string_view other) const { return text() == other; }

 private:
  std::uint32_t index_ = 0;
};

/// Order by text, byte by byte, which for UTF-8 is the order of code points.
inline bool textLess(Token a, Token b) { return a != b && a.text() < b.text(); }

}  // namespace usdscope

template <>
struct std::hash<usdscope::Token> {
  std::size_t operator()(usdscope::Token token) const noexcept {
    return token.index() * 0x9E3779B97F4A7C15ull >> 16;
  }
};
