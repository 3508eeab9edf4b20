// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/layer/PathExpressionTree.h"

namespace usdscope::detail {

/// Scans the text of a path expression. Names are ASCII; blanks are spaces and tabs.
class ExpressionScanner {
 public:
  ExpressionScanner(std::string_view text, PathSyntax syntax)
      : text_(text), isAnchored_(syntax == PathSyntax::Anchored) {}

  /// True when the text has the syntax PathSyntax::Anchored.
  bool isAnchored() const { return isAnchored_; }

  std::string_view rest() const { return text_.substr(at_); }
  bool atEnd() const { return at_ == text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }
  bool startsWith(std::string_view word) const { return rest().starts_with(word); }
  std::size_t offset() const { return at_; }
  void rewind(std::size_t offset) { at_ = offset; }
  std::string_view textFrom(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

  bool take(char c) {
    if (atEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (!startsWith(word)) return false;
    at_ += word.size();
    return true;
  }
  bool skipBlanks() {
    const std::size_t start = at_;
    while (peek() == ' ' || peek() == '\t') ++at_;
    return at_ > start;
  }

  static bool isDigit(char c) { return c >= '0' && c <= '9'; }
  static bool isNameCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  /// Names of authored paths are ASCII; anchoring may put names of all characters before them.
  bool isInName(char c) const {
    return isNameCharacter(c) || (isAnchored_ && static_cast<unsigned char>(c) >= 0x80);
  }
  /// Takes a name. Returns an empty text when no name follows.
  std::string_view takeName() {
    if (isDigit(peek())) return {};
    return takeWhile([this](char c) { return isInName(c); });
  }
  /// Takes `word`, unless it is only the start of a longer name.
  bool takeKeyword(std::string_view word) {
    if (!startsWith(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && isNameCharacter(text_[end])) return false;
    at_ = end;
    return true;
  }
  template <typename Belongs>
  std::string_view takeWhile(Belongs&& belongs) {
    const std::size_t start = at_;
    while (!atEnd() && belongs(text_[at_])) ++at_;
    return textFrom(start);
  }

  /// Keeps the first failure. Always returns false.
  bool fail(std::string_view expected) {
    if (problem_.expected.empty()) problem_ = {at_, expected};
    return false;
  }
  const ExpressionProblem& problem() const { return problem_; }

 private:
  std::string_view text_;
  bool isAnchored_;
  std::size_t at_ = 0;
  ExpressionProblem problem_;
};

}  // namespace usdscope::detail
