// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PathPattern.h"

#include <gtest/gtest.h>

#include "engine/layer/PathExpressionTree.h"
#include "engine/schema/detail/Glob.h"

// tests/report/ExplainCollectionTest shows which prims patterns match.

namespace usdscope {
namespace {

std::string manyModels(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += " model";
  return text;
}

}  // namespace

TEST(PathPattern, InvalidPatternsAreRefused) {
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
      {"A", false},
      {"//{nosuch}", false},
      {"//{specifier:sometimes}", false},
      {"//{abstract:maybe}", false},
      {"//{defined()}", false},
      {"//{defined:2}", true},
      {"/A{not " + std::string(100, ' ') + "model}", true},
      {"/A{model" + manyModels(500) + "}", true},
      {"/A{model" + manyModels(10'000) + "}", false},
  };
  for (const auto& c : cases) {
    const PathExpressionTree tree = PathExpressionTree::parse(c.text);
    ASSERT_EQ(tree.atomCount(), 1u) << c.text.substr(0, 60);
    EXPECT_EQ(PathPattern::build(tree.atom()).has_value(), c.makesSense) << c.text.substr(0, 60);
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
