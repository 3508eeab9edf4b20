// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Triangulate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/scene/detail/TrianglePoints.h"

namespace usdscope {
namespace {

constexpr std::size_t kFewCorners = 64;

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

// Looks at all corners for each ear, which is fastest for polygons with few.
class EarClipper {
 public:
  explicit EarClipper(std::vector<glm::dvec2> flat) : flat_(std::move(flat)) {
    for (std::uint32_t i = 0; i < flat_.size(); ++i) left_.push_back(i);
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
    if (!(turnOf(a, b, c) > 0.0)) return false;
    for (const std::uint32_t other : left_) {
      const glm::dvec2& p = flat_[other];
      if (p == a || p == b || p == c) continue;
      if (isInTriangle(p, a, b, c)) return false;
    }
    return true;
  }

  std::vector<glm::dvec2> flat_;
  std::vector<std::uint32_t> left_;
};

// Clips the ears of a polygon with many corners. Only corners that turn back can lie in an ear, and
// clipping an ear changes only the corners beside it.
class LargeEarClipper {
 public:
  explicit LargeEarClipper(const std::vector<glm::dvec2>& flat)
      : flat_(flat), turningBack_(flat), around_(flat.size()), isEar_(flat.size()) {
    const auto count = static_cast<std::uint32_t>(flat.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      around_[i] = {(i + count - 1) % count, (i + 1) % count};
    }
    for (std::uint32_t i = 0; i < count; ++i) turningBack_.set(i, turnsBack(i));
    for (std::uint32_t i = 0; i < count; ++i) update(i);
  }

  void run(std::vector<std::uint32_t>& triangles) {
    std::uint32_t any = 0;
    for (std::size_t left = flat_.size(); left > 2; --left) {
      // Without an ear the polygon crosses itself or has no area: any corner will do.
      const std::uint32_t ear = takeEar().value_or(any);
      const auto [before, after] = around_[ear];
      triangles.insert(triangles.end(), {before, ear, after});
      around_[before].after = after;
      around_[after].before = before;
      turningBack_.set(ear, false);
      isEar_[ear] = false;
      any = after;
      for (const std::uint32_t beside : {before, after}) {
        turningBack_.set(beside, turnsBack(beside));
        update(beside);
      }
    }
  }

 private:
  struct Neighbors {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };

  double turnAt(std::uint32_t corner) const {
    const auto [before, after] = around_[corner];
    return turnOf(flat_[before], flat_[corner], flat_[after]);
  }
  bool turnsBack(std::uint32_t corner) const { return !(turnAt(corner) > 0.0); }

  // Finds out whether a corner is an ear, and remembers it. When that takes too long, because many
  // corners share a place, corners that do not turn back are taken for ears.
  void update(std::uint32_t corner) {
    isEar_[corner] = false;
    if (turnsBack(corner)) return;
    const auto [before, after] = around_[corner];
    const bool isExhausted = turningBack_.visitCount() > kMostVisitsForEachCorner * flat_.size();
    if (!isExhausted && turningBack_.isAnyIn(flat_[before], flat_[corner], flat_[after])) return;
    isEar_[corner] = true;
    ears_.push_back(corner);
  }

  // Ears are taken in the order in which they were found, so that triangles stay round.
  std::optional<std::uint32_t> takeEar() {
    while (nextEar_ < ears_.size()) {
      const std::uint32_t corner = ears_[nextEar_++];
      if (!isEar_[corner]) continue;
      isEar_[corner] = false;
      return corner;
    }
    return std::nullopt;
  }

  static constexpr std::size_t kMostVisitsForEachCorner = 500;

  const std::vector<glm::dvec2>& flat_;
  TrianglePoints turningBack_;
  std::vector<Neighbors> around_;
  std::vector<char> isEar_;
  std::vector<std::uint32_t>
      ears_;  // In the order of discovery. isEar_ has which ones still apply.
  std::size_t nextEar_ = 0;
};

bool areFinite(const std::vector<glm::dvec2>& points) {
  return std::ranges::all_of(
      points, [](const glm::dvec2& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

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
    const std::vector<glm::dvec2> flat = flattened(corners);
    if (corners.size() <= kFewCorners) {
      EarClipper(flat).run(triangles);
    } else if (areFinite(flat)) {
      LargeEarClipper(flat).run(triangles);
    } else {
      // No triangulation has a meaning.
      for (std::uint32_t i = 2; i < corners.size(); ++i) {
        triangles.insert(triangles.end(), {0, i - 1, i});
      }
    }
  }
}

}  // namespace usdscope
