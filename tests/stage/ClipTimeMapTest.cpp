// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTimeMap.h"

#include <gtest/gtest.h>

#include "engine/stage/clips/ClipSamples.h"

namespace usdscope {
namespace {

using Times = std::vector<glm::dvec2>;

const double kBeforeTen = 10.0 - ClipTimeMap::kJumpStep;

}  // namespace

TEST(ClipTimeMap, MapsStageToClip) {
  const struct {
    const char* name;
    Times times;
    std::vector<std::pair<double, double>> clipFromSet;
  } cases[] = {
      {"identity", {}, {{-5, -5}, {2.5, 2.5}}},
      {"one knot", {{3, 7}}, {{0, 7}, {3, 7}, {9, 7}}},
      {"shifted, constant outside",
       {{0, 5}, {10, 15}},
       {{-1, 5}, {0, 5}, {3, 8}, {10, 15}, {11, 15}}},
      {"unsorted", {{10, 15}, {0, 5}}, {{3, 8}}},
      {"backwards", {{0, 10}, {10, 0}}, {{3, 7}}},
      {"standing", {{0, 1}, {5, 1}, {6, 2}}, {{2, 1}, {5.5, 1.5}}},
      {"jump",
       {{0, 0}, {10, 10}, {10, 0}, {20, 10}},
       {{9.999, 9.999}, {kBeforeTen, kBeforeTen}, {10, 0}, {13, 3}, {25, 10}}},
      {"jump at the start", {{10, 4}, {10, 0}, {20, 10}}, {{5, 0}, {10, 0}, {15, 5}}},
  };
  for (const auto& c : cases) {
    const ClipTimeMap map(c.times);
    for (const auto& [stage, clip] : c.clipFromSet) {
      EXPECT_DOUBLE_EQ(map.clipFromSet(stage), clip) << c.name << " at " << stage;
    }
  }
}

TEST(ClipTimeMap, JumpsHaveALeftSide) {
  const ClipTimeMap map(Times{{0, 0}, {10, 10}, {10, 25}, {20, 35}});
  EXPECT_TRUE(map.placeBefore(10).isBeforeJump);
  EXPECT_EQ(map.placeBefore(10).clipTime, 10);
  EXPECT_EQ(map.placeOf(10).clipTime, 25);
  for (const double time : {-1.0, 0.0, 9.0, kBeforeTen, 20.0, 30.0}) {
    const ClipTimeMap::Place place = map.placeBefore(time);
    EXPECT_FALSE(place.isBeforeJump) << time;
    EXPECT_EQ(place.clipTime, map.clipFromSet(time)) << time;
  }
  EXPECT_FALSE(ClipTimeMap().placeBefore(10).isBeforeJump);
  EXPECT_EQ(ClipTimeMap().placeBefore(10).clipTime, 10);
}

TEST(ClipTimeMap, SamplesOfAClip) {
  const ClipSpan always{.authoredStart = 0};
  const struct {
    const char* name;
    Times times;
    ClipSpan span;
    std::vector<double> clipTimes;
    std::vector<double> setTimes;
  } cases[] = {
      {"as they are", {}, always, {4, 10}, {0, 4, 10}},
      {"only while it plays",
       {},
       {.authoredStart = 2, .start = 2, .end = 8},
       {0, 4, 8, 10},
       {2, 4}},
      {"knots count", {{0, 0}, {5, 5}, {12, 12}}, always, {4}, {0, 4, 5, 12}},
      {"loop",
       {{0, 0}, {10, 10}, {10, 0}, {20, 10}},
       always,
       {0, 4, 10},
       {0, 4, kBeforeTen, 10, 14, 20}},
      {"backwards", {{0, 10}, {10, 0}}, always, {0, 4, 10}, {0, 6, 10}},
      {"to and fro", {{0, 0}, {10, 10}, {20, 0}}, always, {3}, {0, 3, 10, 17, 20}},
      {"samples out of range", {{2, 2}, {3, 3}}, always, {0, 5}, {0, 2, 3}},
      {"none", {}, always, {}, {0}},
  };
  for (const auto& c : cases) {
    const ClipTimeMap map(c.times);
    const Array<double> clipTimes(c.clipTimes);
    ClipTimesLimit limit;
    EXPECT_EQ(clipSampleTimes(c.span, map, clipTimes, limit), c.setTimes) << c.name;
    EXPECT_FALSE(limit.isReached) << c.name;

    // While the clip plays, brackets are adjacent in that list.
    for (double time = -1.0; time < 22.0; time += 0.25) {
      if (!c.span.contains(time)) continue;
      const auto bracket = bracketInClip(c.span, map, clipTimes, map.placeOf(time));
      ASSERT_TRUE(bracket) << c.name;
      const Array<double> listed(c.setTimes);
      const SampleBracket expected = findBracket(listed.span(), time);
      EXPECT_EQ(bracket->inSet.lower, listed[expected.lower]) << c.name << " at " << time;
      EXPECT_EQ(bracket->inSet.upper, listed[expected.upper]) << c.name << " at " << time;
    }
  }
}

}  // namespace usdscope
