// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Utf8.h"

#include <gtest/gtest.h>

namespace usdscope {

TEST(Utf8, DecodesOnlyWellFormedUtf8) {
  const struct {
    std::string_view text;
    std::size_t size;
    char32_t codePoint;
  } cases[] = {
      {"", 0, 0},
      {"a", 1, 'a'},
      {"\x7F", 1, 0x7F},
      {"\xC2\x80", 2, 0x80},
      {"\xC3\xA4x", 2, 0xE4},
      {"\xE0\xA0\x80", 3, 0x800},
      {"\xEF\xBF\xBF", 3, 0xFFFF},
      {"\xF0\x90\x80\x80", 4, 0x10000},
      {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF},
      {"\x80", 0, 0},      // Continuation without a start.
      {"\xC0\x80", 0, 0},  // Overlong.
      {"\xC1\xBF", 0, 0},
      {"\xE0\x9F\xBF", 0, 0},
      {"\xF0\x8F\xBF\xBF", 0, 0},
      {"\xED\xA0\x80", 0, 0},      // Surrogate.
      {"\xF4\x90\x80\x80", 0, 0},  // Beyond Unicode.
      {"\xFF", 0, 0},
      {"\xC3", 0, 0},  // Cut off.
      {"\xE4\xB8", 0, 0},
      {"\xC3(", 0, 0},
  };
  for (const auto& c : cases) {
    char32_t codePoint = 0;
    EXPECT_EQ(decodeUtf8(c.text, codePoint), c.size) << c.text;
    EXPECT_EQ(codePoint, c.codePoint) << c.text;
    EXPECT_EQ(isUtf8(c.text), c.text.empty() || c.size > 0) << c.text;
  }
}

TEST(Utf8, EscapesWhatATerminalWouldObey) {
  struct Case {
    std::string text;
    std::string printed;
  };
  const Case cases[] = {
      {"", ""},
      {"plain ~\ttab", "plain ~\ttab"},
      {"\x1B[31mred\x7F\r", "\\x1b[31mred\\x7f\\x0d"},
      {"\xC3\xA4\xE4\xB8\xAD", "\xC3\xA4\xE4\xB8\xAD"},
      {"\xC3(\xFF", "\\xc3(\\xff"},
      {"a\xC2\x9B"
       "31m\xC2\xA0",
       "a\\xc2\\x9b31m\xC2\xA0"},
      {"gnp.\xE2\x80\xAEx\xE2\x81\xA6\xE2\x80\x8F",
       "gnp.\\xe2\\x80\\xaex\\xe2\\x81\\xa6\xE2\x80\x8F"},
  };
  for (const auto& c : cases) {
    std::string printed;
    appendPrintable(printed, c.text);
    EXPECT_EQ(printed, c.printed);
    EXPECT_EQ(printableLines(c.text + "\n" + c.text), c.printed + "\n" + c.printed);
  }
}

}  // namespace usdscope
