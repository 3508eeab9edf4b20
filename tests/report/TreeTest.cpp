// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/Tree.h"

#include <gtest/gtest.h>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"(
def Xform "Set" (
    kind = "assembly"
)
{
    def Xform "Prop" (
        kind = "component"
    )
    {
        def Cube "Moving"
        {
            double size.timeSamples = { 1: 1, 2: 5 }
            double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 2: (1, 0, 0) }
            float still = 3
        }
    }
    def Xform "NoModel"
    {
    }
}
over "Light"
{
}
)";

std::vector<std::string> linesOf(const TreeOptions& options) {
  const auto stage = stageFromText(kScene).stage;
  EXPECT_TRUE(stage);
  std::vector<std::string> lines;
  if (stage) treeLines(*stage, options, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

}  // namespace

TEST(Tree, DrawsThePrimsAndWhatIsAskedForBesides) {
  const struct {
    const char* name;
    TreeOptions options;
    std::vector<std::string> lines;
  } cases[] = {
      {"simple",
       {.simple = true},
       {"/", " |--Set", " |   |--Prop", " |   |   `--Moving", " |   `--NoModel", " `--Light"}},
      {"models", {.simple = true, .models = true}, {"/", " `--Set", "     `--Prop"}},
      {"kinds",
       {},
       {"/", " |--Set [def Xform] (kind = assembly)", " |   |--Prop [def Xform] (kind = component)",
        " |   |   `--Moving [def Cube]", " |   `--NoModel [def Xform]", " `--Light [over]"}},
  };
  for (const auto& c : cases) EXPECT_EQ(linesOf(c.options), c.lines) << c.name;
}

// The lines that usdtree prints.
TEST(Tree, DrawsALayerWithoutItsArcs) {
  const auto layer = layerFromText(R"(
def Xform "W" (
    kind = "assembly"
    customData = { int x = 1 }
    references = @nobody.usda@
)
{
    int a = 1
    rel b
    over "In" (
        active = true
    )
    {
    }
}
def "Off" (
    active = false
    payload = @nobody.usda@
)
{
    int c = 1
}
)");
  ASSERT_TRUE(layer);
  std::vector<std::string> lines;
  treeLines(*layer, {.attributes = true, .metadata = true},
            [&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "/", " |--W [def Xform] (kind = assembly)", " |   | :--(customData)",
                       " |   | :--(references)", " |   | :--.a", " |   | `--.b",
                       " |   `--In [over] (active = true)", " `--Off [def] (active = false)",
                       "       :--(payload)", "       `--.c"}));
}

TEST(Tree, CountsWhatIsAnimated) {
  const std::vector<std::string> lines = linesOf({.counts = true});
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[3], " |   |   `--Moving [def Cube] (2 animated)");
  for (const std::size_t i : {1u, 2u, 4u, 5u}) {
    EXPECT_EQ(lines[i].find("animated"), std::string::npos) << lines[i];
  }
}

}  // namespace usdscope
