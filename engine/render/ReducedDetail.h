// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// How the items of a scene are drawn in a picture with a limited number of triangles.
struct ReducedDetail {
  enum class Kind : std::uint8_t { Whole, Box };
  std::vector<Kind> items;  ///< One for each item of the scene.
  /// Every `boxStride`-th box is drawn. An item has as many boxes as instances.
  std::size_t boxStride = 1;
};

/// Chooses the items that are drawn whole: the largest ones in the picture, with at most half of
/// the settings' triangle budget. The bounds of the others are drawn as boxes, as many as the other
/// half has room for. Requires: the settings have a triangle budget.
ReducedDetail reduceDetail(const Scene& scene, const CameraFrustum& frustum,
                           const RenderSettings& settings);

/// A cube from -1 to 1 with normals; the geometry of boxes.
const std::shared_ptr<const Geometry>& boxGeometry();

/// Returns the transform of boxGeometry() to a box that is not empty.
glm::dmat4 placeOfBox(const Box& box);

}  // namespace usdscope
