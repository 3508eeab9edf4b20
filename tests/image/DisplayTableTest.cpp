// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DisplayTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/image/DisplayValues.h"

namespace usdscope {
namespace {

class SrgbTransform : public DisplayTransform {
 public:
  void apply(std::span<float> rgba) const override {
    for (std::size_t i = 0; i < rgba.size(); ++i) {
      if (i % 4 != 3) rgba[i] = displayFromLinear(rgba[i]);
    }
  }
};

// Turns red into green, green into blue and blue into a value that is not finite.
class TurningTransform : public DisplayTransform {
 public:
  void apply(std::span<float> rgba) const override {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
      const std::array<float, 3> in{rgba[i], rgba[i + 1], rgba[i + 2]};
      rgba[i] = in[2] > 1.0f ? std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
      rgba[i + 1] = in[0];
      rgba[i + 2] = in[1];
    }
  }
};

std::array<float, 3> entryAt(const DisplayTable& table, std::size_t r, std::size_t g,
                             std::size_t b) {
  constexpr std::size_t kEdge = DisplayTable::kSize;
  const float* color = table.colors.data() + ((b * kEdge + g) * kEdge + r) * 3;
  return {color[0], color[1], color[2]};
}

}  // namespace

TEST(DisplayTable, EntriesGoFromBlackOverWhiteToBrightLight) {
  EXPECT_NEAR(DisplayTable::valueAt(0), 0.0f, 1e-7f);
  EXPECT_NEAR(DisplayTable::valueAt(DisplayTable::kWhite), 1.0f, 1e-6f);
  EXPECT_NEAR(DisplayTable::valueAt(DisplayTable::kSize - 1), 64.0f, 0.1f);
  for (int i = 1; i < DisplayTable::kSize; ++i) {
    EXPECT_GT(DisplayTable::valueAt(i), DisplayTable::valueAt(i - 1)) << i;
  }
}

TEST(DisplayTable, ColorsBetweenEntriesAreWithinHalfAStep) {
  const auto table = makeDisplayTable(SrgbTransform());
  ASSERT_TRUE(table);
  float most = 0.0f;
  for (float value = 0.0f; value <= 1.0f; value += 1.0f / 4096.0f) {
    const float entry =
        std::clamp(std::log2((value + DisplayTable::offset()) / (1.0f + DisplayTable::offset())) *
                           DisplayTable::kStepsPerStop +
                       float(DisplayTable::kWhite),
                   0.0f, float(DisplayTable::kSize - 1));
    const auto below = std::min(std::size_t(entry), std::size_t(DisplayTable::kSize - 2));
    const float share = entry - float(below);
    const float low = entryAt(*table, below, 0, 0)[0];
    const float high = entryAt(*table, below + 1, 0, 0)[0];
    most = std::max(most, std::abs(low + (high - low) * share - displayFromLinear(value)));
  }
  EXPECT_LT(most, 0.5f / 255.0f);
  EXPECT_EQ(entryAt(*table, 0, 0, 0)[0], 0.0f);
  EXPECT_NEAR(entryAt(*table, DisplayTable::kWhite, 0, 0)[0], 1.0f, 1e-6f);
}

TEST(DisplayTable, ChannelsHaveTheirAxesAndNumbersAreFinite) {
  const auto table = makeDisplayTable(TurningTransform());
  ASSERT_TRUE(table);
  const std::array<float, 3> color = entryAt(*table, 10, 20, 64);
  EXPECT_EQ(color[0], 65504.0f);
  EXPECT_NEAR(color[1], DisplayTable::valueAt(10), 1e-6f);
  EXPECT_NEAR(color[2], DisplayTable::valueAt(20), 1e-6f);
  EXPECT_EQ(entryAt(*table, 10, 20, 30)[0], 0.0f);
}

TEST(DisplayTable, StopLeavesNothing) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(makeDisplayTable(SrgbTransform(), stop.get_token()));
}

}  // namespace usdscope
