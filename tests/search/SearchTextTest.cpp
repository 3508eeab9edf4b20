// SPDX-License-Identifier: Apache-2.0
#include "engine/search/SearchText.h"

#include <gtest/gtest.h>

#include "engine/search/TextPattern.h"

namespace usdscope {
namespace {

TEST(TextPattern, IgnoresCaseAndKnowsWildcards) {
  const struct {
    const char* pattern;
    TextPattern::Plain plain;
    const char* text;
    bool isMatch;
  } cases[] = {
      {"wheel", TextPattern::Plain::Part, "FrontWheel_L", true},
      {"wheel", TextPattern::Plain::Start, "FrontWheel_L", false},
      {"FRONT", TextPattern::Plain::Start, "FrontWheel_L", true},
      {"anim*", TextPattern::Plain::Part, "Anim_shot.usda", true},
      {"anim*", TextPattern::Plain::Part, "my_anim.usda", false},
      {"*_?", TextPattern::Plain::Start, "FrontWheel_L", true},
      {"*_?", TextPattern::Plain::Start, "FrontWheel", false},
      {"a*b*c", TextPattern::Plain::Part, "aXXbYYbc", true},
      {"a*b*c", TextPattern::Plain::Part, "aXXbYYcb", false},
      {"ÄRGER", TextPattern::Plain::Part, "Würfel_ärger", true},
      {"ΣΠΙΤΙ", TextPattern::Plain::Part, "σπιτι", true},
      {"дом", TextPattern::Plain::Part, "ДОМ_1", true},
      {"łódź", TextPattern::Plain::Part, "ŁÓDŹ", true},
      {"مرحبا", TextPattern::Plain::Part, "مرحبا", true},
      {"", TextPattern::Plain::Part, "anything", true},
      {"\xff", TextPattern::Plain::Part, "a\xff", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(TextPattern(c.pattern, c.plain).matches(c.text), c.isMatch)
        << c.pattern << " in " << c.text;
  }
}

TEST(TextPattern, ManyWildcardsTakeNoTime) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "a*";
  EXPECT_FALSE(
      TextPattern(pattern + "b", TextPattern::Plain::Part).matches(std::string(10'000, 'a')));
}

TEST(SearchText, SplitsIntoTerms) {
  const SearchText parsed = parseSearchText(" wheel  TYPE:Mesh /World/Car layer:\"my shot.usda\" ");
  EXPECT_EQ(parsed.problem, "");
  const std::vector<SearchTerm> expected = {{SearchKey::Name, "wheel"},
                                            {SearchKey::Type, "Mesh"},
                                            {SearchKey::Path, "/World/Car"},
                                            {SearchKey::Layer, "my shot.usda"}};
  EXPECT_EQ(parsed.terms, expected);
  EXPECT_TRUE(parseSearchText("  ").terms.empty());
  EXPECT_EQ(parseSearchText("animated:YES").terms.front().text, "yes");
}

TEST(SearchText, BadTermsGiveOneSentenceAndTheOthersApply) {
  const struct {
    const char* text;
    const char* problem;
  } cases[] = {
      {"typ:Mesh car",
       "There is no term \"typ:\"; the terms are type:, api:, kind:, purpose:, variant:, "
       "animated:, layer:, clip:, mentions:, regex:, joints:, points:, children: and layers:."},
      {"car joints:many", "\"joints:\" takes a number, as in joints:>100, not \"many\"."},
      {"car joints:>1x", "\"joints:\" takes a number, as in joints:>100, not \">1x\"."},
      {"car regex:a(b", "The regular expression is not valid: missing )."},
      {"car type:", "\"type:\" needs a word behind it, as in type:Mesh."},
      {"car animated:maybe", "\"animated:\" takes yes or no, not \"maybe\"."},
      {"car clip:broken typ:x", "\"clip:\" takes yes, no or missing, not \"broken\"."},
  };
  for (const auto& c : cases) {
    const SearchText parsed = parseSearchText(c.text);
    EXPECT_EQ(parsed.problem, c.problem);
    const std::vector<SearchTerm> car = {{SearchKey::Name, "car"}};
    EXPECT_EQ(parsed.terms, car) << c.text;
  }
}

TEST(SearchText, NumbersAreCompared) {
  const struct {
    const char* text;
    bool four, five, six;
  } cases[] = {{"5", false, true, false},  {"=5", false, true, false}, {">5", false, false, true},
               {">=5", false, true, true}, {"<5", true, false, false}, {"<=5", true, true, false}};
  for (const auto& c : cases) {
    const auto test = parseNumberTest(c.text);
    ASSERT_TRUE(test) << c.text;
    EXPECT_EQ(test->matches(4), c.four) << c.text;
    EXPECT_EQ(test->matches(5), c.five) << c.text;
    EXPECT_EQ(test->matches(6), c.six) << c.text;
  }
  for (const char* bad : {"", ">", "-1", "5.5", "=>5", "99999999999999999999999"}) {
    EXPECT_FALSE(parseNumberTest(bad)) << bad;
  }
}

TEST(SearchText, ExamplesOfTheHelpAreUnderstood) {
  for (const SearchKeyHelp& help : searchKeys()) {
    const SearchText parsed = parseSearchText(help.example);
    EXPECT_EQ(parsed.problem, "");
    ASSERT_EQ(parsed.terms.size(), 1u);
    EXPECT_EQ(parsed.terms.front().key, help.key);
  }
}

}  // namespace
}  // namespace usdscope
