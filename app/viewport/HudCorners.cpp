// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudCorners.h"

namespace usdscope {
namespace {

constexpr float kBetweenGrounds = 4.0f;  // Between the grounds of two texts.
constexpr float kBetweenTexts = 2.0f * kHudPadding + kBetweenGrounds;

bool isCornerText(glm::vec2 size) { return size.x > 0.0f && size.y > 0.0f; }

bool cornersFitBeside(glm::vec2 left, glm::vec2 right, float width) {
  return !isCornerText(left) || left.x + kBetweenTexts + right.x + 2.0f * kHudMargin <= width;
}

}  // namespace

HudCornerPlaces placeCorners(const HudCornerSizes& texts, glm::vec2 size) {
  HudCornerPlaces places;
  if (isCornerText(texts.topLeft)) places.topLeft = glm::vec2(kHudMargin);
  if (isCornerText(texts.bottomLeft)) {
    places.bottomLeft = glm::vec2(kHudMargin, size.y - kHudMargin - texts.bottomLeft.y);
  }
  if (isCornerText(texts.topRight)) {
    glm::vec2 at(size.x - kHudMargin - texts.topRight.x, kHudMargin);
    const bool isBeside = cornersFitBeside(texts.topLeft, texts.topRight, size.x);
    if (!isBeside) at.y += texts.topLeft.y + kBetweenTexts;
    if (isBeside || at.y + texts.topRight.y <= size.y / 3.0f) places.topRight = at;
  }
  if (isCornerText(texts.bottomRight)) {
    glm::vec2 at(size.x - kHudMargin - texts.bottomRight.x,
                 size.y - kHudMargin - texts.bottomRight.y);
    const bool isBeside = cornersFitBeside(texts.bottomLeft, texts.bottomRight, size.x);
    if (!isBeside) at.y -= texts.bottomLeft.y + kBetweenTexts;
    if (isBeside || at.y >= size.y * 2.0f / 3.0f) places.bottomRight = at;
  }
  return places;
}

}  // namespace usdscope
