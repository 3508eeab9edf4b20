// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Token.h"

#include <gtest/gtest.h>

#include <string>

namespace usdscope {

TEST(Token, EqualTextsAreEqualTokens) {
  const std::string texts[] = {
      "a", "b", "points", std::string("nul\0inside", 10), "\xC3\xA4", std::string(100000, 'x')};
  for (const std::string& text : texts) {
    const Token token(text);
    EXPECT_EQ(token.text(), text);
    EXPECT_EQ(token, Token(std::string(text)));
    EXPECT_EQ(token, Token::fromIndex(token.index()));
    EXPECT_TRUE(bool(token));
    EXPECT_TRUE(token == std::string_view(text));
  }
  EXPECT_FALSE(Token("a") == Token("b"));
  EXPECT_FALSE(Token(std::string_view("a\0", 2)) == Token("a"));
}

TEST(Token, DefaultIsTheEmptyText) {
  EXPECT_EQ(Token(""), Token());
  EXPECT_TRUE(Token().isEmpty());
  EXPECT_EQ(Token().text(), "");
  EXPECT_EQ(Token().index(), 0u);
}

TEST(Token, OrderOfTextIsThatOfCodePoints) {
  const char* ascending[] = {
      "", "A", "B", "a", "a1", "aa", "\xC3\xA4", "\xE4\xB8\x80", "\xF0\x9F\x98\x80"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(textLess(Token(ascending[i]), Token(ascending[j])), i < j) << i << ' ' << j;
    }
  }
}

}  // namespace usdscope
