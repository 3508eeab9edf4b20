// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// A straight line over the scene in the picture, such as an edge of a bounding box. Without a
/// length it is a square.
struct GuideLine {
  glm::dvec3 from{0.0};  ///< World space.
  glm::dvec3 to{0.0};
  glm::vec3 color{1.0f};        ///< Display values.
  float width = 1.5f;           ///< Pixels.
  float hiddenOpacity = 0.25f;  ///< The opacity behind surfaces.
  bool operator==(const GuideLine&) const = default;
};

/// Lines that pictures share; null if there are none.
using GuideLines = std::shared_ptr<const std::vector<GuideLine>>;

}  // namespace usdscope
