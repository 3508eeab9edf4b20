// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/ValueFromText.h"

#include <gtest/gtest.h>

#include "engine/math/Types.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

ValueFromText read(std::string_view text, std::string_view type) {
  return valueFromText(text, *findTypeName(Token(type)));
}

}  // namespace

TEST(ValueFromText, ReadsTheSpellingOfTextLayers) {
  const struct {
    const char* type;
    const char* text;
    Value value;
  } cases[] = {
      {"double", " 2.5 ", Value(2.5)},
      {"bool", "true", Value(true)},
      {"float3", "(1, 2, 3)", Value(glm::vec3(1, 2, 3))},
      {"int[]", "[1, 2]", Value(Array<std::int32_t>({1, 2}))},
      {"int[]", "[]", Value(Array<std::int32_t>())},
      {"token", "\"invisible\"", Value(Token("invisible"))},
      {"token", "invisible", Value(Token("invisible"))},
      {"string", "two words", Value(std::string("two words"))},
      {"string", "'it''s'", Value()},
      {"asset", "@a.usd@", Value(AssetPath{.authored = "a.usd", .evaluated = {}, .resolved = {}})},
      {"asset", "./a.usd",
       Value(AssetPath{.authored = "./a.usd", .evaluated = {}, .resolved = {}})},
      {"timecode", "4", Value(TimeCodeValue{4})},
      {"matrix2d", "((1, 0), (0, 1))", Value(glm::dmat2(1))},
      {"float", "None", Value(ValueBlock())},
  };
  for (const auto& c : cases) {
    const ValueFromText result = read(c.text, c.type);
    EXPECT_EQ(result.value, c.value) << c.type << ' ' << c.text << ": " << result.problem;
    EXPECT_EQ(result.problem.empty(), !c.value.isEmpty()) << c.type << ' ' << c.text;
  }
}

TEST(ValueFromText, ProblemsNameTheColumnAndTheExpectedText) {
  const struct {
    const char* type;
    const char* text;
    const char* problem;
  } cases[] = {
      {"float3", "(1, 2",
       "This is not a value of the type float3. Column 1: Expected 3 values in "
       "parentheses; found: (1, 2."},
      {"double", "abc",
       "This is not a value of the type double. Column 1: Expected a number; found: abc."},
      {"double", "1 2",
       "This is not a value of the type double. Column 3: Expected the end of the value; found: "
       "2."},
      {"int[]", "3",
       "This is not a value of the type int[]. Column 1: Expected '[': the type is an "
       "array; found: 3."},
      {"int", "[3]",
       "This is not a value of the type int. Column 1: Expected a single value: the "
       "type is not an array; found: [3]."},
      {"double", "",
       "This is not a value of the type double. Column 1: Expected a number before "
       "the end of the text."},
      {"double", "</A>",
       "This is not a value of the type double. Column 1: Expected a value; found: </A>."},
  };
  for (const auto& c : cases) EXPECT_EQ(read(c.text, c.type).problem, c.problem);
  // Columns count characters.
  EXPECT_NE(read("[\"äöü\", x]", "string[]").problem.find("Column 9:"), std::string::npos);
}

TEST(ValueFromText, EveryPrefixOfAValueIsSafe) {
  const std::string text = "[(1, 2.5, -3e4), (nan, inf, 0.1)]";
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(read(text.substr(0, size), "double3[]").problem.empty()) << size;
  }
  EXPECT_TRUE(read(text, "double3[]").problem.empty());
  const std::string deep(100000, '[');
  EXPECT_FALSE(read(deep, "double3[]").problem.empty());
  EXPECT_FALSE(read(std::string(10000, 'x'), "double").problem.empty());
  EXPECT_FALSE(read(std::string("\0\x01\xff", 3), "token").problem.empty());
}

TEST(ValueFromText, Dictionaries) {
  const ValueFromText good = dictionaryFromText("{ int a = 1; dictionary b = { string c = 'x' } }");
  ASSERT_TRUE(good.value.holds<Dictionary>()) << good.problem;
  EXPECT_EQ(*good.value.find<Dictionary>()->find("a"), Value(1));
  EXPECT_EQ(dictionaryFromText("{ int a }").problem,
            "This is not a dictionary. Column 9: Expected '='; found: }.");
}

}  // namespace usdscope
