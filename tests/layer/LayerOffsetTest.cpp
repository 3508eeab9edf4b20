// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerOffset.h"

#include <gtest/gtest.h>

#include <limits>

namespace usdscope {

TEST(LayerOffset, Inverse) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const struct {
    const char* name;
    LayerOffset map;
    std::optional<LayerOffset> inverse;
  } cases[] = {
      {"identity", {}, LayerOffset{}},
      {"half speed", {.offset = 4, .scale = 2}, LayerOffset{.offset = -2, .scale = 0.5}},
      {"backwards", {.offset = 4, .scale = -1}, LayerOffset{.offset = 4, .scale = -1}},
      {"frozen", {.scale = 0}, std::nullopt},
      {"all but frozen", {.scale = 1e-320}, std::nullopt},
      {"endless offset", {.offset = kInfinity}, std::nullopt},
      {"endless scale", {.scale = -kInfinity}, std::nullopt},
      {"no number", {.scale = std::numeric_limits<double>::quiet_NaN()}, std::nullopt},
  };
  for (const auto& c : cases) EXPECT_EQ(c.map.inverse(), c.inverse) << c.name;
}

TEST(LayerOffset, InnerMapAppliesFirst) {
  const LayerOffset outer{.offset = 10, .scale = 2};
  const LayerOffset inner{.offset = 3, .scale = 0.5};
  EXPECT_EQ(compose(outer, inner), (LayerOffset{.offset = 16, .scale = 1}));
  EXPECT_EQ(compose(outer, inner)(4), outer(inner(4)));
  EXPECT_EQ(compose(outer, {}), outer);
  EXPECT_EQ(compose({}, inner), inner);
  EXPECT_TRUE(LayerOffset().isIdentity());
  EXPECT_FALSE(outer.isIdentity());
}

TEST(LayerOffset, BackwardOffsetsAreReportedAndIgnored) {
  for (const double scale : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Diagnostics diagnostics;
    EXPECT_EQ(validOrIdentity({.offset = 5, .scale = scale}, {.layer = "shot.usda"}, diagnostics),
              LayerOffset{});
    ASSERT_EQ(diagnostics.entries().size(), 1u);
    EXPECT_EQ(diagnostics.entries()[0].code, kInvalidLayerOffset);
  }
  Diagnostics diagnostics;
  const LayerOffset valid{.offset = -5, .scale = 0.5};
  EXPECT_EQ(validOrIdentity(valid, {}, diagnostics), valid);
  EXPECT_TRUE(diagnostics.isEmpty());
}

}  // namespace usdscope
