// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ReducedDetail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/render/Shown.h"

namespace usdscope {
namespace {

constexpr std::size_t kTrianglesPerBox = 12;

struct Candidate {
  std::size_t item = 0;
  std::size_t triangleCount = 0;
  double size = 0.0;  // Size of one object in the picture, in any unit.
};

double sizeInPicture(const Item& item, const CameraFrustum& frustum) {
  double size = item.worldBounds.isEmpty() ? 0.0 : glm::length(item.worldBounds.size());
  if (!item.instances.empty() && !item.geometry->bounds.isEmpty()) {
    const glm::dmat4& first = item.instances[0];
    size = glm::length(item.geometry->bounds.size()) * glm::length(glm::dvec3(first[0]));
  }
  if (frustum.isOrthographic || item.worldBounds.isEmpty()) return size;
  return size / std::max(frustum.depthOf(item.worldBounds.center()), frustum.nearPlane);
}

std::shared_ptr<const Geometry> makeBox() {
  Geometry box;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<std::uint32_t> indices;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      const auto first = static_cast<std::uint32_t>(positions.size());
      glm::vec3 normal(0.0f);
      normal[axis] = side;
      // Counter-clockwise, seen from outside.
      constexpr std::array<glm::vec2, 4> kCorners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
      for (const glm::vec2& corner : kCorners) {
        glm::vec3 position = normal;
        position[(axis + 1) % 3] = corner.x * side;
        position[(axis + 2) % 3] = corner.y;
        positions.push_back(position);
        normals.push_back(normal);
      }
      for (const std::uint32_t index : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + index);
    }
  }
  box.positions = Array<glm::vec3>(std::move(positions));
  box.normals = Array<glm::vec3>(std::move(normals));
  box.indices = Array<std::uint32_t>(std::move(indices));
  box.bounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
  return std::make_shared<const Geometry>(std::move(box));
}

}  // namespace

ReducedDetail reduceDetail(const Scene& scene, const CameraFrustum& frustum,
                           const RenderSettings& settings) {
  std::vector<Candidate> seen;
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const Item& item = scene.items[i];
    if (!item.geometry || !item.isVisible || !isShown(item.purpose, settings)) continue;
    if (!frustum.mightSee(item.worldBounds) || item.volume) continue;
    const std::size_t objects = std::max<std::size_t>(item.instances.size(), 1);
    seen.push_back({i, item.geometry->indices.size() / 3 * objects, sizeInPicture(item, frustum)});
  }
  std::ranges::stable_sort(seen, std::ranges::greater{}, &Candidate::size);
  ReducedDetail detail;
  detail.items.assign(scene.items.size(), ReducedDetail::Kind::Whole);
  std::size_t left = settings.triangleBudget / 2;
  std::size_t boxes = 0;
  for (const Candidate& candidate : seen) {
    const Item& item = scene.items[candidate.item];
    if (candidate.triangleCount <= left) {
      left -= candidate.triangleCount;
      continue;
    }
    detail.items[candidate.item] = ReducedDetail::Kind::Box;
    boxes += std::max<std::size_t>(item.instances.size(), 1);
  }
  const std::size_t room = std::max<std::size_t>(settings.triangleBudget / 2 / kTrianglesPerBox, 1);
  detail.boxStride = std::max<std::size_t>((boxes + room - 1) / room, 1);
  return detail;
}

const std::shared_ptr<const Geometry>& boxGeometry() {
  static const std::shared_ptr<const Geometry> box = makeBox();
  return box;
}

glm::dmat4 placeOfBox(const Box& box) {
  const glm::dvec3 half = glm::max(box.size() * 0.5, glm::dvec3(1e-9));
  glm::dmat4 place(1.0);
  for (int axis = 0; axis < 3; ++axis) place[axis][axis] = half[axis];
  place[3] = glm::dvec4(box.center(), 1.0);
  return place;
}

}  // namespace usdscope
