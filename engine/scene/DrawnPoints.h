// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Returns the positions of an item's vertices after blend shapes and skinning, in the space that
/// Item::worldFromLocal maps to the world. Empty if the item cannot be skinned.
std::optional<std::vector<glm::vec3>> posedPositions(const Scene& scene, const Item& item);

/// A point of a prim, and where the picture shows it.
struct DrawnPoint {
  std::uint32_t point = 0;
  glm::dvec3 world{0.0};
};

/// Returns where the picture shows points of an item's prim, in world space. Omits points that no
/// vertex has, such as points without a face. For an item with instances, returns the points of its
/// first instance.
std::vector<DrawnPoint> drawnPoints(const Scene& scene, const Item& item,
                                    std::span<const std::uint32_t> points);

}  // namespace usdscope
