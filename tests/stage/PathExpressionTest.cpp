// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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
