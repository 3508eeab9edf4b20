// SPDX-License-Identifier: Apache-2.0
#include "engine/value/TimeSamples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/value/TimeCode.h"

namespace usdscope {
namespace {

class Doubling final : public ValueDecoder {
 public:
  Value decode(std::uint64_t stored) const override { return Value(double(stored * 2)); }
};

}  // namespace

TEST(TimeSamples, BracketsSurroundTheTime) {
  const double times[] = {1, 2, 4};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const struct {
    double time;
    std::size_t lower;
    std::size_t upper;
  } cases[] = {
      {-kInfinity, 0, 0}, {0.5, 0, 0},
      {1, 0, 0},          {1.5, 0, 1},
      {2, 1, 1},          {3, 1, 2},
      {4, 2, 2},          {5, 2, 2},
      {kInfinity, 2, 2},  {std::nextafter(2.0, 3.0), 1, 2},
  };
  for (const auto& c : cases) {
    const SampleBracket bracket = findBracket(times, c.time);
    EXPECT_EQ(bracket.lower, c.lower) << c.time;
    EXPECT_EQ(bracket.upper, c.upper) << c.time;
  }
  const SampleBracket ofNan = findBracket(times, std::nan(""));
  EXPECT_LT(ofNan.upper, std::size(times));
}

TEST(TimeSamples, DecodedAndStoredValuesCompare) {
  const TimeSamples stored({1, 2}, Array<std::uint64_t>{3, 4}, std::make_shared<Doubling>());
  const TimeSamples decoded({1, 2}, Array<Value>(std::vector<Value>{Value(6.0), Value(8.0)}));
  const TimeSamples other({1, 2}, Array<Value>(std::vector<Value>{Value(6.0), Value(9.0)}));
  const TimeSamples later({1, 3}, Array<Value>(std::vector<Value>{Value(6.0), Value(8.0)}));
  EXPECT_EQ(stored.value(1), Value(8.0));
  EXPECT_EQ(stored, decoded);
  EXPECT_FALSE(stored == other);
  EXPECT_FALSE(decoded == later);
  EXPECT_EQ(TimeSamples(), TimeSamples());
  EXPECT_TRUE(TimeSamples().isEmpty());
}

TEST(TimeCode, DistinguishesItsKinds) {
  EXPECT_TRUE(TimeCode().isDefault());
  EXPECT_EQ(TimeCode(), TimeCode::defaultTime());
  EXPECT_FALSE(TimeCode(0.0) == TimeCode());
  EXPECT_FALSE(TimeCode::preTime(1.0) == TimeCode(1.0));
  EXPECT_TRUE(TimeCode::preTime(1.0).isPreTime());
  EXPECT_EQ(TimeCode::preTime(1.0).time(), 1.0);
  const double notANumber = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(TimeCode(notANumber), TimeCode::defaultTime());
  EXPECT_EQ(TimeCode::preTime(notANumber), TimeCode::defaultTime());
  EXPECT_TRUE(TimeCode::earliest().isEarliest());
  EXPECT_TRUE(TimeCode::earliest().isNumeric());
  EXPECT_FALSE(TimeCode(0.0).isEarliest());
}

}  // namespace usdscope
