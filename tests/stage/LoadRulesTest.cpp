// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/LoadRules.h"
#include "tests/stage/PathTexts.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

LoadRules rulesOf(std::initializer_list<std::pair<const char*, LoadRules::Rule>> rules,
                  bool startsWithNone = false) {
  LoadRules out = startsWithNone ? LoadRules::none() : LoadRules();
  for (const auto& [path, rule] : rules) {
    if (rule == LoadRules::Rule::None) {
      out.unload(at(path));
    } else {
      out.load(at(path), rule == LoadRules::Rule::All);
    }
  }
  return out;
}

}  // namespace

TEST(LoadRules, EffectiveRule) {
  using enum LoadRules::Rule;
  const LoadRules some = rulesOf({{"/W/A", All}, {"/W/A/B/C", None}, {"/W/D", Only}}, true);
  const struct {
    const char* path;
    LoadRules::Rule rule;
  } cases[] = {
      {"/", Only},          {"/W", Only},   {"/W/A", All},    {"/W/A/B", All}, {"/W/A/B/C", None},
      {"/W/A/B/C/D", None}, {"/W/D", Only}, {"/W/D/E", None}, {"/W/F", None},  {"/X", None},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(some.effectiveRule(at(c.path)), c.rule) << c.path;
    EXPECT_EQ(some.isLoaded(at(c.path)), c.rule != None) << c.path;
  }
  EXPECT_TRUE(LoadRules().isLoaded(at("/Any")));
  EXPECT_FALSE(LoadRules::none().isLoaded(at("/Any")));
}

TEST(LoadRules, RuleHidesThoseBelowItself) {
  LoadRules rules = LoadRules::none();
  rules.load(at("/A/B"));
  rules.unload(at("/A"));
  EXPECT_EQ(rules, rulesOf({{"/A", LoadRules::Rule::None}}, true));
  EXPECT_FALSE(rules.isLoaded(at("/A/B")));
}

TEST(LoadRules, RelativeToAPrim) {
  using enum LoadRules::Rule;
  const LoadRules rules = rulesOf({{"/A/X", None}, {"/B/X", None}, {"/C", None}});
  EXPECT_EQ(rules.relativeTo(at("/A")), rules.relativeTo(at("/B")));
  EXPECT_NE(rules.relativeTo(at("/A")), rules.relativeTo(at("/C")));
  EXPECT_EQ(rules.relativeTo(at("/D")), LoadRules());
  EXPECT_EQ(rules.relativeTo(at("/C")), LoadRules::none());
  // A redundant rule makes no difference.
  const LoadRules wordy = rulesOf({{"/A", All}, {"/A/X", None}, {"/A/X/Y", None}});
  EXPECT_EQ(wordy.relativeTo(at("/A")), rules.relativeTo(at("/B")));
}

}  // namespace usdscope
