// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/Trail.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kMovingScene = R"(#usda 1.0
def Xform "Cart"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 5: (8, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Xform "Wheel"
    {
        double3 xformOp:translate = (0, 1, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
def Xform "Still"
{
    double3 xformOp:translate = (0, 1, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)";

Trail trailOf(const Stage& stage, const char* prim, const TrailRequest& request) {
  return makeTrail(stage.primAt(Path::fromText(prim)), request, {});
}

}  // namespace

TEST(TrailOfPrim, HasEveryFrameAndMarksSamples) {
  const StageResult result = stageFromText(kMovingScene);
  ASSERT_TRUE(result.stage);
  const Trail trail = trailOf(*result.stage, "/Cart/Wheel", {.from = 1, .to = 6, .near = 2});
  ASSERT_EQ(trail.points.size(), 6u);
  EXPECT_TRUE(trail.isWhole);
  const double xs[] = {0, 2, 4, 6, 8, 8};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(trail.points[i].time, double(i + 1));
    EXPECT_EQ(trail.points[i].world, glm::dvec3(xs[i], 1, 0));
    EXPECT_EQ(trail.points[i].isSample, i == 0 || i == 4) << i;
  }
  ASSERT_EQ(trail.suppliers.size(), 1u);
  EXPECT_EQ(trail.suppliers[0].name, "root.usda");
  EXPECT_TRUE(trailOf(*result.stage, "/Still", {.from = 1, .to = 6}).points.empty());
}

TEST(TrailOfPrim, HolesSplitIt) {
  const StageResult result = stageFromText(
      "#usda 1.0\ndef Mesh \"Flag\"\n{\n    point3f[] points.timeSamples = {1: [(0, 0, 0)], 2: "
      "[(1, 0, 0)], 3: None, 5: [(4, 0, 0)], 6: [(5, 0, 0)]}\n}\n");
  ASSERT_TRUE(result.stage);
  const Trail trail = trailOf(*result.stage, "/Flag", {.from = 1, .to = 6, .near = 5});
  ASSERT_EQ(trail.points.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(trail.points[i].isAfterHole, i == 2) << i;
}

TEST(TrailOfPrim, LimitsCutItAroundThePlayhead) {
  const StageResult result = stageFromText(kMovingScene);
  ASSERT_TRUE(result.stage);
  const Trail trail =
      trailOf(*result.stage, "/Cart", {.from = 1, .to = 1e7, .near = 4, .mostPoints = 5});
  EXPECT_FALSE(trail.isWhole);
  ASSERT_EQ(trail.points.size(), 5u);
  EXPECT_EQ(trail.points.front().time, 2.0);
  EXPECT_EQ(trail.points.back().time, 6.0);
  std::stop_source stop;
  stop.request_stop();
  const Trail stopped = makeTrail(result.stage->primAt(Path::fromText("/Cart")),
                                  {.from = 1, .to = 6}, stop.get_token());
  EXPECT_TRUE(stopped.points.empty());
  EXPECT_FALSE(stopped.isWhole);
}

// A strip that a joint bends: the joint moves its end from (4, 0, 0) to (4, 8, 0). Points in the
// space of the skeleton are those of UsdSkelBakeSkinning.
constexpr const char* kSkinnedScene = R"(#usda 1.0
def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"])
{
    rel skel:skeleton = </Root/Skel>
    double3 xformOp:translate = (0, 0, 10)
    uniform token[] xformOpOrder = ["xformOp:translate"]
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
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (5, 0, 0), (5, 1, 0)]
        int[] primvars:skel:jointIndices = [0, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
    }
}
)";

TEST(TrailOfPrim, FollowsJointsAndSkinnedPoints) {
  const StageResult result = stageFromText(kSkinnedScene);
  ASSERT_TRUE(result.stage);
  const struct {
    const char* prim;
    std::optional<std::uint32_t> point;
    const char* joint;
    glm::dvec3 first;
    glm::dvec3 last;
  } cases[] = {
      {"/Root/Strip", 1, "", {5, 0, 10}, {5, 8, 10}},
      {"/Root/Strip", 2, "", {5, 1, 10}, {5, 9, 10}},
      {"/Root/Strip",
       std::nullopt,
       "",
       {10 / 3.0, 1 / 3.0, 10},
       {10 / 3.0, 1 / 3.0 + 16 / 3.0, 10}},
      {"/Root/Skel", std::nullopt, "A/B", {4, 0, 10}, {4, 8, 10}},
      {"/Root/Strip", std::nullopt, "A/B", {4, 0, 10}, {4, 8, 10}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.prim) + " " + c.joint);
    const Trail trail = trailOf(*result.stage, c.prim,
                                {.from = 1, .to = 5, .point = c.point, .joint = Token(c.joint)});
    ASSERT_EQ(trail.points.size(), 5u);
    EXPECT_LT(glm::distance(trail.points.front().world, c.first), 1e-5);
    EXPECT_LT(glm::distance(trail.points.back().world, c.last), 1e-5);
    EXPECT_LT(glm::distance(trail.points[2].world, (c.first + c.last) / 2.0), 1e-5);
    EXPECT_TRUE(trail.points.front().isSample);
    EXPECT_FALSE(trail.points[1].isSample);
    ASSERT_EQ(trail.suppliers.size(), 1u);
    EXPECT_EQ(trail.suppliers[0].name, "root.usda");
  }
  // There is no such joint or point.
  EXPECT_TRUE(trailOf(*result.stage, "/Root/Strip", {.from = 1, .to = 5, .joint = Token("C")})
                  .points.empty());
  EXPECT_TRUE(
      trailOf(*result.stage, "/Root/Strip", {.from = 1, .to = 5, .point = 3}).points.empty());
}

