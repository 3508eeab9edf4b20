// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace usdscope {

/// A regular expression that matches a part of a text, regardless of case. Immutable, so
/// thread-safe. Copies share the compiled expression.
///
/// The syntax is that of RE2 (https://github.com/google/re2/wiki/Syntax): it has no references to
/// groups and does not look ahead. Therefore, matching takes time proportional to the size of the
/// text, and memory is bounded. `\w`, `\d`, `\s` and `\b` know ASCII only; `\pL` is any letter.
/// Bytes that are not UTF-8 match nothing.
class TextRegex {
 public:
  explicit TextRegex(std::string_view expression);

  /// A sentence about the first mistake, with its position if that is known; empty if there is
  /// none. Positions count characters from 1.
  const std::string& problem() const { return problem_; }
  /// Returns false if the expression has a mistake.
  bool matches(std::string_view text) const;

 private:
  std::shared_ptr<const re2::RE2> compiled_;
  std::string problem_;
};

}  // namespace usdscope
