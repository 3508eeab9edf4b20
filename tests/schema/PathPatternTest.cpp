// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PathPattern.h"

#include <gtest/gtest.h>

#include "engine/schema/detail/Glob.h"

// What patterns match is shown where collections are explained: tests/report/ExplainCollectionTest.

namespace usdscope {

TEST(PathPattern, WhatMakesNoSenseIsNone) {
  const struct {
    std::string text;
    bool makesSense;
  } cases[] = {
      {"/", true},
      {"//", true},
      {"/A//", true},
      {"/A.b", true},
      {"//{isa:Mesh}", true},
      {"//A{not (model or abstract)}.b*{defined:false}", true},
      {"", false},
      {"A", false},
      {"/A/", false},
      {"/A//.b", false},
      {"/A.b/C", false},
      {"/A.b.c", false},
      {"/A{}", false},
      {"/A{isa:Mesh", false},
      {"/A{nosuch}", false},
      {"/A{specifier:sometimes}", false},
      {"/A{abstract:maybe}", false},
      {"/A{not}", false},
      {"/A{model and}", false},
      {"/A{(model}", false},
      {"/A{kind(\"model\"}", false},
      {"/A{" + std::string(100'000, '(') + "model}", false},
      {"/A{not " + std::string(100, ' ') + "model}", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(PathPattern::parse(c.text).has_value(), c.makesSense) << c.text.substr(0, 60);
  }
}

TEST(PathPattern, GlobsMatchWholeNames) {
  const struct {
    const char* pattern;
    const char* text;
    bool isMatch;
  } cases[] = {
      {"a", "a", true},       {"a", "ab", false},      {"*", "", true},
      {"a*c", "abbc", true},  {"a*c", "abcd", false},  {"*b*b", "abab", true},
      {"?b", "ab", true},     {"?", "", false},        {"[a-c]x", "bx", true},
      {"[!a-c]", "b", false}, {"[!a-c]", "d", true},   {"[]]", "]", true},
      {"[ab", "[ab", true},   {"a[bc]*", "abc", true}, {"*[0-9]", "x12", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(detail::matchesGlob(c.pattern, c.text), c.isMatch) << c.pattern << ' ' << c.text;
  }
}

}  // namespace usdscope
