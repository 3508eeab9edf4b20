// SPDX-License-Identifier: Apache-2.0
#include "engine/search/TextPattern.h"

#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

char32_t lowerCase(char32_t c) {
  const auto isIn = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (isIn(0xC0, 0xDE) && c != 0xD7) return c + 32;     // Latin-1.
  if (isIn(0x391, 0x3A9) && c != 0x3A2) return c + 32;  // Greek.
  if (isIn(0x410, 0x42F)) return c + 32;                // Cyrillic.
  if (isIn(0x400, 0x40F)) return c + 80;
  // Latin Extended-A has pairs of an upper and a lower case letter. In two ranges the upper case
  // letters have odd numbers.
  if (isIn(0x100, 0x137) || isIn(0x14A, 0x177)) return c | 1;
  if (isIn(0x139, 0x148) || isIn(0x179, 0x17E)) return c + (c & 1);
  return c;
}

// Encodes a character of at most two bytes, as all characters above are.
void append(std::string& out, char32_t c) {
  out += static_cast<char>(0xC0 | (c >> 6));
  out += static_cast<char>(0x80 | (c & 0x3F));
}

// Takes time proportional to the product of both sizes at most.
bool matchesWildcards(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t afterStar = std::string_view::npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      afterStar = ++p;
      retry = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (afterStar != std::string_view::npos) {
      p = afterStar;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

std::string caseFolded(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  while (!text.empty()) {
    const char first = text.front();
    char32_t character = 0;
    const std::size_t size = (first & 0x80) != 0 ? decodeUtf8(text, character) : 0;
    if (size == 2) {
      append(folded, lowerCase(character));
      text.remove_prefix(2);
      continue;
    }
    folded += first >= 'A' && first <= 'Z' ? static_cast<char>(first + 32) : first;
    text.remove_prefix(1);
  }
  return folded;
}

TextPattern::TextPattern(std::string_view pattern, Plain plain)
    : pattern_(caseFolded(pattern)),
      plain_(plain),
      hasWildcards_(pattern_.find_first_of("*?") != std::string::npos) {}

bool TextPattern::matchesFolded(std::string_view text) const {
  if (hasWildcards_) return matchesWildcards(pattern_, text);
  return plain_ == Plain::Start ? text.starts_with(pattern_)
                                : text.find(pattern_) != std::string_view::npos;
}

}  // namespace usdscope
