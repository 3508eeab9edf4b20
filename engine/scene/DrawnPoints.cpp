// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/DrawnPoints.h"

#include <algorithm>

#include "engine/scene/SkinVertices.h"

namespace usdscope {

std::optional<std::vector<glm::vec3>> posedPositions(const Scene& scene, const Item& item) {
  const Geometry& geometry = *item.geometry;
  std::vector<glm::vec3> positions(geometry.positions.begin(), geometry.positions.end());
  if (!item.skin) return positions;
  const Skin& skin = *item.skin;
  const auto fits = [](std::size_t first, std::size_t count, std::size_t size) {
    return first <= size && count <= size - first;
  };
  const std::size_t matrices = skin.influencesPerVertex > 0 ? skin.jointCount : 0;
  if (!skinProblem(geometry, skin).empty() ||
      !fits(item.firstPaletteMatrix, matrices, scene.palette.size()) ||
      !fits(item.firstBlendWeight, skin.blendShapes.size(), scene.blendWeights.size())) {
    return std::nullopt;
  }
  std::vector<SkinnedVertex> vertices(geometry.vertexCount());
  SkinVertices job;
  job.geometry = &geometry;
  job.skin = &skin;
  job.palette = std::span(scene.palette).subspan(item.firstPaletteMatrix, matrices);
  job.blendWeights =
      std::span(scene.blendWeights).subspan(item.firstBlendWeight, skin.blendShapes.size());
  job.vertices = vertices;
  if (!job.run()) return std::nullopt;
  for (std::size_t i = 0; i < vertices.size(); ++i) positions[i] = vertices[i].position;
  return positions;
}

std::vector<DrawnPoint> drawnPoints(const Scene& scene, const Item& item,
                                    std::span<const std::uint32_t> points) {
  std::vector<DrawnPoint> places;
  if (!item.geometry || points.empty()) return places;
  const auto positions = posedPositions(scene, item);
  if (!positions) return places;
  const glm::dmat4& worldFromLocal =
      item.instances.empty() ? item.worldFromLocal : item.instances[0];
  // A point has a vertex for each combination of normal and colour, all at one position.
  constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  const Array<std::uint32_t>& vertexPoints = item.geometry->vertexPoints;
  const std::uint32_t last = *std::ranges::max_element(points);
  std::vector<std::uint32_t> vertexOf(std::size_t(last) + 1, kNone);
  const std::size_t count = std::min(vertexPoints.size(), positions->size());
  for (std::size_t i = count; i-- > 0;) {
    if (vertexPoints[i] <= last) vertexOf[vertexPoints[i]] = std::uint32_t(i);
  }
  for (const std::uint32_t point : points) {
    if (vertexOf[point] == kNone) continue;
    const glm::vec3 position = positions->at(vertexOf[point]);
    const glm::dvec4 local(position, 1.0);
    places.push_back({point, glm::dvec3(worldFromLocal * local)});
  }
  return places;
}

}  // namespace usdscope
