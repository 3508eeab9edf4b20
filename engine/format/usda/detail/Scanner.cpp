// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/Scanner.h"

#include <algorithm>
#include <cstring>

#include "engine/base/Utf8.h"
#include "engine/layer/Identifiers.h"
#include "engine/layer/Spelling.h"

namespace usdscope::usda {
namespace {

constexpr std::size_t kExcerptSize = 60;

constexpr bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool isWordPart(char c) { return isWordStart(c) || (c >= '0' && c <= '9'); }
constexpr bool isAscii(char c) { return static_cast<signed char>(c) >= 0; }

}  // namespace

bool Scanner::expect(char c) {
  if (take(c)) return true;
  const char text[] = {'\'', c, '\'', '\0'};
  return fail(text);
}

void Scanner::skipToLineEnd() {
  const std::size_t start = offset();
  while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
  acceptComment(start);
}

void Scanner::acceptComment(std::size_t start) {
  if (!isUtf8(textFrom(start))) failAt(start, "This comment is not UTF-8.");
}

bool Scanner::skipBlockComment() {
  const std::string_view rest(at_ + 2, static_cast<std::size_t>(end_ - at_ - 2));
  const std::size_t close = rest.find("*/");
  if (close == std::string_view::npos) {
    failAt(offset(), "This comment has no end: expected '*/'.");
    at_ = end_;
    return false;
  }
  const std::size_t start = offset();
  at_ += close + 4;
  acceptComment(start);
  return true;
}

void Scanner::skipInlineComments() {
  while (peekAt(0) == '/' && peekAt(1) == '*' && skipBlockComment()) {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  }
}

bool Scanner::takeSpace() {
  bool hasSpace = false;
  for (;;) {
    const std::size_t start = offset();
    while (peek() == ' ' || peek() == '\t') ++at_;
    hasSpace = hasSpace || offset() > start;
    if (peek() != '/' || peekAt(1) != '*' || !skipBlockComment()) return hasSpace;
  }
}

void Scanner::skipLine() {
  skipInline();
  if (peek() == '#' || (peek() == '/' && peekAt(1) == '/')) skipToLineEnd();
}

void Scanner::skipMultilineComments() {
  for (;;) {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
    if (peek() == '#' || (peek() == '/' && peekAt(1) == '/')) {
      skipToLineEnd();
    } else if (peek() == '/' && peekAt(1) == '*') {
      if (!skipBlockComment()) return;
    } else {
      return;
    }
  }
}

bool Scanner::takeLineBreak() {
  if (take('\n')) return true;
  if (!take('\r')) return false;
  take('\n');
  return true;
}

bool Scanner::takeSeparator() {
  skipLine();
  if (!takeLineBreak() && !take(';')) return false;
  skipMultiline();
  return true;
}

bool Scanner::takeLineEnd() {
  skipLine();
  if (!takeLineBreak() && !atEnd()) return false;
  skipMultiline();
  return true;
}

std::string_view Scanner::takeIdentifier() {
  const char* p = at_;
  if (p < end_ && isWordStart(*p)) {
    ++p;
    while (p < end_ && isWordPart(*p)) ++p;
  }
  if (p < end_ && !isAscii(*p)) {
    p = at_ + identifierSize({at_, static_cast<std::size_t>(end_ - at_)});
  }
  const std::string_view found(at_, static_cast<std::size_t>(p - at_));
  at_ = p;
  return found;
}

std::string_view Scanner::takeNamespacedIdentifier() {
  const std::size_t start = offset();
  if (takeIdentifier().empty()) return {};
  while (peek() == ':') {
    ++at_;
    if (takeIdentifier().empty()) {
      --at_;
      break;
    }
  }
  return textFrom(start);
}

std::string_view Scanner::takeTypeIdentifier() {
  const std::size_t start = offset();
  if (takeIdentifier().empty()) return {};
  while (peek() == ':' && peekAt(1) == ':') {
    at_ += 2;
    if (takeIdentifier().empty()) {
      at_ -= 2;
      break;
    }
  }
  return textFrom(start);
}

bool Scanner::takeWord(std::string_view word) {
  const std::size_t start = offset();
  if (peek() == word.front() && takeIdentifier() == word) return true;
  rewind(start);
  return false;
}

bool Scanner::readString(std::string& out) {
  std::string_view view;
  std::string buffer;
  if (!readString(view, buffer)) return false;
  out = buffer.empty() ? std::string(view) : std::move(buffer);
  return true;
}

bool Scanner::readString(std::string_view& out, std::string& buffer) {
  if (!isAtString()) return fail("a string");
  const std::size_t start = offset();
  const char quote = *at_;
  const bool isTriple = peekAt(1) == quote && peekAt(2) == quote;
  at_ += isTriple ? 3 : 1;

  const char* const first = at_;
  bool isPlain = true;
  for (; at_ < end_; ++at_) {
    const char c = *at_;
    if (c == quote) {
      if (!isTriple) break;
      if (peekAt(1) == quote && peekAt(2) == quote) break;
    } else if (c == '\\') {
      isPlain = false;
      if (at_ + 1 < end_ && (isTriple || (at_[1] != '\n' && at_[1] != '\r'))) ++at_;
    } else if (!isTriple && (c == '\n' || c == '\r')) {
      return fail("the end of the string before the end of the line");
    }
  }
  if (at_ >= end_) {
    at_ = end_;
    return failAt(start, "This string has no end: expected the closing quotes.");
  }
  out = {first, static_cast<std::size_t>(at_ - first)};
  at_ += isTriple ? 3 : 1;
  if (!isUtf8(out)) return failAt(start, "This string is not UTF-8.");
  if (isPlain) {
    buffer.clear();
    return true;
  }

  buffer = unescaped(out);
  out = buffer;
  return true;
}

bool Scanner::readAsset(std::string& out) {
  const std::size_t start = offset();
  if (!take('@')) return fail("an asset path in '@'");
  out.clear();
  const bool isTriple = peekAt(0) == '@' && peekAt(1) == '@';
  if (isTriple) at_ += 2;
  while (at_ < end_ && *at_ != '\n' && *at_ != '\r') {
    if (!isTriple && *at_ == '@') {
      ++at_;
      return acceptAsset(out, start);
    }
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (isTriple && rest.starts_with("\\@@@")) {
      out += "@@@";
      at_ += 4;
    } else if (isTriple && rest.starts_with("@@@")) {
      // Up to two more `@` belong to the path.
      const std::size_t count = std::min<std::size_t>(rest.find_first_not_of('@'), rest.size());
      const std::size_t inside = std::min<std::size_t>(count - 3, 2);
      out.append(inside, '@');
      at_ += inside + 3;
      return acceptAsset(out, start);
    } else {
      out += *at_++;
    }
  }
  return failAt(start, "This asset path has no end: expected '@' before the end of the line.");
}

bool Scanner::acceptAsset(std::string_view path, std::size_t offset) {
  if (!isUtf8(path)) return failAt(offset, "This asset path is not UTF-8.");
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto c = static_cast<unsigned char>(path[i]);
    // Control characters beyond ASCII are C2 80 to C2 9F.
    const bool isWide = c == 0xC2 && static_cast<unsigned char>(path[i + 1]) < 0xA0;
    if (c < 0x20 || c == 0x7F || isWide) {
      return failAt(offset, "This asset path has a control character in it.");
    }
  }
  return true;
}

