// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Utf8.h"

#include <algorithm>

namespace usdscope {
namespace {

void appendEscape(std::string& out, char byte) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += "\\x";
  out += kHex[value >> 4];
  out += kHex[value & 15];
}

// The character can change how a terminal shows the text around it: it controls the terminal, or
// reverses the order of other characters, so that a path looks like another one.
bool controlsTerminal(char32_t codePoint) {
  return (codePoint >= 0x80 && codePoint < 0xA0) || (codePoint >= 0x202A && codePoint <= 0x202E) ||
         (codePoint >= 0x2066 && codePoint <= 0x2069);
}

}  // namespace

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
  appendEscape(out, text.front());
  return 1;
}

void appendPrintable(std::string& out, std::string_view text) {
  const auto isPlain = [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\t'; };
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), isPlain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    char32_t codePoint = 0;
    std::size_t size = decodeUtf8(text, codePoint);
    if (controlsTerminal(codePoint)) {
      for (const char byte : text.substr(0, size)) appendEscape(out, byte);
    } else {
      size = appendCharacterOrEscape(out, text);
    }
    text.remove_prefix(size);
  }
}

std::string printableLines(std::string_view text) {
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    appendPrintable(lines, text.substr(0, end));
    lines += '\n';
    text.remove_prefix(end + 1);
  }
  appendPrintable(lines, text);
  return lines;
}

}  // namespace usdscope
