// SPDX-License-Identifier: Apache-2.0
#include "engine/value/KnotSequence.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

std::vector<double> timesOf(const KnotSequence& knots) {
  std::vector<double> times;
  for (std::size_t i = 0; i < knots.size(); ++i) times.push_back(knots.timeAt(i));
  return times;
}

Spline splineWithKnots(std::initializer_list<double> times) {
  Spline spline;
  for (const double time : times) spline.knots.push_back({.time = time, .value = time * 10.0});
  return spline;
}

}  // namespace

TEST(KnotSequence, UnrollsInnerLoops) {
  const struct {
    const char* name;
    SplineInnerLoop loop;
    std::vector<double> times;
  } cases[] = {
      {"no turns", {4, 6, 0, 0, 1}, {0, 3, 4, 5, 6, 9, 12}},
      {"negative counts", {4, 6, -3, -1, 1}, {0, 3, 4, 5, 6, 9, 12}},
      {"without a knot at the start", {3.5, 6, 1, 1, 1}, {0, 3, 4, 5, 6, 9, 12}},
      {"before", {4, 6, 1, 0, 1}, {0, 2, 3, 4, 5, 6, 9, 12}},
      {"after, over a knot", {4, 6, 0, 2, 1}, {0, 3, 4, 5, 6, 7, 8, 9, 10, 12}},
      {"over all", {4, 6, 2, 4, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
      {"ends on a knot", {4, 6, 0, 1, 1}, {0, 3, 4, 5, 6, 7, 8, 9, 12}},
  };
  for (const auto& c : cases) {
    Spline spline = splineWithKnots({0, 3, 4, 5, 6, 9, 12});
    spline.innerLoop = c.loop;
    const KnotSequence knots(spline);
    EXPECT_EQ(timesOf(knots), c.times) << c.name;
    EXPECT_EQ(knots.isUnrolled(), hasRepeatingInnerLoop(spline)) << c.name;
    EXPECT_EQ(timesOf(KnotSequence::authored(spline)).size(), spline.knots.size()) << c.name;
  }
}

TEST(KnotSequence, TurnsMoveValues) {
  Spline spline = splineWithKnots({0, 4, 5, 9});
  spline.knots[1].preValue = 7.0;
  spline.innerLoop = {.start = 4, .end = 6, .preCount = 1, .postCount = 1, .valueOffset = 100};
  const KnotSequence knots(spline);
  EXPECT_EQ(timesOf(knots), (std::vector<double>{0, 2, 3, 4, 5, 6, 7, 8, 9}));
  const struct {
    std::size_t index;
    double value;
    std::optional<double> preValue;
  } cases[] = {{0, 0, {}},   {1, -60, -93.0}, {3, 40, 7.0},
               {6, 150, {}}, {7, 240, 207.0}, {8, 90, {}}};
  for (const auto& c : cases) {
    EXPECT_EQ(knots[c.index].value, c.value) << c.index;
    EXPECT_EQ(knots[c.index].preValue, c.preValue) << c.index;
  }
  EXPECT_EQ(knots.authoredIndex(7), 1u);
  EXPECT_EQ(knots.authoredIndex(8), 3u);
}

TEST(KnotSequence, FindsKnotsAtTimes) {
  Spline spline = splineWithKnots({0, 4, 5, 9});
  spline.innerLoop = {.start = 4, .end = 6, .preCount = 0, .postCount = 40'000};
  const KnotSequence knots(spline);
  EXPECT_EQ(knots.size(), 1u + 2u * 40'001u + 1u);
  EXPECT_EQ(knots.lowerBound(-1), 0u);
  EXPECT_EQ(knots.lowerBound(4), 1u);
  EXPECT_EQ(knots.upperBound(4), 2u);
  EXPECT_EQ(knots.timeAt(knots.lowerBound(60'000.5)), 60'001.0);
  EXPECT_EQ(knots.upperBound(1e9), knots.size());
  EXPECT_EQ(effectiveKnots(spline).size(), knots.size());
}

}  // namespace usdscope
