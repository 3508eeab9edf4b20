// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/TrianglePoints.h"

#include <algorithm>
#include <numeric>

namespace usdscope {

double turnOf(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool isInTriangle(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b,
                  const glm::dvec2& c) {
  return turnOf(a, b, p) >= 0.0 && turnOf(b, c, p) >= 0.0 && turnOf(c, a, p) >= 0.0;
}

TrianglePoints::TrianglePoints(std::span<const glm::dvec2> points)
    : points_(points),
      pointAt_(points.size()),
      placeOf_(points.size()),
      bounds_(points.size()),
      onCount_(points.size()),
      isOn_(points.size()) {
  std::iota(pointAt_.begin(), pointAt_.end(), 0u);
  const auto count = static_cast<std::uint32_t>(points.size());
  if (count > 0) build(0, count, 0);
  for (std::uint32_t place = 0; place < count; ++place) placeOf_[pointAt_[place]] = place;
}

TrianglePoints::Bounds TrianglePoints::build(std::uint32_t begin, std::uint32_t end, int axis) {
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(
      pointAt_.begin() + begin, pointAt_.begin() + middle, pointAt_.begin() + end,
      [&](std::uint32_t a, std::uint32_t b) { return points_[a][axis] < points_[b][axis]; });
  Bounds bounds{points_[pointAt_[middle]], points_[pointAt_[middle]]};
  const auto add = [&](const Bounds& part) {
    bounds.least = glm::min(bounds.least, part.least);
    bounds.most = glm::max(bounds.most, part.most);
  };
  if (begin < middle) add(build(begin, middle, 1 - axis));
  if (middle + 1 < end) add(build(middle + 1, end, 1 - axis));
  return bounds_[middle] = bounds;
}

void TrianglePoints::set(std::uint32_t point, bool isOn) {
  const std::uint32_t place = placeOf_[point];
  if (bool(isOn_[place]) == isOn) return;
  isOn_[place] = isOn;
  std::uint32_t begin = 0;
  auto end = static_cast<std::uint32_t>(points_.size());
  while (true) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    isOn ? ++onCount_[middle] : --onCount_[middle];
    if (place == middle) return;
    place < middle ? end = middle : begin = middle + 1;
  }
}

bool TrianglePoints::isAnyIn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return isAnyIn(0, static_cast<std::uint32_t>(points_.size()), {a, b, c});
}

bool TrianglePoints::isAnyIn(std::uint32_t begin, std::uint32_t end,
                             const glm::dvec2 (&corners)[3]) {
  if (begin >= end) return false;
  const std::uint32_t middle = begin + (end - begin) / 2;
  ++visitCount_;
  if (onCount_[middle] == 0) return false;
  // The range is skipped when its bounds lie outside of one edge of the triangle, or beside it.
  const auto& [a, b, c] = corners;
  const Bounds& box = bounds_[middle];
  const glm::dvec2 least = glm::min(a, glm::min(b, c));
  const glm::dvec2 most = glm::max(a, glm::max(b, c));
  if (glm::any(glm::greaterThan(box.least, most)) || glm::any(glm::lessThan(box.most, least))) {
    return false;
  }
  for (int i = 0; i < 3; ++i) {
    const glm::dvec2& from = corners[i];
    const glm::dvec2& to = corners[(i + 1) % 3];
    // The corner of the bounds that lies farthest to the left of the edge.
    const glm::dvec2 farthest(to.y > from.y ? box.least.x : box.most.x,
                              to.x > from.x ? box.most.y : box.least.y);
    if (turnOf(from, to, farthest) < 0.0) return false;
  }
  const glm::dvec2& p = points_[pointAt_[middle]];
  if (isOn_[middle] && p != a && p != b && p != c && isInTriangle(p, a, b, c)) return true;
  return isAnyIn(begin, middle, corners) || isAnyIn(middle + 1, end, corners);
}

}  // namespace usdscope
