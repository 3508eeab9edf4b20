// SPDX-License-Identifier: Apache-2.0
// The path of the selected prim over the picture.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/session/Inspection.h"
#include "app/viewport/TrailGuides.h"
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
  // Eight stretches between nine frames, and a square with a rim at each of three samples.
  const std::vector<GuideLine>& lines = *guides.picture()->lines;
  ASSERT_EQ(lines.size(), 8u + 3u * 2u);
  EXPECT_NE(lines[7].from, lines[7].to);
  for (std::size_t rim = 8; rim < 11; ++rim) {
    const GuideLine& mark = lines[rim + 3];
    EXPECT_EQ(mark.from, mark.to) << rim;
    EXPECT_EQ(lines[rim].from, mark.from) << rim;
    EXPECT_GT(lines[rim].width, mark.width) << rim;
    EXPECT_GT(mark.width, 2 * lines[0].width) << rim;
    EXPECT_EQ(mark.color, lines[0].color) << rim;
  }
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

// The tip of a strip that a joint lifts. The places are those of UsdSkelBakeSkinning.
constexpr const char* kBentStrip = R"(
(
    startTimeCode = 1
    endTimeCode = 5
)
def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"])
{
    rel skel:skeleton = </Root/Skel>
    def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        uniform token[] joints = ["A", "A/B"]
        uniform matrix4d[] bindTransforms = [
            ((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)), ((1,0,0,0), (0,1,0,0), (0,0,1,0), (4,0,0,1))]
        uniform matrix4d[] restTransforms = [
            ((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)), ((1,0,0,0), (0,1,0,0), (0,0,1,0), (4,0,0,1))]
        rel skel:animationSource = </Root/Skel/Anim>
        def SkelAnimation "Anim"
        {
            uniform token[] joints = ["A/B"]
            float3[] translations.timeSamples = { 1: [(4, 0, 0)], 5: [(4, 8, 0)] }
            quatf[] rotations = [(1, 0, 0, 0)]
            half3[] scales = [(1, 1, 1)]
        }
    }
    def Mesh "Strip" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (5, 0, 0), (5, 5, 0), (0, 5, 0)]
        bool doubleSided = true
        int[] primvars:skel:jointIndices = [0, 1, 1, 0] (
            elementSize = 1
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
    }
}
)";

TEST(TrailInWindow, FollowsTheClickedPointAndTheChosenJoint) {
  const SceneTexts texts;
  OpenWindow open;
  ASSERT_TRUE(open.open(texts.write("scene.usda", kBentStrip)));
  const PictureGuides& guides = open.window.findChild<ViewportWidget*>()->guides();
  const auto title = [&] { return guides.picture()->legend.title; };
  ASSERT_EQ(open.run("trailOfPoint"), "");
  EXPECT_EQ(title(), "Click a point of a mesh to see its trail");
  // The hint stays as it is while the playhead moves.
  int changes = 0;
  {
    const QObject receiver;
    QObject::connect(guides.findChild<TrailGuides*>(), &TrailGuides::changed, &receiver,
                     [&changes] { ++changes; });
    open.moveTo(2);
    open.moveTo(3);
  }
  EXPECT_EQ(changes, 0);
  open.session.inspection().clickPoint(Path::fromText("/Root/Strip"), 2);
  ASSERT_TRUE(open.settle());
  EXPECT_EQ(title(), "Trail of point 2 of Strip, 1 to 5");
  ASSERT_TRUE(guides.picture()->lines);
  // Four stretches between five frames, and squares at both samples.
  ASSERT_EQ(guides.picture()->lines->size(), 4u + 2u * 2u);
  EXPECT_LT(glm::distance(guides.picture()->lines->front().from, glm::dvec3(5, 5, 0)), 1.0);
  EXPECT_EQ(open.run("trailOfPoint", {"/Root/Strip", "0"}), "");
  EXPECT_EQ(title(), "Trail of point 0 of Strip, 1 to 5");
  EXPECT_EQ(open.run("trailOfPoint", {"/Root/Strip", "no"}),
            "Expected a prim and the number of a point.");
  EXPECT_EQ(open.run("trailOfPoint"), "");
  EXPECT_FALSE(guides.picture()->lines);

  open.select("/Root/Strip");
  EXPECT_EQ(open.run("trail"), "");
  EXPECT_EQ(title(), "Trail of Strip, 1 to 5");
  EXPECT_EQ(open.run("joint", {"/Root/Skel", "A/B"}), "");
  EXPECT_EQ(title(), "Trail of joint B, 1 to 5");
  EXPECT_EQ(guides.picture()->lines->size(), 4u + 2u * 2u);
}

}  // namespace usdscope
