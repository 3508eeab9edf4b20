// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/ShapeAttribute.h"

#include <gtest/gtest.h>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

TEST(ShapeAttribute, VaryingAttributesComeBeforeNearOnes) {
  const StageResult result = stageFromText(R"(#usda 1.0
def Xform "Moving"
{
    double3 xformOp:translate.timeSamples = {1: (0, 0, 0), 9: (1, 0, 0)}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Mesh "Still"
    {
        point3f[] points = [(0, 0, 0)]
    }
    def Mesh "Deformed"
    {
        point3f[] points.timeSamples = {1: [(0, 0, 0)], 9: [(1, 0, 0)]}
    }
    def Mesh "Apart"
    {
        point3f[] points = [(0, 0, 0)]
        uniform token[] xformOpOrder = ["!resetXformStack!"]
    }
    def Sphere "Growing"
    {
        double radius.timeSamples = {1: 1, 9: 2}
    }
}
def Xform "Blinking"
{
    token visibility.timeSamples = {1: "inherited", 5: "invisible", 7: "inherited"}
    def Cube "Box"
    {
        double size = 2
    }
}
def Scope "Plain"
{
    def Cube "Box"
    {
    }
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* prim;
    double time;
    const char* attribute;
  } cases[] = {
      {"/Moving/Still", 1, "/Moving.xformOp:translate"},
      {"/Moving/Deformed", 1, "/Moving/Deformed.points"},
      {"/Moving/Apart", 1, "/Moving/Apart.points"},
      {"/Moving/Growing", 1, "/Moving/Growing.radius"},
      {"/Blinking/Box", 1, "/Blinking.visibility"},
      {"/Blinking/Box", 6, "/Blinking.visibility"},
      {"/Plain/Box", 1, ""},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.prim));
    ASSERT_TRUE(prim) << c.prim;
    EXPECT_EQ(attributeBehindShape(prim, c.time).text(), c.attribute) << c.prim;
  }
}

TEST(ShapeAttribute, HiddenAnimationIsBeforeAuthoredValues) {
  const StageResult result = stageFromTexts({{"/root.usda", R"((subLayers = [@anim.usda@])
def Mesh "Hero"
{
    point3f[] points = [(0, 0, 0)]
    double3 xformOp:translate = (2, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)"},
                                             {"/anim.usda", R"(over "Hero"
{
    double3 xformOp:translate.timeSamples = {1: (0, 0, 0), 9: (1, 0, 0)}
}
)"}});
  ASSERT_TRUE(result.stage);
  const Prim hero = result.stage->primAt(Path::fromText("/Hero"));
  EXPECT_EQ(attributeBehindShape(hero, 1.0).text(), "/Hero.xformOp:translate");
}

}  // namespace
}  // namespace usdscope
