// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SplineTrace.h"

#include <gtest/gtest.h>

#include <optional>

#include "engine/value/SplineEvaluation.h"
#include "engine/value/SplineKnots.h"
#include "engine/value/SplineSegments.h"

namespace usdscope {
namespace {

using Mode = SplineExtrapolationMode;

// A line from (0, 0) to (2, 2), after a knot at 1.
Spline line() {
  Spline spline;
  for (const double time : {0.0, 1.0, 2.0}) {
    spline.knots.push_back({.time = time, .value = time, .next = SplineInterpolation::Linear});
  }
  return spline;
}

TEST(SplineTrace, AnInnerLoopCoversItsRepetitions) {
  Spline spline = line();
  spline.innerLoop = {.start = 0, .end = 1, .preCount = 0, .postCount = 3, .valueOffset = 1};
  EXPECT_TRUE(traceSpline(spline, 2.5, false).innerLoop);
  EXPECT_FALSE(traceSpline(spline, 0.5, false).innerLoop);
  EXPECT_FALSE(traceSpline(spline, 4.5, false).innerLoop);
}

TEST(SplineTrace, AnIgnoredInnerLoopCoversNothing) {
  Spline spline = line();
  spline.innerLoop = {.start = 0, .end = 1, .postCount = 2'000'000, .valueOffset = 1};
  EXPECT_FALSE(hasRepeatingInnerLoop(spline));
  EXPECT_EQ(effectiveKnots(spline), spline.knots);
  EXPECT_FALSE(traceSpline(spline, 1.5, false).innerLoop);
  EXPECT_EQ(splineAt(spline, 1.0, true), 1.0);

  spline.innerLoop = {.start = 0.5, .end = 1, .postCount = 3};
  EXPECT_FALSE(hasRepeatingInnerLoop(spline)) << "without a knot at the start";
  EXPECT_FALSE(traceSpline(spline, 1.5, false).innerLoop);
}

TEST(SplineTrace, ExtrapolationLoopsFromKnotToKnot) {
  struct Case {
    std::optional<double> boundary;
    Mode outside;
    std::optional<double> value;  // At 3.5.
  };
  for (const Case& c : {Case{std::nullopt, Mode::LoopReset, 1.5}, Case{1.0, Mode::LoopReset, 1.5},
                        Case{2.0, Mode::Held, 2.0}, Case{0.5, Mode::Block, std::nullopt}}) {
    Spline spline = line();
    spline.postExtrapolation = {.mode = Mode::LoopReset, .boundary = c.boundary};
    const SplineTrace trace = traceSpline(spline, 3.5, false);
    EXPECT_EQ(trace.outside, c.outside) << c.boundary.value_or(-1);
    EXPECT_EQ(trace.hasValue, c.value.has_value());
    EXPECT_EQ(splineAt(spline, 3.5), c.value) << c.boundary.value_or(-1);
    const auto segments = SplineSegments(spline).between(3.25, 3.75);
    ASSERT_EQ(segments.size(), 1u);
    EXPECT_EQ(segments[0].way == SplineInterpolation::Block, !c.value);
  }
}

}  // namespace
}  // namespace usdscope
