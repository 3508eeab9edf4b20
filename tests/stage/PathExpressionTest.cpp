// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/value/TimeCode.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string valueOf(const LayerTexts& texts, const char* prim, TimeCode time = TimeCode()) {
  const auto result = stageFromTexts(texts);
  EXPECT_TRUE(result.stage);
  if (!result.stage) return {};
  const Value value = result.stage->primAt(Path::fromText(prim)).attribute(Token("e")).value(time);
  const auto* expression = value.find<PathExpression>();
  return expression ? expression->text : "no expression";
}

std::string with(const char* prim, const char* expression) {
  return std::string("def \"") + prim + "\" {\npathExpression e = \"" + expression + "\"\n}\n";
}

}  // namespace

TEST(PathExpressions, ExpressionsAreMappedToTheStageAndComposedOverWeakerOnes) {
  EXPECT_EQ(valueOf({{"/root.usda", "(subLayers = [@weak.usda@])\n" + with("A", "/A/M* %_")},
                     {"/weak.usda", with("A", "/A/S + /A/T")}},
                    "/A"),
            "/A/M* (/A/S + /A/T)");
  EXPECT_EQ(valueOf({{"/root.usda", "def \"R\" ( references = @ref.usda@</A> ) {}\n"},
                     {"/ref.usda", with("A", "/A// - /Out")}},
                    "/R"),
            "/R//");
}

// The reference gives other values at the default time than at other times.
TEST(PathExpressions, WeakerBlocksLeaveNoValueAtTheDefaultTime) {
  const std::string block = "def \"A\" {\npathExpression e = None\n}\n";
  const struct {
    std::string strong, middle, weak;
    const char* atDefault;
    const char* atFrame;
  } cases[] = {
      {with("A", "/X"), with("A", "/Y"), "", "/X", "/X"},
      {with("A", "/X"), block, "", "no expression", "/X"},
      {with("A", "/X"), with("A", "/Y"), block, "no expression", "/X"},
      {with("A", "/X %_"), block, with("A", "/Y"), "no expression", "/X"},
      {with("A", "/X %_"), "", block, "no expression", "/X"},
      {block, with("A", "/Y"), "", "no expression", "no expression"},
  };
  for (const auto& c : cases) {
    const LayerTexts texts = {
        {"/root.usda", "(subLayers = [@middle.usda@, @weak.usda@])\n" + c.strong},
        {"/middle.usda", c.middle},
        {"/weak.usda", c.weak}};
    EXPECT_EQ(valueOf(texts, "/A"), c.atDefault) << c.strong << c.middle << c.weak;
    EXPECT_EQ(valueOf(texts, "/A", 1.0), c.atFrame) << c.strong << c.middle << c.weak;
  }
}

TEST(PathExpressions, GoThroughVariantsAsTheyWereAnchored) {
  const LayerTexts texts = {{"/root.usda", R"(
def "Q" (references = </P>) {}
def "P" (
    variants = {
        string v = "x"
    }
    variantSets = "v"
)
{
    variantSet "v" = {
        "x" {
            pathExpression e = ".//x A"
            def "B" {
                pathExpression e = "..//x A ../C %../C:d A*{isa:Mesh}"
            }
        }
    }
}
)"}};
  EXPECT_EQ(valueOf(texts, "/P"), "/P//x /P/A");
  EXPECT_EQ(valueOf(texts, "/P/B"),
            "..//x /P{v=x}B/A /P{v=x}C %/P{v=x}C:d /P{v=x}B/A*{isa:\"Mesh\"}");
  EXPECT_EQ(valueOf(texts, "/Q/B"),
            "..//x /Q{v=x}B/A /Q{v=x}C %/Q{v=x}C:d /Q{v=x}B/A*{isa:\"Mesh\"}");
}

}  // namespace usdscope
