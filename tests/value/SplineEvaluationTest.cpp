// SPDX-License-Identifier: Apache-2.0
#include "engine/value/SplineEvaluation.h"

#include <gtest/gtest.h>

#include <limits>

namespace usdscope {
namespace {

using Next = SplineInterpolation;
using Mode = SplineExtrapolationMode;

struct Sample {
  double time;
  std::optional<double> value;
};

// Two knots whose values, slopes and widths all differ.
Spline twoKnots(Next next, Mode mode, bool isDual) {
  Spline spline;
  spline.preExtrapolation = spline.postExtrapolation = {.mode = mode, .slope = 2.0};
  spline.knots = {
      {.time = 1, .value = 10, .next = next, .pre = {1, 3}, .post = {1, 4}},
      {.time = 5, .value = 20, .next = next, .pre = {1, 5}, .post = {1, 6}},
  };
  if (isDual) {
    spline.knots[0].preValue = 9.0;
    spline.knots[1].preValue = 19.0;
  }
  return spline;
}

// Next::Curve, line and hold, with a rise from 10 to 12 over six time codes.
Spline looping(Mode mode) {
  Spline spline;
  spline.preExtrapolation.mode = spline.postExtrapolation.mode = mode;
  spline.knots = {
      {.time = 1, .value = 10, .next = Next::Curve, .pre = {1, 3}, .post = {1, 4}},
      {.time = 5, .value = 20, .next = Next::Linear, .pre = {1, 5}, .post = {1, 6}},
      {.time = 7, .value = 12, .next = Next::Held},
  };
  return spline;
}

void expectSamples(const Spline& spline, bool isPreTime, const std::vector<Sample>& samples,
                   const char* name) {
  for (const Sample& sample : samples) {
    const auto value = splineAt(spline, sample.time, isPreTime);
    ASSERT_EQ(value.has_value(), sample.value.has_value()) << name << " at " << sample.time;
    EXPECT_NEAR(value.value_or(0.0), sample.value.value_or(0.0), 1e-9)
        << name << " at " << sample.time;
  }
}

}  // namespace

// All numbers here are the reference's.
TEST(SplineEvaluation, SegmentsAndExtrapolation) {
  const struct {
    const char* name;
    Next next;
    Mode mode;
    bool isDual;
    std::vector<Sample> at;
    std::vector<Sample> before;
  } cases[] = {
      {"curve",
       Next::Curve,
       Mode::Linear,
       false,
       {{0, 6}, {1, 10}, {2, 12.743752554897176}, {3, 14.625}, {5, 20}, {6, 25}},
       {{1, 10}, {5, 20}, {6, 25}}},
      {"line",
       Next::Linear,
       Mode::Linear,
       false,
       {{0, 7.5}, {2, 12.5}, {5, 20}, {6, 22.5}},
       {{5, 20}}},
      {"hold",
       Next::Held,
       Mode::Linear,
       false,
       {{0, 10}, {4, 10}, {5, 20}, {6, 20}},
       {{5, 10}, {6, 20}}},
      {"nothing",
       Next::Block,
       Mode::Sloped,
       false,
       {{0, 8}, {1, {}}, {3, {}}, {5, 20}, {6, 22}},
       {{1, 10}, {5, {}}}},
      {"jumps are level outside",
       Next::Linear,
       Mode::Linear,
       true,
       {{0, 9}, {1, 10}, {3, 14.5}, {5, 20}, {6, 20}},
       {{1, 9}, {5, 19}}},
      {"nothing outside",
       Next::Curve,
       Mode::Block,
       true,
       {{0, {}}, {1, 10}, {2, 12.561396418061891}, {5, {}}, {6, {}}},
       {{1, {}}, {5, 19}}},
      {"slopes", Next::Held, Mode::Sloped, true, {{0, 7}, {6, 22}}, {{1, 9}, {5, 10}}},
  };
  for (const auto& c : cases) {
    const Spline spline = twoKnots(c.next, c.mode, c.isDual);
    expectSamples(spline, false, c.at, c.name);
    expectSamples(spline, true, c.before, c.name);
  }
}

TEST(SplineEvaluation, Loops) {
  const struct {
    Mode mode;
    std::vector<Sample> at;
    std::vector<Sample> before;
  } cases[] = {
      {Mode::LoopRepeat,
       {{-11, 6}, {-1, 18}, {0, 14}, {7, 12}, {8, 14.743752554897176}, {25, 18}},
       {{1, 10}, {7, 12}, {13, 14}}},
      {Mode::LoopReset,
       {{-5, 10}, {-1, 20}, {7, 10}, {12, 16}, {13, 10}},
       {{1, 12}, {7, 12}, {13, 12}}},
      {Mode::LoopOscillate,
       {{-5, 12}, {-4, 16}, {0, 12.743752554897176}, {8, 16}, {13, 10}},
       {{7, 12}, {13, 10}}},
  };
  for (const auto& c : cases) {
    expectSamples(looping(c.mode), false, c.at, "at");
    expectSamples(looping(c.mode), true, c.before, "before");
  }
}

TEST(SplineEvaluation, TurnsThatCannotBeCountedEndBeyondTheOtherEnd) {
  const auto line = [](SplineExtrapolation pre, SplineExtrapolation post) {
    Spline spline;
    spline.preExtrapolation = pre;
    spline.postExtrapolation = post;
    spline.knots = {{.time = 1, .value = 3, .next = Next::Linear},
                    {.time = 4, .value = 7, .next = Next::Linear}};
    return spline;
  };
  const SplineExtrapolation oscillating{.mode = Mode::LoopOscillate};
  const SplineExtrapolation sloped{.mode = Mode::Sloped, .slope = 2.0};
  expectSamples(line(oscillating, sloped), false, {{-6e9, 13.0 / 3.0}, {-1e10, 32884901891}},
                "pre");
  expectSamples(line(oscillating, {.mode = Mode::Held}), false, {{-1e20, 7}}, "pre held");
  expectSamples(line(oscillating, {.mode = Mode::Block}), false, {{-1e20, {}}}, "pre nothing");
  expectSamples(line(sloped, oscillating), false, {{1e10, -32884901871}}, "post");
  const double lowest = std::numeric_limits<double>::lowest();
  EXPECT_EQ(splineAt(line(oscillating, sloped), lowest), std::numeric_limits<double>::infinity());
}

TEST(SplineEvaluation, LoopFromBoundary) {
  Spline spline = looping(Mode::LoopRepeat);
  spline.postExtrapolation.boundary = 5.0;
  spline.preExtrapolation.boundary = 5.0;
  // Only [5, 7] goes on behind, only [1, 5] in front.
  expectSamples(spline, false, {{7, 12}, {8, 8}, {9, 4}, {-3, 0}, {0, 6.661450744261742}}, "knot");
  spline.postExtrapolation.boundary = 6.0;
  expectSamples(spline, false, {{6, 16}, {7, {}}, {8, {}}}, "no knot there");
}

TEST(SplineEvaluation, TangentsThatWouldRunBackwards) {
  // Knots one apart; the widths are far too long. From the reference, which stays a little short.
  const struct {
    double postWidth, preWidth;
    std::vector<Sample> at;
  } cases[] = {
      {5, 5, {{0.5, 0.37499625}}},
      {1.5, 0, {{0.5, 0.3898795481655776}, {0.9, 0.34632241052910173}}},
      {1.2, 0.5, {}},
  };
  for (const auto& c : cases) {
    Spline spline;
    spline.knots = {{.time = 0, .next = Next::Curve, .post = {c.postWidth, 1}},
                    {.time = 1, .next = Next::Curve, .pre = {c.preWidth, 0}}};
    for (const Sample& sample : c.at) {
      EXPECT_NEAR(*splineAt(spline, sample.time), *sample.value, 1e-6) << c.postWidth;
    }
    // However long: one value at each time, and no leap between.
    for (double t = 0.0; t < 1.0; t += 0.001) {
      EXPECT_NEAR(*splineAt(spline, t), *splineAt(spline, t + 0.001), 0.1) << t;
    }
  }
}

TEST(SplineEvaluation, HermiteNeedsNoWidths) {
  Spline spline = twoKnots(Next::Curve, Mode::Held, false);
  spline.curve = SplineCurve::Hermite;
  // Halfway: mean of the values, and an eighth of the length times the difference of the slopes.
  expectSamples(spline, false, {{3, 15.0 + 4.0 / 8.0 * (4.0 - 5.0)}}, "hermite");
}

TEST(SplineEvaluation, EasedTangents) {
  const struct {
    double knotTime, knotValue, endTime, endValue;
    double slope;
  } cases[] = {
      {1, 1, 2, 2, 1}, {1, 1, 2, 3, 1.5}, {1, 1, 2, 11, 3},    {1, 1, 3, 2, 0.7962962962962963},
      {1, 1, 2, 1, 0}, {1, 1, 2, 0.5, 0}, {1, 1, 5, 9, 1.296},
  };
  for (const auto& c : cases) {
    Spline spline;
    SplineTangent eased{.algorithm = SplineTangentAlgorithm::AutoEase};
    spline.curve = SplineCurve::Hermite;
    spline.knots = {{.time = 0, .next = Next::Curve},
                    {.time = c.knotTime,
                     .value = c.knotValue,
                     .next = Next::Curve,
                     .pre = eased,
                     .post = eased},
                    {.time = c.endTime, .value = c.endValue}};
    constexpr double kStep = 1e-6;
    const double slope = (*splineAt(spline, c.knotTime + kStep) - c.knotValue) / kStep;
    EXPECT_NEAR(slope, c.slope, 1e-4) << c.endTime << ' ' << c.endValue;
  }
}

// The end of a turn back may be rounded to a time beyond the last knot.
TEST(SplineEvaluation, OscillatingLoopsEndAtTheirLastKnot) {
  for (int i = 0; i < 1000; ++i) {
    Spline spline;
    spline.postExtrapolation.mode = Mode::LoopOscillate;
    const double first = -5.44 + 0.01 * i;
    const double last = first + 1.0 + 0.07 * (i % 50);
    spline.knots = {{.time = first, .value = 3, .next = Next::Linear},
                    {.time = last, .value = 0, .next = Next::Held}};
    EXPECT_EQ(splineAt(spline, last), 0.0) << first << " to " << last;
  }
}

TEST(SplineEvaluation, InnerLoopHidesWhatItCovers) {
  Spline spline;
  spline.innerLoop = {.start = 10, .end = 15, .preCount = 1, .postCount = 0, .valueOffset = 1.5};
  spline.knots = {{.time = 3, .value = 44, .preValue = 77, .next = Next::Linear},
                  {.time = 8, .value = -100, .next = Next::Linear},
                  {.time = 10, .value = 1, .preValue = 0, .next = Next::Linear},
                  {.time = 14, .value = 0, .next = Next::Held},
                  {.time = 15, .value = 7, .next = Next::Held},
                  {.time = 17, .value = 8, .next = Next::Linear}};
  expectSamples(spline, false,
                {{3, 44},
                 {4, 21.25},
                 {5, -0.5},
                 {8, -1.25},
                 {9, -1.5},
                 {10, 1},
                 {12, 0.5},
                 {15, 2.5},
                 {18, 8}},
                "inner loop");
}

// At a knot of an inner loop, the reference looks at the authored neighbours of the knot. So what
// lies before the first and after the last authored knot shows in each turn.
TEST(SplineEvaluation, KnotsOfAnInnerLoopHaveTheirAuthoredNeighbours) {
  const auto line = [](SplineInnerLoop loop, Mode mode, std::optional<SplineKnot> other) {
    Spline spline;
    spline.innerLoop = loop;
    spline.preExtrapolation.mode = spline.postExtrapolation.mode = mode;
    spline.knots = {{.time = 0, .value = 1, .next = Next::Linear},
                    {.time = 2, .value = 5, .next = Next::Linear}};
    if (other)
      spline.knots.insert(other->time < 0 ? spline.knots.begin() : spline.knots.end(), *other);
    return spline;
  };
  const SplineInnerLoop after{
      .start = 0, .end = 3, .preCount = 0, .postCount = 1, .valueOffset = 10};
  const SplineInnerLoop before{
      .start = 0, .end = 3, .preCount = 1, .postCount = 0, .valueOffset = 10};
  const SplineInnerLoop both{
      .start = 0, .end = 3, .preCount = 1, .postCount = 1, .valueOffset = 10};
  const SplineKnot late{.time = 8, .value = 7, .next = Next::Linear};
  const SplineKnot early{.time = -3, .value = 7, .next = Next::Linear};
  const struct {
    const char* name;
    Spline spline;
    std::vector<Sample> at;
    std::vector<Sample> before;
  } cases[] = {
      {"a turn after",
       line(after, Mode::Block, {}),
       {{0, 1}, {2, {}}, {3, 11}, {5, {}}, {6, 21}, {7, {}}},
       {{0, {}}, {2, 5}, {3, {}}, {5, 15}, {6, {}}}},
      {"a turn before",
       line(before, Mode::Block, {}),
       {{-4, {}}, {-3, -9}, {-1, {}}, {0, 1}, {3, 11}, {4, {}}},
       {{-3, {}}, {-1, -5}, {0, {}}, {3, {}}}},
      {"a knot after the loop",
       line(both, Mode::Block, late),
       {{2, 5}, {5, 15}, {6, 21}, {8, {}}},
       {{6, {}}, {8, 7}}},
      {"a knot at the start of the first turn",
       line(both, Mode::Block, early),
       {{-4, {}}, {-3, -9}, {6, 21}},
       {{-4, {}}, {-3, -9}, {6, 21}}},
      {"held", line(both, Mode::Held, late), {{6, 21}, {8, 7}, {9, 7}}, {{6, 21}, {8, 7}}},
  };
  for (const auto& c : cases) {
    expectSamples(c.spline, false, c.at, c.name);
    expectSamples(c.spline, true, c.before, c.name);
  }
}

TEST(SplineEvaluation, OddSplines) {
  EXPECT_FALSE(splineAt(Spline{}, 1.0));
  EXPECT_TRUE(evaluateSpline(Spline{}, 1.0).isEmpty());

  Spline one;
  one.preExtrapolation.mode = one.postExtrapolation.mode = Mode::LoopRepeat;
  one.knots = {{.time = 1, .value = 10, .preValue = 9}};
  expectSamples(one, false, {{-7, 9}, {1, 10}, {7, 10}}, "one knot cannot loop");

  Spline loop = looping(Mode::LoopRepeat);
  EXPECT_FALSE(splineAt(loop, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(splineAt(loop, -std::numeric_limits<double>::infinity()));
}

TEST(SplineEvaluation, ValuesHaveTheTypeOfTheSpline) {
  Spline spline = twoKnots(Next::Linear, Mode::Held, false);
  const struct {
    ValueKind kind;
    Value value;
  } cases[] = {{ValueKind::Double, Value(12.5)},
               {ValueKind::Float, Value(12.5f)},
               {ValueKind::Half, Value(Half(12.5f))},
               {ValueKind::TimeCode, Value(TimeCodeValue{12.5})},
               {ValueKind::Duration, Value(DurationValue{12.5})}};
  for (const auto& c : cases) {
    spline.valueKind = c.kind;
    EXPECT_EQ(evaluateSpline(spline, 2.0), c.value) << int(c.kind);
  }
}

}  // namespace usdscope
