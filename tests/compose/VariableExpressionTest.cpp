// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/VariableExpression.h"

#include <gtest/gtest.h>

#include "engine/value/Array.h"

namespace usdscope {
namespace {

Dictionary variables() {
  Dictionary result;
  result.set("SHOT", Value(std::string("s01")));
  result.set("N", Value(std::int64_t{3}));
  result.set("FLAG", Value(true));
  result.set("LIST", Value(Array<std::string>{"a", "b"}));
  result.set("NEST", Value(std::string("`\"${SHOT}_x\"`")));
  result.set("LOOP", Value(std::string("`${LOOP}`")));
  result.set("NONE", Value(std::string("`None`")));
  result.set("REAL", Value(1.5));
  return result;
}

// "text", 7, True, [a, b]; None for no value.
std::string textOf(const Value& value) {
  if (const auto* text = value.find<std::string>()) return *text;
  if (const auto* number = value.find<std::int64_t>()) return std::to_string(*number);
  if (const auto* flag = value.find<bool>()) return *flag ? "True" : "False";
  if (const auto* items = value.find<Array<std::string>>()) {
    std::string text;
    for (const std::string& item : *items) text += (text.empty() ? "" : ", ") + item;
    return '[' + text + ']';
  }
  return value.isEmpty() ? "None" : "?";
}

}  // namespace

// Expected: Sdf.VariableExpression of the reference.
TEST(VariableExpression, Evaluates) {
  const struct {
    const char* expression;
    const char* value;
    std::vector<std::string> used;
  } cases[] = {
      {"`\"a\"`", "a", {}},
      {"`'it'`", "it", {}},
      {"`\"${SHOT}/x\"`", "s01/x", {"SHOT"}},
      {"`\"${LOST}\"`", "${LOST}", {"LOST"}},
      {"`${SHOT}`", "s01", {"SHOT"}},
      {"`${NEST}`", "s01_x", {"NEST", "SHOT"}},
      {"`-7`", "-7", {}},
      {"`True`", "True", {}},
      {"`None`", "None", {}},
      {"`\"x${NONE}y\"`", "xy", {"NONE"}},
      {"`[\"a\", \"b\"]`", "[a, b]", {}},
      {"`[]`", "[]", {}},
      {"`${LIST}`", "[a, b]", {"LIST"}},
      {"`if(${FLAG}, \"y\", \"n\")`", "y", {"FLAG"}},
      {"`if(False, \"y\")`", "None", {}},
      {"`if(True, \"y\", ${LOST})`", "y", {"LOST"}},
      {"`eq(${SHOT}, \"s01\")`", "True", {"SHOT"}},
      {"`neq(1, 2)`", "True", {}},
      {"`lt(1, 2)`", "True", {}},
      {"`geq(\"b\", \"a\")`", "True", {}},
      {"`and(True, False)`", "False", {}},
      {"`or(True, False)`", "True", {}},
      {"`not(True)`", "False", {}},
      {"`contains(${LIST}, \"b\")`", "True", {"LIST"}},
      {"`contains(\"abc\", \"b\")`", "True", {}},
      {"`at(${LIST}, -1)`", "b", {"LIST"}},
      {"`at(\"abc\", 1)`", "b", {}},
      {"`len(${LIST})`", "2", {"LIST"}},
      {"`len(\"abc\")`", "3", {}},
      {"`defined(\"SHOT\", \"LOST\")`", "False", {}},
      {"`defined(\"SHOT\")`", "True", {}},
  };
  for (const auto& c : cases) {
    const ExpressionResult result = evaluateVariableExpression(c.expression, variables());
    EXPECT_EQ(textOf(result.value), c.value) << c.expression;
    EXPECT_EQ(result.errors, "") << c.expression;
    EXPECT_EQ(result.usedVariables, c.used) << c.expression;
  }
}

TEST(VariableExpression, ReportsWhyThereIsNoValue) {
  const struct {
    const char* expression;
    const char* error;
  } cases[] = {
      {"`${LOST}`", "The variable LOST has no value."},
      {"`${LOOP}`", "LOOP"},
      {"`${REAL}`", "The variable REAL"},
      {"`\"n${N}\"`", "The variable N is not a string."},
      {"`[1, \"a\"]`", "string"},
      {"`if(1, \"y\", \"n\")`", "if: "},
      {"`if(True, \"y\", 1)`", "if: "},
      {"`eq(1, \"1\")`", "eq: cannot compare int and string"},
      {"`lt(None, None)`", "lt: "},
      {"`not(\"x\")`", "not: "},
      {"`contains(1, 2)`", "contains: "},
      {"`at(${LIST}, 2)`", "at: the index is out of range"},
      {"`len(1)`", "len: "},
      {"`nope(1)`", "nope"},
      {"`if(True)`", "The function if does not take 1 arguments."},
      {"`\"a\" \"b\"`", "at character 4."},
      {"`\"a`", "at character"},
      {"`${}`", "at character 3."},
      {"``", "at character 1."},
      {"`99999999999999999999`", "The integer is too large at character"},
  };
  for (const auto& c : cases) {
    const ExpressionResult result = evaluateVariableExpression(c.expression, variables());
    EXPECT_TRUE(result.value.isEmpty()) << c.expression;
    EXPECT_NE(result.errors.find(c.error), std::string::npos) << c.expression << result.errors;
  }
}

TEST(VariableExpression, TextExpressionsMustGiveAText) {
  EXPECT_EQ(evaluateTextExpression("`${SHOT}`", variables()).text(), "s01");
  EXPECT_EQ(evaluateTextExpression("`None`", variables()).errors, "");
  EXPECT_NE(evaluateTextExpression("`7`", variables()).errors, "");
}

TEST(VariableExpression, NestingIsLimited) {
  std::string deep = "True";
  for (int i = 0; i < 100; ++i) deep = "not(" + deep + ")";
  EXPECT_NE(evaluateVariableExpression("`" + deep + "`", {}).errors, "");
  Dictionary doubling;
  doubling.set("V0", Value(std::string("x")));
  for (int i = 1; i < 30; ++i) {
    const std::string inner = "${V" + std::to_string(i - 1) + "}";
    doubling.set("V" + std::to_string(i), Value("`\"" + inner + inner + "\"`"));
  }
  EXPECT_NE(evaluateVariableExpression("`${V29}`", doubling).errors, "");
}

TEST(VariableExpression, OnlyBackquotesMakeAnExpression) {
  const struct {
    const char* text;
    bool isExpression;
  } cases[] = {{"`a`", true}, {"a.usda", false}, {"``", false}, {"`a", false}, {"", false}};
  for (const auto& c : cases) EXPECT_EQ(isVariableExpression(c.text), c.isExpression) << c.text;
}

}  // namespace usdscope
