// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Ribbons.h"

#include <cmath>

namespace usdscope {
namespace {

constexpr std::uint32_t kTrianglesPerSegment = 2;

bool normalize(glm::vec3& v) {
  const float size = glm::length(v);
  if (!(size > 1e-12f) || !std::isfinite(size)) return false;
  v /= size;
  return true;
}

// Returns a unit vector across another one.
glm::vec3 anyAcross(const glm::vec3& direction) {
  glm::vec3 across =
      glm::cross(direction, std::abs(direction.x) < 0.9f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0));
  return normalize(across) ? across : glm::vec3(0, 0, 1);
}

// Returns the directions of curves at their vertices: the means of the adjacent segments.
std::vector<glm::vec3> directionsOf(const Geometry& lines) {
  std::vector<glm::vec3> directions(lines.vertexCount(), glm::vec3(0.0f));
  for (std::size_t i = 0; i + 1 < lines.indices.size(); i += 2) {
    const std::uint32_t from = lines.indices[i];
    const std::uint32_t to = lines.indices[i + 1];
    glm::vec3 along = lines.positions[to] - lines.positions[from];
    if (!normalize(along)) continue;
    directions[from] += along;
    directions[to] += along;
  }
  for (glm::vec3& direction : directions) {
    if (!normalize(direction)) direction = glm::vec3(1, 0, 0);
  }
  return directions;
}

}  // namespace

std::shared_ptr<Geometry> makeRibbons(const Geometry& lines, std::span<const glm::vec3> normals,
                                      std::span<const glm::vec2> texCoords) {
  const std::size_t count = lines.vertexCount();
  const std::vector<glm::vec3> directions = directionsOf(lines);
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> facing;
  std::vector<glm::vec2> coordinates;
  std::vector<glm::vec4> colors;
  std::vector<std::uint32_t> points;
  positions.reserve(2 * count);
  facing.reserve(2 * count);
  for (std::size_t v = 0; v < count; ++v) {
    const glm::vec3& along = directions[v];
    glm::vec3 across = glm::cross(normals[v], along);
    if (!normalize(across)) across = anyAcross(along);
    const glm::vec3 normal = glm::cross(along, across);
    for (const float side : {-0.5f, 0.5f}) {
      positions.push_back(lines.positions[v] + across * (side * lines.widths[v]));
      facing.push_back(normal);
      if (!texCoords.empty()) coordinates.push_back(texCoords[v]);
      if (!lines.colors.empty()) colors.push_back(lines.colors[v]);
      points.push_back(lines.vertexPoints[v]);
    }
  }
  auto ribbons = std::make_shared<Geometry>();
  std::vector<std::uint32_t> indices;
  indices.reserve(lines.indices.size() * 3);
  for (std::size_t i = 0; i + 1 < lines.indices.size(); i += 2) {
    const std::uint32_t from = 2 * lines.indices[i];
    const std::uint32_t to = 2 * lines.indices[i + 1];
    indices.insert(indices.end(), {from, to, to + 1, from, to + 1, from + 1});
  }
  for (const std::uint32_t i : indices) ribbons->bounds.add(glm::dvec3(positions[i]));
  ribbons->trianglesPerFace = kTrianglesPerSegment;
  ribbons->positions = Array<glm::vec3>(std::move(positions));
  ribbons->normals = Array<glm::vec3>(std::move(facing));
  ribbons->texCoords = Array<glm::vec2>(std::move(coordinates));
  ribbons->colors = Array<glm::vec4>(std::move(colors));
  ribbons->vertexPoints = Array<std::uint32_t>(std::move(points));
  ribbons->indices = Array<std::uint32_t>(std::move(indices));
  return ribbons;
}

}  // namespace usdscope
