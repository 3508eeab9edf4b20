// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/PathExpressionTree.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string valueOf(const LayerTexts& texts, const char* prim) {
  const auto result = stageFromTexts(texts);
  EXPECT_TRUE(result.stage);
  if (!result.stage) return {};
  const Value value =
      result.stage->primAt(Path::fromText(prim)).attribute(Token("e")).value(TimeCode());
  const auto* expression = value.find<PathExpression>();
  return expression ? expression->text : "no expression";
}

std::string with(const char* prim, const char* expression) {
  return std::string("def \"") + prim + "\" {\npathExpression e = \"" + expression + "\"\n}\n";
}

}  // namespace

// The texts are those of usd-core 26.11.
TEST(PathExpressionTree, WritesBracketsWhereTheyAreNeeded) {
  const struct {
    const char* text;
    const char* written;
  } cases[] = {
      {"", ""},
      {"//", "//"},
      {"/A  /B", "/A /B"},
      {"(/A /B)", "/A /B"},
      {"/A + (/B /C)", "/A + /B /C"},
      {"(/A + /B) /C", "(/A + /B) /C"},
      {"/A - (/B - /C)", "/A - (/B - /C)"},
      {"(/A - /B) - /C", "/A - /B - /C"},
      {"~(/A & /B)", "~(/A & /B)"},
      {"/A{isa:\"Mesh, x\"}.b %/C:name %_", "/A{isa:\"Mesh, x\"}.b %/C:name %_"},
      {"(/A", ""},
      {"/A +", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(PathExpressionTree::parse(c.text).text(), c.written);
}

TEST(PathExpressionTree, PathsAreMapped) {
  const struct {
    const char* text;
    const char* mapped;
  } cases[] = {
      {"/A//", "/X/Y//"},
      {"/A/B*/C", "/X/Y/B*/C"},
      {"/A", "/X/Y"},
      {"/A.b*", "/X/Y.b*"},
      {"/A/B{isa:\"Mesh\"}", "/X/Y/B{isa:\"Mesh\"}"},
      {"%/A:name", "%/X/Y:name"},
      {"%:name %_ //C*", "%:name %_ //C*"},
      {"/Out", ""},
      {"/A /Out", "/X/Y"},
      {"/A - /Out//", "/X/Y"},
      {"/A & /Out", ""},
      {"~/Out", "//"},
  };
  for (const auto& c : cases) {
    const auto map = [](Path path) {
      const Path a = Path::fromText("/A");
      return path.hasPrefix(a) ? path.withPrefixReplaced(a, Path::fromText("/X/Y")) : Path();
    };
    EXPECT_EQ(PathExpressionTree::parse(c.text).mapped(map).text(), c.mapped) << c.text;
  }
}

TEST(PathExpressionTree, ReferencesThatMultiplyStayInBounds) {
  PathExpressionTree tree = PathExpressionTree::parse("/A");
  const PathExpressionTree twice = PathExpressionTree::parse("%_ + %_");
  for (int i = 0; i < 100; ++i) tree = twice.over(tree);
  EXPECT_LT(tree.text().size(), 100'000u);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "/A ";
  EXPECT_TRUE(PathExpressionTree::parse(text).isEmpty());
  EXPECT_TRUE(PathExpressionTree::parse(std::string(100'000, '(')).isEmpty());
}

TEST(PathExpressions, AreMappedToTheStageAndComposedOverWeakerOnes) {
  EXPECT_EQ(valueOf({{"/root.usda", "(subLayers = [@weak.usda@])\n" + with("A", "/A/M* %_")},
                     {"/weak.usda", with("A", "/A/S + /A/T")}},
                    "/A"),
            "/A/M* (/A/S + /A/T)");
  EXPECT_EQ(valueOf({{"/root.usda", "def \"R\" ( references = @ref.usda@</A> ) {}\n"},
                     {"/ref.usda", with("A", "/A// - /Out")}},
                    "/R"),
            "/R//");
}

}  // namespace usdscope
