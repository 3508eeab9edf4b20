// SPDX-License-Identifier: Apache-2.0
// Prims in the colours of the layers and clips that supply their values.
#include <gtest/gtest.h>

#include "app/viewport/ComparedView.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"(
(
    startTimeCode = 0
    endTimeCode = 20
)
def Mesh "Flag" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@./one.usda@, @./two.usda@]
            double2[] active = [(0, 0), (10, 1)]
            double2[] times = [(0, 0), (20, 20)]
            asset manifestAssetPath = @./one.usda@
            string primPath = "/P"
        }
    }
)
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}
)";
constexpr const char* kClip = R"(
def "P"
{
    point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }
}
)";

struct Paint : testing::Test {
  SceneTexts texts;
  OpenWindow open;

  void SetUp() override {
    texts.write("one.usda", kClip);
    texts.write("two.usda", kClip);
    ASSERT_TRUE(open.open(texts.write("scene.usda", kScene)));
    open.hideAllButTheScene();
  }
  std::string legend() const {
    const auto& heat = open.session.heat.value();
    return heat && !heat->legend.empty() ? heat->legend[0].text : "";
  }
};

}  // namespace

TEST_F(Paint, ColorsAreThoseOfTheClipAtThePlayhead) {
  open.moveTo(5.0);
  const QImage bare = open.picture();
  EXPECT_EQ(open.run("paintShape"), "");
  const QImage first = open.picture();
  EXPECT_GT(difference(bare, first), 0.01);
  EXPECT_EQ(legend(), "one.usda: 1 prim");
  open.moveTo(15.0);
  EXPECT_EQ(legend(), "two.usda: 1 prim");
  EXPECT_GT(difference(first, open.picture()), 0.01);
  EXPECT_EQ(open.run("paintShape"), "");
  EXPECT_FALSE(open.session.heat.value());
}

TEST_F(Paint, PropertyIsTheSelectedOne) {
  open.run("paintProperty");
  open.select("/Flag.faceVertexCounts");
  EXPECT_EQ(open.session.heat.value()->title, "Suppliers of faceVertexCounts");
  EXPECT_EQ(legend(), "scene.usda: 1 prim");
  open.select("/Flag.points");
  EXPECT_EQ(legend(), "one.usda: 1 prim");
}

TEST_F(Paint, OnePaintReplacesTheOther) {
  open.run("paintShape");
  open.run("paintTransform");
  EXPECT_EQ(open.session.heat.value()->title, "Suppliers of the transform");
}

TEST_F(Paint, BothSidesOfAWipeHaveTheColorsOfTheirOwnFrame) {
  open.run("paintShape");
  const QImage second = open.pictureAt(15.0);
  const QImage first = open.pictureAt(5.0);
  ASSERT_GT(difference(first, second), 0.01);
  ASSERT_EQ(open.run("compareWith", {"15"}), "");
  ASSERT_EQ(open.run("wipe", {"0"}), "");
  const auto& compared = *open.window.findChild<ComparedView*>();
  const auto isPainted = [&] {
    return compared.picture() && difference(compared.picture()->image, second) == 0.0;
  };
  EXPECT_TRUE(waitUntil(isPainted));
  // The frame that both show has the same colours.
  open.moveTo(15.0);
  EXPECT_TRUE(waitUntil(isPainted));
  EXPECT_EQ(difference(open.picture(), compared.picture()->image), 0.0);
  // Without paint, neither side has it.
  open.moveTo(5.0);
  EXPECT_EQ(open.run("paintShape"), "");
  ASSERT_TRUE(open.settle());
  ASSERT_TRUE(compared.picture());
  EXPECT_GT(difference(compared.picture()->image, second), 0.01);
}

}  // namespace usdscope
