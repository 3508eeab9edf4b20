// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Types.h"

namespace usdscope {

/// The texts in the corners of the picture, by their sizes in points. An empty text has no size.
struct HudCornerSizes {
  glm::vec2 topLeft{0.0f};
  glm::vec2 topRight{0.0f};
  glm::vec2 bottomLeft{0.0f};
  glm::vec2 bottomRight{0.0f};
};

/// The top left points of these texts; empty for a text that is not drawn.
struct HudCornerPlaces {
  std::optional<glm::vec2> topLeft;
  std::optional<glm::vec2> topRight;
  std::optional<glm::vec2> bottomLeft;
  std::optional<glm::vec2> bottomRight;
};

constexpr float kHudMargin = 10.0f;  ///< Between a text and the edge of the picture.
constexpr float kHudPadding = 4.0f;  ///< Between a text and the edge of its ground.

/// Places the texts of the corners in a picture of `size`, so that none covers another one. A text
/// at the right goes below or above its neighbour at the left where both do not fit side by side,
/// but never into the middle third of the height, which belongs to the scene; without that room it
/// is not drawn.
HudCornerPlaces placeCorners(const HudCornerSizes& texts, glm::vec2 size);

}  // namespace usdscope
