// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/NearestVertex.h"

#include "engine/scene/DrawnPoints.h"

namespace usdscope {

std::optional<std::uint32_t> NearestVertex::find(const std::shared_ptr<const Scene>& scene,
                                                 const Item& item, std::int32_t instance,
                                                 const glm::dvec3& world) {
  if (!item.geometry) return std::nullopt;
  if (scene != scene_ || item.path != path_) {
    scene_ = scene;
    path_ = item.path;
    positions_ = posedPositions(*scene, item).value_or(std::vector<glm::vec3>());
  }
  if (instance >= 0 && std::size_t(instance) >= item.instances.size()) return std::nullopt;
  const glm::dmat4& worldFromLocal =
      instance < 0 ? item.worldFromLocal : item.instances[std::size_t(instance)];
  std::optional<std::uint32_t> nearest;
  double least = 0.0;
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    const glm::dvec3 beside =
        glm::dvec3(worldFromLocal * glm::dvec4(glm::dvec3(positions_[i]), 1.0)) - world;
    const double distance = glm::dot(beside, beside);
    if (nearest && !(distance < least)) continue;
    nearest = i;
    least = distance;
  }
  return nearest;
}

}  // namespace usdscope
