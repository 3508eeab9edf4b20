// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace usdscope {
namespace {

// Computes a half from the definition of binary16, without bit tricks.
double valueOf(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace

TEST(Half, EveryBitPatternHasItsValueAndComesBack) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Half half = Half::fromBits(static_cast<std::uint16_t>(bits));
    const float value = half;
    if ((bits & 0x7C00) == 0x7C00) {
      ASSERT_EQ(std::isnan(value), (bits & 0x3FF) != 0) << bits;
      ASSERT_EQ(std::isinf(value), (bits & 0x3FF) == 0) << bits;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
    } else {
      ASSERT_EQ(double(value), valueOf(half.bits())) << bits;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
    }
    const std::uint16_t quiet = std::isnan(value) ? 0x200 : 0;
    ASSERT_EQ(Half(value).bits() | quiet, bits | quiet) << bits;
  }
}

// Halfway between two neighbours values round to even; below they round down, above up.
TEST(Half, RoundsToNearestEven) {
  for (std::uint16_t low = 0; low < 0x7C00; ++low) {
    const auto high = static_cast<std::uint16_t>(low + 1);
    // 65520 is halfway from the largest half to its successor, if there were one.
    const auto middle = static_cast<float>((valueOf(low) + valueOf(high)) / 2);
    const std::uint16_t even = (low & 1) == 0 ? low : high;
    ASSERT_EQ(Half(middle).bits(), even) << low;
    ASSERT_EQ(Half(std::nextafter(middle, 0.0f)).bits(), low) << low;
    ASSERT_EQ(Half(std::nextafter(middle, 1e9f)).bits(), high) << low;
    ASSERT_EQ(Half(-middle).bits(), even | 0x8000) << low;
  }
  const struct {
    float value;
    std::uint16_t bits;
  } cases[] = {
      {1e10f, 0x7C00},
      {-1e10f, 0xFC00},
      {std::numeric_limits<float>::max(), 0x7C00},
      {std::numeric_limits<float>::infinity(), 0x7C00},
      {-std::numeric_limits<float>::infinity(), 0xFC00},
      {std::numeric_limits<float>::denorm_min(), 0},
      {-1e-30f, 0x8000},
      {-0.0f, 0x8000},
  };
  for (const auto& c : cases) EXPECT_EQ(Half(c.value).bits(), c.bits) << c.value;
}

TEST(Half, ComparesAsNumbers) {
  const Half nan(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(Half(0.0f) == Half(-0.0f));
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(Half(1.0f) == Half(2.0f));
}

}  // namespace usdscope
