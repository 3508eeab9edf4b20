// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Trail.h"

#include <gtest/gtest.h>

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
  // With fewer clips allowed, the trail is cut where they end.
  const Trail cut =
      trailOf(*stage, "/World/Crowd", {.from = 1, .to = 20, .near = 10, .clipBudget = 2});
  EXPECT_FALSE(cut.isWhole);
  EXPECT_EQ(cut.points.front().time, 1.0);
  EXPECT_EQ(cut.points.back().time, 14.0);
}

}  // namespace usdscope
