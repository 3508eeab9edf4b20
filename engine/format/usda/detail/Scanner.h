// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/format/usda/detail/ReadNumber.h"

namespace usdscope::usda {

/// Reads the smallest parts of a usda text: spaces and comments, names, strings, numbers, asset
/// paths.
///
/// Keeps the first failure. A function that fails returns false, and so should its callers. Copies
/// only strings with escapes, which unescaped() (engine/layer/Spelling.h) decodes. (AOUSD core
/// specification 16.2.)
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

  /// The whole text.
  std::string_view text() const { return {begin_, size()}; }
  /// The text that is not read yet.
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  /// Like take(), but fails with "expected c" if the character differs.
  bool expect(char c);

  /// Skips spaces, tabs and `/* */`.
  void skipInline() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    if (at_ < end_ && *at_ == '/') skipInlineComments();
  }
  /// Like skipInline(), but returns whether a space or tab was skipped.
  bool takeSpace();
  /// Like skipInline(), but also skips a comment up to the end of the line.
  void skipLine();
  /// Skips all padding: spaces, tabs, comments and line ends.
  void skipMultiline() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
    if (at_ < end_ && (*at_ == '#' || *at_ == '/')) skipMultilineComments();
  }
  /// Takes the comma between two items of a list, with all padding around it. Returns false in
  /// front of `]`, at the end, and when there is no comma.
  [[gnu::always_inline]] bool takeComma() {
    if (peek() != ',') skipInline();
    const bool isComma = take(',');
    skipMultiline();
    return isComma && !atEnd() && peek() != ']';
  }
  /// Takes the end of a statement: a line end or `;`, with all padding around it.
  bool takeSeparator();
  /// Like takeSeparator(), but requires a line end.
  bool takeLineEnd();

  /// Takes an identifier; returns an empty text when there is none.
  std::string_view takeIdentifier();
  /// Takes identifiers joined by single colons; returns an empty text when there is none.
  std::string_view takeNamespacedIdentifier();
  /// Takes the name of a type: identifiers joined by `::`.
  std::string_view takeTypeIdentifier();
  /// Takes `word` if it is the whole next identifier.
  bool takeWord(std::string_view word);

  bool isAtString() const { return peek() == '"' || peek() == '\''; }
  bool readString(std::string& out);
  /// Takes a string. Without escapes it is a view of the text; otherwise `buffer` holds it.
  bool readString(std::string_view& out, std::string& buffer);
  /// Takes `@a@` or `@@@a@@@`.
  bool readAsset(std::string& out);
  /// Fails at an offset if the text has control characters, which asset paths must not have.
  bool acceptAsset(std::string_view path, std::size_t offset);
  /// Takes `</A>` and returns the text between the brackets.
  bool readPathText(std::string_view& out);
  bool readNumber(NumberText& number);
  bool readReal(double& value) {
    const char* const next = usda::readReal(at_, end_, value);
    if (next == at_) return fail("a number");
    at_ = next;
    return true;
  }

  /// Fails with the message that `expected` was expected at the current offset, unless it has
  /// failed before. Returns false.
  bool fail(std::string_view expected);
  /// Fails with this sentence at an offset. Returns false.
  bool failAt(std::size_t offset, std::string message);
  bool hasFailed() const { return hasFailed_; }
  std::size_t failureOffset() const { return failureOffset_; }
  const std::string& failure() const { return failure_; }
  /// Returns the rest of the line at an offset, cut to a readable length. Control and non-UTF-8
  /// bytes are escaped.
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

/// Reads `item, item, … close` after the opening bracket. There must be at least one item; a comma
/// may follow the last item.
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

/// Like readList(), for a list that may be empty.
template <typename ReadItem>
bool readListOrNothing(Scanner& in, char close, ReadItem&& readItem) {
  in.skipMultiline();
  return in.take(close) || readList(in, close, readItem);
}

/// Reads statements up to `close`. Each statement ends with a line end or `;`, except that the last
/// one need not.
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
