// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Triangulate.h"

#include <cmath>

namespace usdscope {
namespace {

// Newell's method, which also handles polygons that are not flat.
glm::dvec3 polygonNormal(std::span<const glm::vec3> corners) {
  glm::dvec3 normal(0.0);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec3 a(corners[i]);
    const glm::dvec3 b(corners[(i + 1) % corners.size()]);
    normal +=
        glm::dvec3((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y));
  }
  return normal;
}

// Drops the axis along which the normal is longest, so that the polygon turns counter-clockwise.
std::vector<glm::dvec2> flattened(std::span<const glm::vec3> corners) {
  const glm::dvec3 normal = polygonNormal(corners);
  const glm::dvec3 size = glm::abs(normal);
  const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const double sign = normal[axis] < 0.0 ? -1.0 : 1.0;
  std::vector<glm::dvec2> flat;
  flat.reserve(corners.size());
  for (const glm::vec3& corner : corners) flat.emplace_back(sign * corner[u], corner[v]);
  return flat;
}

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool isInside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

class EarClipper {
 public:
  explicit EarClipper(std::span<const glm::vec3> corners) : flat_(flattened(corners)) {
    for (std::uint32_t i = 0; i < corners.size(); ++i) left_.push_back(i);
  }

  void run(std::vector<std::uint32_t>& triangles) {
    std::size_t at = 0;
    std::size_t misses = 0;
    while (left_.size() > 3) {
      // Without an ear the polygon crosses itself or has no area: any corner will do.
      if (isEar(at) || misses >= left_.size()) {
        triangles.insert(triangles.end(), {before(at), left_[at], after(at)});
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
        if (at >= left_.size()) at = 0;
        misses = 0;
      } else {
        at = (at + 1) % left_.size();
        ++misses;
      }
    }
    triangles.insert(triangles.end(), left_.begin(), left_.end());
  }

 private:
  std::uint32_t before(std::size_t at) const {
    return left_[(at + left_.size() - 1) % left_.size()];
  }
  std::uint32_t after(std::size_t at) const { return left_[(at + 1) % left_.size()]; }

  bool isEar(std::size_t at) const {
    const glm::dvec2& a = flat_[before(at)];
    const glm::dvec2& b = flat_[left_[at]];
    const glm::dvec2& c = flat_[after(at)];
    if (!(turn(a, b, c) > 0.0)) return false;
    for (const std::uint32_t other : left_) {
      const glm::dvec2& p = flat_[other];
      if (p == a || p == b || p == c) continue;
      if (isInside(p, a, b, c)) return false;
    }
    return true;
  }

  std::vector<glm::dvec2> flat_;
  std::vector<std::uint32_t> left_;
};

// Cuts a quadrilateral along the diagonal that lies inside.
bool isSplitFromSecond(std::span<const glm::vec3> quad) {
  const glm::dvec3 normal = polygonNormal(quad);
  const auto turnsBack = [&](std::size_t i) {
    const glm::dvec3 a(quad[(i + 3) % 4]);
    const glm::dvec3 b(quad[i]);
    const glm::dvec3 c(quad[(i + 1) % 4]);
    return glm::dot(glm::cross(b - a, c - b), normal) < 0.0;
  };
  return turnsBack(1) || turnsBack(3);
}

}  // namespace

void triangulate(std::span<const glm::vec3> corners, std::vector<std::uint32_t>& triangles) {
  if (corners.size() < 3) return;
  if (corners.size() == 3) {
    triangles.insert(triangles.end(), {0, 1, 2});
  } else if (corners.size() == 4) {
    if (isSplitFromSecond(corners)) {
      triangles.insert(triangles.end(), {1, 2, 3, 1, 3, 0});
    } else {
      triangles.insert(triangles.end(), {0, 1, 2, 0, 2, 3});
    }
  } else {
    EarClipper(corners).run(triangles);
  }
}

}  // namespace usdscope
