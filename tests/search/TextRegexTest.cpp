// SPDX-License-Identifier: Apache-2.0
#include "engine/search/TextRegex.h"

#include <gtest/gtest.h>

#include <memory>

namespace usdscope {
namespace {

TEST(TextRegex, MatchesPartsOfTexts) {
  const struct {
    const char* expression;
    const char* text;
    bool isMatch;
  } cases[] = {
      {"", "", true},
      {"", "any", true},
      {"heel", "FrontWheel_L", true},
      {"^heel", "FrontWheel_L", false},
      {"^front.*_[lr]$", "FrontWheel_L", true},
      {"^front.*_[^lr]$", "FrontWheel_L", false},
      {"[A-F]ront", "frontWheel", true},
      {R"(^\w+_\d{2,3}$)", "Wheel_012", true},
      {R"(^\w+_\d{2,3}$)", "Wheel_0123", false},
      {R"(^\D+\d{2}$)", "Wheel12", true},
      {R"(^a{2,}$)", "aaaa", true},
      {R"(^a{2,}$)", "a", false},
      {R"(^a{0}b$)", "b", true},
      {"^(ab|cd)+$", "abcdab", true},
      {"^(ab|cd)+$", "abcda", false},
      {"^(?:a|b|)c$", "c", true},
      {"^(a*)*$", "aaa", true},
      {"^(a*)*$", "aab", false},
      {"colou?r", "Color", true},
      {"a.c", "abc", true},
      {R"(a\.c)", "abc", false},
      {R"(a\.c)", "a.c", true},
      {R"(\bleg\b)", "left leg", true},
      {R"(\bleg\b)", "legs", false},
      {R"(\Beg)", "leg", true},
      {"[]a]", "]", true},
      {"[a-]", "-", true},
      {R"([\d_])", "x_", true},
      {R"(\s)", "a b", true},
      {"^ä.Ö$", "ÄXö", true},
      {"^.$", "\xff", false},  // It is not UTF-8.
      {R"(^\pL+$)", "Körper", true},
      {R"([\W])", "_-", true},
      {"a{b}", "A{B}", true},
      {"(?-i)Wheel", "wheel", false},
      {"a+?b", "aab", true},
      {"x$y", "x$y", false},
  };
  for (const auto& c : cases) {
    const TextRegex regex(c.expression);
    EXPECT_EQ(regex.problem(), "") << c.expression;
    EXPECT_EQ(regex.matches(c.text), c.isMatch) << c.expression << " in " << c.text;
  }
}

TEST(TextRegex, MistakesHaveAReasonAndAPlace) {
  const std::string isNotValid = "The regular expression is not valid";
  const struct {
    const char* expression;
    const char* mistake;
  } cases[] = {
      {"a(b", ": missing )."},
      {"ab)", ": unexpected )."},
      {"ä[b", " at character 2, \"[b\": missing ]."},
      {"*a", " at character 1, \"*\": no argument for repetition operator."},
      {"a**", " at character 2, \"**\": bad repetition operator."},
      {"[z-a]", " at character 2, \"z-a\": invalid character class range."},
      {"ab\\", ": trailing \\."},
      {"äa\\q", " at character 3, \"\\q\": invalid escape sequence."},
      {"\\q|\\q", " at \"\\q\": invalid escape sequence."},
      {"a{5,2}", " at character 2, \"{5,2}\": invalid repetition size."},
      {"a{2000}", " at character 2, \"{2000}\": invalid repetition size."},
      {"(?=a)", " at character 1, \"(?=\": invalid perl operator."},
      {R"((a)\1)", R"( at character 4, "\1": invalid escape sequence.)"},
      {"\xff", ": invalid UTF-8."},
  };
  for (const auto& c : cases) {
    const TextRegex regex(c.expression);
    EXPECT_EQ(regex.problem(), isNotValid + c.mistake) << c.expression;
    EXPECT_FALSE(regex.matches("a")) << c.expression;
  }
}

// An expression that backtracks would take years for the first two. The third needs more states
// than the memory holds, so they are made again and again.
TEST(TextRegex, NoExpressionIsSlow) {
  const std::string text(2'000, 'a');
  EXPECT_FALSE(TextRegex("^(a+)+$").matches(text + 'b'));
  EXPECT_FALSE(TextRegex("^(a|a)*(a|aa)*$").matches(text + 'b'));
  std::string random;
  for (unsigned i = 1; random.size() < 20'000; i = i * 1'664'525 + 1'013'904'223) {
    random += i >> 31 ? 'a' : 'b';
  }
  EXPECT_FALSE(TextRegex("a[ab]{900}c").matches(random));
}

TEST(TextRegex, MemoryIsBounded) {
  const std::string tooLarge =
      "The regular expression needs more than 8 MiB; it must be shorter, or have smaller counts.";
  EXPECT_EQ(TextRegex("(\\pL{100}){10}").problem(), tooLarge);
  EXPECT_EQ(TextRegex(std::string(1'000'000, 'a')).problem(), tooLarge);
  EXPECT_FALSE(TextRegex("((a{1000}){1000}){1000}").problem().empty());
  EXPECT_EQ(TextRegex(std::string(100'000, '(')).problem(),
            "The regular expression is not valid: missing ).");
}

TEST(TextRegex, CopiesMatchWithoutTheOriginal) {
  auto original = std::make_unique<TextRegex>("^wheel");
  const TextRegex copy = *original;
  original.reset();
  EXPECT_TRUE(copy.matches("Wheel_L"));
}

}  // namespace
}  // namespace usdscope
