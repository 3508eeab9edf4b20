// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace usdscope {

/// Returns a text with its letters in lower case: Latin, Greek and Cyrillic. Other characters, and
/// bytes that are not UTF-8, are kept.
std::string caseFolded(std::string_view text);

/// A text that a user searches for. Case does not matter. `*` matches any characters and `?` any
/// byte; with one of them, the pattern must match the whole text. Immutable, so thread-safe.
class TextPattern {
 public:
  /// The texts that a pattern without `*` and `?` matches.
  enum class Plain : std::uint8_t {
    Part,   ///< Texts that contain it.
    Start,  ///< Texts that begin with it.
  };

  TextPattern() = default;
  TextPattern(std::string_view pattern, Plain plain);

  bool isEmpty() const { return pattern_.empty(); }
  /// The pattern in lower case.
  const std::string& folded() const { return pattern_; }
  bool matches(std::string_view text) const { return matchesFolded(caseFolded(text)); }
  /// Like matches(). Requires: `text` is the result of caseFolded().
  bool matchesFolded(std::string_view text) const;

 private:
  std::string pattern_;
  Plain plain_ = Plain::Part;
  bool hasWildcards_ = false;
};

}  // namespace usdscope
