// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/format/usda/detail/NumberText.h"

namespace usdscope::usda {

/// Walks over the characters of a usda text and takes its smallest parts: spaces and comments,
/// names, strings, numbers, asset paths.
///
/// The first failure is kept: every reading function returns false then, and callers only have to
/// hand that on. Nothing is copied but strings with escapes. (AOUSD core specification 16.2.)
class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  bool atEnd() const { return at_ == end_; }
  /// The next character; NUL at the end.
  char peek() const { return at_ < end_ ? *at_ : '\0'; }
  char peekAt(std::size_t ahead) const {
    return ahead < static_cast<std::size_t>(end_ - at_) ? at_[ahead] : '\0';
  }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  void rewind(std::size_t offset) { at_ = begin_ + offset; }
  std::string_view textFrom(std::size_t offset) const {
    return {begin_ + offset, static_cast<std::size_t>(at_ - begin_) - offset};
  }

  /// All of it, whatever has been read.
  std::string_view text() const { return {begin_, size()}; }
  /// Everything from here on.
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  /// take(), or the failure "expected c".
  bool expect(char c);

  /// Spaces, tabs and `/* */`.
  void skipInline() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    if (at_ < end_ && *at_ == '/') skipInlineComments();
  }
  /// The same; true when there was a space or tab among them.
  bool takeSpace();
  /// That and a comment up to the end of the line.
  void skipLine();
  /// That and line ends.
  void skipMultiline() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
    if (at_ < end_ && (*at_ == '#' || *at_ == '/')) skipMultilineComments();
  }
  /// The end of a statement: a line end or `;`, with all padding around it.
  bool takeSeparator();
  /// The same for what must end with a line.
  bool takeLineEnd();

  /// The identifier here, empty when there is none.
  std::string_view takeIdentifier();
  /// Identifiers joined by single colons, empty when there is none.
  std::string_view takeNamespacedIdentifier();
  /// Identifiers joined by `::`: names of types.
  std::string_view takeTypeIdentifier();
  /// Takes this word when it stands here as a whole identifier.
  bool takeWord(std::string_view word);

  bool isAtString() const { return peek() == '"' || peek() == '\''; }
  bool readString(std::string& out);
  /// A string without escapes is a view of the text; else `buffer` holds it.
  bool readString(std::string_view& out, std::string& buffer);
  /// `@a@` or `@@@a@@@`.
  bool readAsset(std::string& out);
  /// Fails at an offset unless this may be an asset path: text without control characters.
  bool acceptAsset(std::string_view path, std::size_t offset);
  /// `</A>`: what stands between the brackets.
  bool readPathText(std::string_view& out);
  bool readNumber(NumberText& number);
  bool readReal(double& value) {
    const char* const next = usda::readReal(at_, end_, value);
    if (next == at_) return fail("a number");
    at_ = next;
    return true;
  }

  /// Keeps "expected `what`" at the present place, unless something failed before. Always false.
  bool fail(std::string_view expected);
  /// Keeps this sentence as the failure at an offset. Always false.
  bool failAt(std::size_t offset, std::string message);
  bool hasFailed() const { return hasFailed_; }
  std::size_t failureOffset() const { return failureOffset_; }
  const std::string& failure() const { return failure_; }
  /// What stands at an offset, cut to a readable length.
  std::string excerpt(std::size_t offset) const;

 private:
  void skipInlineComments();
  void skipMultilineComments();
  bool skipBlockComment();
  void skipToLineEnd();
  void acceptComment(std::size_t start);
  bool takeLineBreak();

  const char* begin_;
  const char* at_;
  const char* end_;
  bool hasFailed_ = false;
  std::size_t failureOffset_ = 0;
  std::string failure_;
};

/// Reads `item, item, … close` behind the opening bracket, a trailing comma allowed. At least one.
template <typename ReadItem>
bool readList(Scanner& in, char close, ReadItem&& readItem) {
  in.skipMultiline();
  for (;;) {
    if (!readItem()) return false;
    in.skipInline();
    if (in.take(',')) {
      in.skipMultiline();
      if (in.take(close)) return true;
      continue;
    }
    in.skipMultiline();
    if (in.take(close)) return true;
    return in.fail(close == ']' ? "',' or ']'" : close == ')' ? "',' or ')'" : "',' or '}'");
  }
}

/// The same for a list that may be empty.
template <typename ReadItem>
bool readListOrNothing(Scanner& in, char close, ReadItem&& readItem) {
  in.skipMultiline();
  return in.take(close) || readList(in, close, readItem);
}

/// Reads statements, each on a line or ended by `;`, up to `close`. The last needs no end.
template <typename ReadStatement>
bool readStatements(Scanner& in, char close, ReadStatement&& readStatement) {
  in.skipMultiline();
  while (!in.take(close)) {
    if (!readStatement()) return false;
    if (!in.takeSeparator() && in.peek() != close) {
      return in.fail(close == ')' ? "a new line, ';' or ')'" : "a new line, ';' or '}'");
    }
  }
  return !in.hasFailed();
}

}  // namespace usdscope::usda