TEST(TrailOfPrim, FollowsAPointOfACache) {
  const StageResult result = stageFromText(R"(#usda 1.0
def Mesh "Cache"
{
    point3f[] points.timeSamples = { 1: [(0, 0, 0), (1, 0, 0)], 3: [(0, 0, 0), (1, 6, 0)] }
    double3 xformOp:translate = (0, 0, 2)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)");
  ASSERT_TRUE(result.stage);
  const Trail trail = trailOf(*result.stage, "/Cache", {.from = 1, .to = 3, .point = 1});
  ASSERT_EQ(trail.points.size(), 3u);
  EXPECT_EQ(trail.points[1].world, glm::dvec3(1, 3, 2));
  EXPECT_EQ(trail.points[2].world, glm::dvec3(1, 6, 2));
}

// The points of tests/assets/motion/root.usda are those of OpenUSD 26.11.
TEST(TrailOfPrim, FollowsPointsFromClipsInTheirColours) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "motion/root.usda").string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  const auto stage = composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
  ASSERT_TRUE(stage);
  const Trail trail = trailOf(*stage, "/World/Crowd", {.from = 6, .to = 15, .near = 10});
  ASSERT_EQ(trail.points.size(), 10u);
  ASSERT_EQ(trail.suppliers.size(), 3u);
  const TrailPoint& last = trail.points.back();
  EXPECT_EQ(last.world, glm::dvec3(15, 1, 0));
  EXPECT_EQ(trail.suppliers[last.supplier].name, "clip_c.usda");
  EXPECT_EQ(trail.suppliers[trail.points.front().supplier].name, "clip_a.usda");
  EXPECT_TRUE(last.isSample);
  // The legend has the order of time, wherever the playhead is.
  for (const double near : {6.0, 10.0, 15.0}) {
    const Trail other = trailOf(*stage, "/World/Crowd", {.from = 6, .to = 15, .near = near});
    std::size_t most = 0;
    for (const TrailPoint& point : other.points) {
      EXPECT_LE(point.supplier, most) << near;
      most = std::max(most, point.supplier + 1);
    }
    EXPECT_EQ(most, 3u);
  }
  // With fewer clips allowed, the trail is cut where they end.
  const Trail cut =
      trailOf(*stage, "/World/Crowd", {.from = 1, .to = 20, .near = 10, .clipBudget = 2});
  EXPECT_FALSE(cut.isWhole);
  EXPECT_EQ(cut.points.front().time, 1.0);
  EXPECT_EQ(cut.points.back().time, 14.0);
}

}  // namespace usdscope
