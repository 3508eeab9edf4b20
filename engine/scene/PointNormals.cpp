// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/PointNormals.h"

#include "engine/scene/detail/FaceWalk.h"
#include "engine/scene/detail/Reach.h"

namespace usdscope {
namespace {

glm::vec3 unitOrZ(const glm::dvec3& sum) {
  const double length = glm::length(sum);
  return length > 0.0 ? glm::vec3(sum / length) : glm::vec3(0.0f, 0.0f, 1.0f);
}

std::vector<glm::vec3> unitNormals(const std::vector<glm::dvec3>& sums) {
  std::vector<glm::vec3> normals;
  normals.reserve(sums.size());
  for (const glm::dvec3& sum : sums) normals.push_back(unitOrZ(sum));
  return normals;
}

}  // namespace

std::vector<glm::vec3> computePointNormals(const MeshInput& input) {
  std::vector<glm::dvec3> sums(input.points.size(), glm::dvec3(0.0));
  FaceWalk walk(input);
  walk.run([&](std::size_t, std::size_t first, std::size_t count) {
    const auto pointAt = [&](std::size_t corner) {
      return static_cast<std::size_t>(input.faceVertexIndices[first + corner % count]);
    };
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t own = pointAt(i);
      const glm::vec3& at = input.points[own];
      const glm::vec3& next = input.points[pointAt(i + 1)];
      const glm::vec3& before = input.points[pointAt(i + count - 1)];
      if (!isDrawable(at) || !isDrawable(next) || !isDrawable(before)) continue;
      const glm::dvec3 p(at);
      const glm::dvec3 normal = glm::cross(glm::dvec3(next) - p, glm::dvec3(before) - p);
      sums[own] += input.isLeftHanded ? -normal : normal;
    }
  });
  return unitNormals(sums);
}

std::vector<glm::vec3> computeVertexNormals(const std::vector<glm::vec3>& positions,
                                            const Array<std::uint32_t>& indices) {
  std::vector<glm::dvec3> sums(positions.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const glm::dvec3 a(positions[indices[i]]);
    const glm::dvec3 b(positions[indices[i + 1]]);
    const glm::dvec3 c(positions[indices[i + 2]]);
    const glm::dvec3 normal = glm::cross(b - a, c - a);
    for (std::size_t k = 0; k < 3; ++k) sums[indices[i + k]] += normal;
  }
  return unitNormals(sums);
}

}  // namespace usdscope
