// SPDX-License-Identifier: Apache-2.0
#include "engine/report/cost/FrameCost.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// `Heavy` interpolates 20,000 points, `Light` one number.
std::shared_ptr<const Stage> unequalPrims() {
  std::string points;
  for (int i = 0; i < 20000; ++i) points += "(0, 0, 1), ";
  return stageFromText("def Points \"Heavy\"\n{\n    point3f[] points.timeSamples = { 1: [" +
                       points + "], 9: [" + points +
                       "] }\n}\ndef Sphere \"Light\"\n{\n"
                       "    double radius.timeSamples = { 1: 1, 9: 2 }\n}\n")
      .stage;
}

TEST(FrameCost, EachFrameIsMeasured) {
  const std::vector<double> times = {2, 3, 4};
  std::size_t reported = 0;
  const auto costs = measureFrames(unequalPrims(), times,
                                   [&](std::size_t done, std::size_t) { reported = done; }, {});
  ASSERT_EQ(costs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(costs[i].time, times[i]);
    EXPECT_GT(costs[i].milliseconds, 0.0);
  }
  EXPECT_EQ(reported, 3u);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_TRUE(measureFrames(unequalPrims(), times, {}, stopped.get_token()).empty());
}

TEST(FrameCost, PrimsWithMoreValuesCostMore) {
  const auto stage = unequalPrims();
  const auto prims = costliestPrims(*stage, 5.0, 10, {});
  ASSERT_EQ(prims.size(), 2u);
  EXPECT_EQ(prims[0].prim.text(), "/Heavy");
  EXPECT_EQ(prims[1].prim.text(), "/Light");
  EXPECT_EQ(costliestPrims(*stage, 5.0, 1, {}).size(), 1u);
}

TEST(FrameCost, CostlyFramesStandOutAndAreFelt) {
  const std::vector<FrameCost> costs = {{1, 2}, {2, 2}, {3, 30}, {4, 2}, {5, 5}};
  EXPECT_EQ(medianCost(costs), 2.0);
  EXPECT_EQ(costlyFrames(costs), std::vector<std::size_t>{2});
  EXPECT_EQ(costText(costs[2], 2.0), "Frame 3: 30.0 ms to evaluate, 15 times the usual cost");
  EXPECT_EQ(costText(costs[4], 2.0), "Frame 5: 5.0 ms to evaluate");
  const std::vector<FrameCost> fast = {{1, 0.1}, {2, 0.1}, {3, 1.0}};
  EXPECT_TRUE(costlyFrames(fast).empty()) << "nobody feels a millisecond";
  EXPECT_TRUE(costlyFrames({}).empty());
  EXPECT_EQ(medianCost({}), 0.0);
}

}  // namespace
}  // namespace usdscope
