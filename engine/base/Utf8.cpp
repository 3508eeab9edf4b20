// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Utf8.h"

namespace usdscope {

std::size_t decodeUtf8(std::string_view text, char32_t& codePoint) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    codePoint = lead;
    return 1;
  }
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (size == 0 || lead > 0xF4 || text.size() < size) return 0;
  char32_t c = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    c = c << 6 | (byte(i) & 0x3Fu);
  }
  // Overlong forms, surrogates and code points beyond Unicode.
  if ((size == 3 && c < 0x800) || (size == 4 && c < 0x10000) || c > 0x10FFFF ||
      (c >= 0xD800 && c <= 0xDFFF)) {
    return 0;
  }
  codePoint = c;
  return size;
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      text.remove_prefix(1);
      continue;
    }
    char32_t codePoint = 0;
    const std::size_t size = decodeUtf8(text, codePoint);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::size_t appendCharacterOrEscape(std::string& out, std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first >= 0x20 && first < 0x7F) {
    out += text.front();
    return 1;
  }
  char32_t codePoint = 0;
  if (const std::size_t size = first < 0x80 ? 0 : decodeUtf8(text, codePoint); size > 0) {
    out += text.substr(0, size);
    return size;
  }
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\x";
  out += kHex[first >> 4];
  out += kHex[first & 15];
  return 1;
}

void appendPrintable(std::string& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t size = 1;
    if (text.front() == '\t') {
      out += '\t';
    } else {
      size = appendCharacterOrEscape(out, text);
    }
    text.remove_prefix(size);
  }
}

}  // namespace usdscope
