// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Identifiers.h"

#include <algorithm>
#include <iterator>

#include "engine/base/Utf8.h"
#include "engine/layer/Path.h"

namespace usdscope {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

#include "engine/layer/detail/XidTables.inl"

template <std::size_t N>
bool isIn(const Range (&ranges)[N], char32_t c) {
  const auto* it = std::lower_bound(std::begin(ranges), std::end(ranges), c,
                                    [](const Range& r, char32_t x) { return r.last < x; });
  return it != std::end(ranges) && it->first <= c;
}

bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }

// The byte size of the character at the start of `text` if identifiers allow it there, else 0.
std::size_t identifierCharacterSize(std::string_view text, bool first) {
  const char c = text.front();
  if (static_cast<unsigned char>(c) < 0x80) {
    return isAsciiLetter(c) || (!first && isAsciiDigit(c)) ? 1 : 0;
  }
  char32_t codePoint = 0;
  const std::size_t size = decodeUtf8(text, codePoint);
  if (size == 0) return 0;
  return (first ? isIn(kXidStart, codePoint) : isIn(kXidContinue, codePoint)) ? size : 0;
}

}  // namespace

std::size_t identifierSize(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = identifierCharacterSize(text.substr(at), at == 0);
    if (size == 0) break;
    at += size;
  }
  return at;
}

bool isValidIdentifier(std::string_view text) {
  return !text.empty() && identifierSize(text) == text.size();
}

bool isValidNamespacedIdentifier(std::string_view text) {
  while (true) {
    const std::size_t size = identifierSize(text);
    if (size == 0) return false;
    if (size == text.size()) return true;
    if (text[size] != ':') return false;
    text.remove_prefix(size + 1);
  }
}

bool isValidVariantName(std::string_view text) {
  if (text.empty()) return false;
  if (text.front() == '.') text.remove_prefix(1);
  while (!text.empty()) {
    std::size_t size = identifierCharacterSize(text, false);
    if (size == 0 && (text.front() == '-' || text.front() == '|')) size = 1;
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

}  // namespace usdscope
