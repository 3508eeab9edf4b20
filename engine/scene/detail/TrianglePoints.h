// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// Finds out whether any of some points lies in a triangle, without looking at all of them. Points
/// can be switched on and off. (A k-d tree, whose nodes know the bounds of their points.)
///
/// Not thread-safe.
class TrianglePoints {
 public:
  /// Requires: all points are finite. `points` must outlive this object. All points are off.
  explicit TrianglePoints(std::span<const glm::dvec2> points);

  void set(std::uint32_t point, bool isOn);

  /// Whether a point that is on lies inside of the counter-clockwise triangle or on its edges.
  /// Points at the places of its corners do not count.
  bool isAnyIn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c);

  /// The number of nodes that isAnyIn() has looked at, for callers that limit the time.
  std::size_t visitCount() const { return visitCount_; }

 private:
  struct Bounds {
    glm::dvec2 least{0.0};
    glm::dvec2 most{0.0};
  };

  Bounds build(std::uint32_t begin, std::uint32_t end, int axis);
  bool isAnyIn(std::uint32_t begin, std::uint32_t end, const glm::dvec2 (&corners)[3]);

  // The node of a range of places is the one in its middle.
  std::span<const glm::dvec2> points_;
  std::vector<std::uint32_t> pointAt_;  // By place.
  std::vector<std::uint32_t> placeOf_;  // By point.
  std::vector<Bounds> bounds_;          // By node: of all points in its range.
  std::vector<std::uint32_t> onCount_;  // By node: how many points in its range are on.
  std::vector<char> isOn_;              // By place.
  std::size_t visitCount_ = 0;
};

/// Whether `p` lies inside of a counter-clockwise triangle or on its edges.
bool isInTriangle(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b,
                  const glm::dvec2& c);

/// Twice the area of a triangle, negative if it is clockwise.
double turnOf(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c);

}  // namespace usdscope
