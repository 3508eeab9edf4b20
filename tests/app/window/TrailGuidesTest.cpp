// SPDX-License-Identifier: Apache-2.0
// The path of the selected prim over the picture.
#include <gtest/gtest.h>

#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kMovingBox = R"(
(
    startTimeCode = 1
    endTimeCode = 9
)
def Xform "Cart"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 5: (8, 4, 0), 9: (16, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "Box"
    {
    }
}
def Cube "Still"
{
}
)";

}  // namespace

TEST(TrailInWindow, ShowsThePathOfTheSelectedPrim) {
  const SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("scene.usda", kMovingBox)));
  open.hideAllButTheScene();
  const auto* viewport = open.window.findChild<ViewportWidget*>();
  ASSERT_TRUE(viewport);
  const PictureGuides& guides = viewport->guides();
  open.select("/Cart/Box");
  EXPECT_FALSE(guides.picture()->lines);
  const QImage without = open.picture();
  ASSERT_EQ(open.run("trail"), "");
  ASSERT_TRUE(open.settle());
  ASSERT_TRUE(guides.picture()->lines);
  // Eight stretches between nine frames, and a cross of three lines at each of three samples.
  EXPECT_EQ(guides.picture()->lines->size(), 8u + 9u);
  EXPECT_EQ(guides.picture()->legend.title, "Trail of Box, 1 to 9");
  ASSERT_EQ(guides.picture()->legend.swatches.size(), 1u);
  EXPECT_EQ(guides.picture()->legend.swatches[0].text, "scene.usda");
  EXPECT_GT(difference(without, open.picture()), 0.0001);
  open.select("/Still");
  EXPECT_EQ(guides.picture()->legend.title, "Trail of Still: it does not move");
  ASSERT_EQ(open.run("trail"), "");
  ASSERT_TRUE(open.settle());
  EXPECT_FALSE(guides.picture()->lines);
}

}  // namespace usdscope
