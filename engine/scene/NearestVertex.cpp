// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/NearestVertex.h"

#include "engine/scene/SkinVertices.h"

namespace usdscope {

bool NearestVertex::pose(const Scene& scene, const Item& item) {
  const Geometry& geometry = *item.geometry;
  positions_.assign(geometry.positions.begin(), geometry.positions.end());
  if (!item.skin) return true;
  const Skin& skin = *item.skin;
  const auto fits = [](std::size_t first, std::size_t count, std::size_t size) {
    return first <= size && count <= size - first;
  };
  const std::size_t matrices = skin.influencesPerVertex > 0 ? skin.jointCount : 0;
  if (!skinProblem(geometry, skin).empty() ||
      !fits(item.firstPaletteMatrix, matrices, scene.palette.size()) ||
      !fits(item.firstBlendWeight, skin.blendShapes.size(), scene.blendWeights.size())) {
    return false;
  }
  std::vector<SkinnedVertex> vertices(geometry.vertexCount());
  SkinVertices job;
  job.geometry = &geometry;
  job.skin = &skin;
  job.palette = std::span(scene.palette).subspan(item.firstPaletteMatrix, matrices);
  job.blendWeights =
      std::span(scene.blendWeights).subspan(item.firstBlendWeight, skin.blendShapes.size());
  job.vertices = vertices;
  if (!job.run()) return false;
  for (std::size_t i = 0; i < vertices.size(); ++i) positions_[i] = vertices[i].position;
  return true;
}

std::optional<std::uint32_t> NearestVertex::find(const std::shared_ptr<const Scene>& scene,
                                                 const Item& item, std::int32_t instance,
                                                 const glm::dvec3& world) {
  if (!item.geometry) return std::nullopt;
  if (scene != scene_ || item.path != path_) {
    positions_.clear();
    scene_ = scene;
    path_ = item.path;
    if (!pose(*scene, item)) positions_.clear();
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
