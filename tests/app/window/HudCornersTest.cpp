// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudCorners.h"

#include <gtest/gtest.h>

#include <vector>

namespace usdscope {
namespace {

constexpr HudCornerSizes kTexts{{90, 32}, {200, 48}, {160, 16}, {150, 48}};

// The grounds of the texts that are drawn: left, top, right, bottom.
std::vector<glm::vec4> groundsOf(const HudCornerSizes& texts, const HudCornerPlaces& places) {
  std::vector<glm::vec4> grounds;
  const auto add = [&](const std::optional<glm::vec2>& at, glm::vec2 size) {
    if (!at) return;
    grounds.emplace_back(*at - kHudPadding, *at + size + kHudPadding);
  };
  add(places.topLeft, texts.topLeft);
  add(places.topRight, texts.topRight);
  add(places.bottomLeft, texts.bottomLeft);
  add(places.bottomRight, texts.bottomRight);
  return grounds;
}

}  // namespace

TEST(HudCorners, AWidePictureHasATextInEachCorner) {
  const HudCornerPlaces places = placeCorners(kTexts, {600, 400});
  EXPECT_EQ(places.topLeft, glm::vec2(10, 10));
  EXPECT_EQ(places.topRight, glm::vec2(390, 10));
  EXPECT_EQ(places.bottomLeft, glm::vec2(10, 374));
  EXPECT_EQ(places.bottomRight, glm::vec2(440, 342));
}

TEST(HudCorners, TextsOfANarrowPictureStandBelowEachOther) {
  const HudCornerPlaces places = placeCorners(kTexts, {300, 600});
  EXPECT_EQ(places.topRight, glm::vec2(90, 54));
  EXPECT_EQ(places.bottomRight, glm::vec2(140, 514));
}

TEST(HudCorners, ASmallPictureKeepsTheTextsAtTheLeft) {
  const HudCornerPlaces places = placeCorners(kTexts, {222, 150});
  EXPECT_TRUE(places.topLeft && places.bottomLeft);
  EXPECT_FALSE(places.topRight || places.bottomRight);
}

TEST(HudCorners, NoTextCoversAnotherOne) {
  for (float width = 100; width <= 700; width += 20) {
    for (float height = 160; height <= 700; height += 20) {
      const auto grounds = groundsOf(kTexts, placeCorners(kTexts, {width, height}));
      for (std::size_t i = 0; i < grounds.size(); ++i) {
        for (std::size_t j = i + 1; j < grounds.size(); ++j) {
          const glm::vec4 a = grounds[i], b = grounds[j];
          EXPECT_FALSE(a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w)
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
    }
  }
}

TEST(HudCorners, EmptyTextsHaveNoPlaceAndTakeNoRoom) {
  const HudCornerPlaces places = placeCorners({{}, {200, 48}, {}, {150, 48}}, {222, 150});
  EXPECT_FALSE(places.topLeft || places.bottomLeft);
  EXPECT_EQ(places.topRight, glm::vec2(12, 10));
  EXPECT_EQ(places.bottomRight, glm::vec2(62, 92));
}

}  // namespace usdscope
