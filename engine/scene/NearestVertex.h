// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Finds the vertex of an item that lies nearest to a point of the world, where the scene has put
/// it: skinned items are skinned once, and asked many times. Not thread-safe.
class NearestVertex {
 public:
  /// A vertex of the item's geometry. Empty where the item has none, cannot be skinned, or there is
  /// no such instance.
  std::optional<std::uint32_t> find(const std::shared_ptr<const Scene>& scene, const Item& item,
                                    std::int32_t instance, const glm::dvec3& world);

 private:
  bool pose(const Scene& scene, const Item& item);

  std::shared_ptr<const Scene> scene_;  // That of the positions.
  Path path_;
  std::vector<glm::vec3> positions_;
};

}  // namespace usdscope
