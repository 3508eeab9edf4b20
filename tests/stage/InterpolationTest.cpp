// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/Interpolation.h"

#include <gtest/gtest.h>

#include <string>

namespace usdscope {
namespace {

TimeSamples samplesOf(std::vector<double> times, std::vector<Value> values) {
  return {Array<double>(std::move(times)), Array<Value>(std::move(values))};
}

Value doubles(std::vector<double> items) { return Value(Array<double>(std::move(items))); }

const Value kBlock{ValueBlock{}};

}  // namespace

TEST(Interpolation, LinearForExactlyTheTypesOfTheReference) {
  const struct {
    const char* name;
    Value lower, upper, middle;
  } cases[] = {
      {"half", Value(Half(1.f)), Value(Half(2.f)), Value(Half(1.5f))},
      {"float", Value(1.f), Value(2.f), Value(1.5f)},
      {"double", Value(1.0), Value(4.0), Value(2.5)},
      {"timecode", Value(TimeCodeValue{1}), Value(TimeCodeValue{2}), Value(TimeCodeValue{1.5})},
      {"float3", Value(glm::vec3(0, 2, 4)), Value(glm::vec3(2, 2, 2)), Value(glm::vec3(1, 2, 3))},
      {"matrix2d", Value(glm::dmat2(2.0)), Value(glm::dmat2(4.0)), Value(glm::dmat2(3.0))},
      {"array", doubles({1, 2}), doubles({3, 6}), doubles({2, 4})},
      {"empty array", doubles({}), doubles({}), doubles({})},
      {"array that grows", doubles({1}), doubles({3, 6}), doubles({1})},
      {"int", Value(1), Value(3), Value(1)},
      {"bool", Value(false), Value(true), Value(false)},
      {"string", Value(std::string("a")), Value(std::string("b")), Value(std::string("a"))},
      {"int2", Value(glm::ivec2(0)), Value(glm::ivec2(2)), Value(glm::ivec2(0))},
      {"two types", Value(1.f), Value(3.0), Value(1.f)},
      {"scalar and array", Value(1.0), doubles({3}), Value(1.0)},
      {"up to a block", Value(1.0), kBlock, Value(1.0)},
      {"from a block", kBlock, Value(1.0), kBlock},
  };
  for (const auto& c : cases) {
    const TimeSamples samples = samplesOf({1, 3}, {c.lower, c.upper});
    const SampledValue at = sampleAt(samples, 2, false, InterpolationType::Linear);
    EXPECT_EQ(at.value, c.middle) << c.name;
    EXPECT_EQ(at.use == SampleUse::Linear, interpolatesLinearly(c.lower, c.upper)) << c.name;
    const SampledValue held = sampleAt(samples, 2, false, InterpolationType::Held);
    EXPECT_EQ(held.value, c.lower) << c.name;
  }
}

TEST(Interpolation, QuaternionsGoAlongTheArc) {
  const Value at = interpolate(0.5, Value(glm::quat(1, 0, 0, 0)), Value(glm::quat(0, 1, 0, 0)));
  const glm::quat q = at.valueOr(glm::quat());
  EXPECT_NEAR(q.w, 0.70710677f, 1e-7);
  EXPECT_NEAR(q.x, 0.70710677f, 1e-7);
}

// Products with the weights are rounded to halves before they are added. The value is the
// reference's.
TEST(Interpolation, BetweenEqualHalvesTheSumMayDifferAsInTheReference) {
  const Value halves(
      Array<HalfVec3>(std::vector<HalfVec3>{{Half(1.324f), Half(1.312f), Half(1.777f)}}));
  const Value at = interpolate((10.0 / 3.0 - 3.0) / 4.5, halves, halves);
  ASSERT_TRUE(at.find<Array<HalfVec3>>());
  EXPECT_EQ(float((*at.find<Array<HalfVec3>>())[0][1]), 1.3125f);
}

TEST(Interpolation, BetweenEqualQuaternionsTheLengthChangesAsInTheReference) {
  const glm::quat floats(0, 0.9f, 0, 0);
  const glm::dquat doubles(0, 0.9, 0, 0);
  const Value ofFloats(Array<glm::quat>(std::vector<glm::quat>{floats}));
  const Value ofDoubles(Array<glm::dquat>(std::vector<glm::dquat>{doubles}));
  // The arrays share their storage, as samples do that a clip set reads twice.
  const Value atFloats = interpolate(0.25, ofFloats, ofFloats);
  const Value atDoubles = interpolate(0.25, ofDoubles, ofDoubles);
  ASSERT_TRUE(atFloats.find<Array<glm::quat>>() && atDoubles.find<Array<glm::dquat>>());
  EXPECT_NEAR((*atFloats.find<Array<glm::quat>>())[0].x, 0.9344733357429504, 1e-7);
  EXPECT_NEAR((*atDoubles.find<Array<glm::dquat>>())[0].x, 0.934473306440094, 1e-15);
  const Value one = interpolate(0.25, Value(doubles), Value(doubles));
  EXPECT_NEAR(one.valueOr(glm::dquat()).x, 0.934473306440094, 1e-15);
}

TEST(Interpolation, SaysHowSamplesMadeTheValue) {
  const TimeSamples samples = samplesOf(
      {1, 2, 3, 3.0000005, 5}, {Value(10.0), Value(20.0), kBlock, Value(40.0), Value(50.0)});
  const struct {
    double time;
    bool isPreTime;
    Value value;
    SampleUse use;
    double lower, upper;
  } cases[] = {
      {0, false, Value(10.0), SampleUse::HeldBeforeFirst, 1, 1},
      {1, false, Value(10.0), SampleUse::Exact, 1, 1},
      {1, true, Value(10.0), SampleUse::Exact, 1, 1},
      {1.5, false, Value(15.0), SampleUse::Linear, 1, 2},
      {1.5, true, Value(15.0), SampleUse::Linear, 1, 2},
      {2, true, Value(20.0), SampleUse::Linear, 1, 2},
      {2.5, false, Value(20.0), SampleUse::Held, 2, 3},
      {3, false, kBlock, SampleUse::Blocked, 3, 3},
      {3, true, Value(20.0), SampleUse::Held, 2, 3},
      {3.0000005, true, kBlock, SampleUse::Blocked, 3, 3.0000005},
      {5, true, Value(50.0), SampleUse::Linear, 3.0000005, 5},
      {6, false, Value(50.0), SampleUse::HeldAfterLast, 5, 5},
  };
  for (const auto& c : cases) {
    const SampledValue at = sampleAt(samples, c.time, c.isPreTime, InterpolationType::Linear);
    EXPECT_EQ(at.value, c.value) << c.time << c.isPreTime;
    EXPECT_EQ(at.use, c.use) << c.time << c.isPreTime;
    EXPECT_EQ(at.lowerTime, c.lower) << c.time << c.isPreTime;
    EXPECT_EQ(at.upperTime, c.upper) << c.time << c.isPreTime;
  }
}

TEST(Interpolation, SamplesTooCloseHoldTheLower) {
  const TimeSamples samples = samplesOf({1, 1.0000005, 3}, {Value(1.0), Value(2.0), Value(3.0)});
  EXPECT_EQ(sampleAt(samples, 1.0000002, false, InterpolationType::Linear).value, Value(1.0));
}

TEST(Interpolation, LimitOfHeldValuesIsTheOneBefore) {
  const TimeSamples samples = samplesOf({1, 2}, {Value(1), Value(2)});
  EXPECT_EQ(sampleAt(samples, 2, true, InterpolationType::Linear).value, Value(1));
  EXPECT_EQ(sampleAt(samples, 2, false, InterpolationType::Linear).value, Value(2));
}

}  // namespace usdscope