bool Scanner::readPathText(std::string_view& out) {
  const std::size_t start = offset();
  if (!take('<')) return fail("a path in '<' and '>'");
  const char* const first = at_;
  while (at_ < end_ && *at_ != '>' && *at_ != '\n' && *at_ != '\r') ++at_;
  if (peek() != '>') {
    return failAt(start, "This path has no end: expected '>' before the end of the line.");
  }
  out = {first, static_cast<std::size_t>(at_ - first)};
  ++at_;
  return true;
}

bool Scanner::readNumber(NumberText& number) {
  const char* const next = usda::readNumber(at_, end_, number);
  if (next == at_) return fail("a number");
  at_ = next;
  return true;
}

bool Scanner::fail(std::string_view expected) {
  if (hasFailed_) return false;
  std::string message = "Expected ";
  message += expected;
  message += atEnd() ? " before the end of the text." : ".";
  return failAt(offset(), std::move(message));
}

bool Scanner::failAt(std::size_t offset, std::string message) {
  if (hasFailed_) return false;
  hasFailed_ = true;
  failureOffset_ = offset;
  failure_ = std::move(message);
  return false;
}

std::string Scanner::excerpt(std::size_t offset) const {
  const std::string_view rest(begin_ + offset, static_cast<std::size_t>(end_ - begin_) - offset);
  std::size_t size = std::min(rest.find_first_of("\r\n"), rest.size());
  const bool isCut = size > kExcerptSize;
  if (isCut) {
    size = kExcerptSize;
    // Does not cut within a character.
    while (size > 0 && (static_cast<unsigned char>(rest[size]) & 0xC0u) == 0x80u) --size;
  }
  std::string text;
  appendPrintable(text, rest.substr(0, size));
  if (isCut) text += "…";
  return text;
}

}  // namespace usdscope::usda
