// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Finds the vertex of an item that is nearest to a point in world space, after skinning. Keeps the
/// skinned vertices of the last item. Not thread-safe.
class NearestVertex {
 public:
  /// Returns a vertex of the item's geometry. Empty when the item has no vertices or cannot be
  /// skinned, or when the instance does not exist.
  std::optional<std::uint32_t> find(const std::shared_ptr<const Scene>& scene, const Item& item,
                                    std::int32_t instance, const glm::dvec3& world);

 private:
  std::shared_ptr<const Scene> scene_;  // The scene of positions_.
  Path path_;
  std::vector<glm::vec3> positions_;
};

}  // namespace usdscope
