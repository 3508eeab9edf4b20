// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "engine/math/Types.h"

namespace usdscope {

/// An axis-aligned box, closed on both ends. The default box is empty: adding a point or box to it
/// gives exactly that. A box that is empty along one axis only still widens the other axes of what
/// it is added to, as in GfRange3d: a cylinder of negative height does.
struct Box {
  glm::dvec3 min{std::numeric_limits<double>::max()};
  glm::dvec3 max{std::numeric_limits<double>::lowest()};

  bool isEmpty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }
  glm::dvec3 center() const { return (min + max) * 0.5; }
  glm::dvec3 size() const { return isEmpty() ? glm::dvec3(0.0) : max - min; }

  void add(const glm::dvec3& point) {
    min = glm::min(min, point);
    max = glm::max(max, point);
  }
  void add(const Box& other) {
    min = glm::min(min, other.min);
    max = glm::max(max, other.max);
  }
  bool operator==(const Box&) const = default;
};

/// Returns a box that is larger on all sides. Empty boxes stay as they are.
inline Box grown(const Box& box, double margin) {
  if (box.isEmpty()) return box;
  return {box.min - glm::dvec3(margin), box.max + glm::dvec3(margin)};
}

/// Returns the smallest aligned box around the eight corners of `box` after an affine map. Empty
/// boxes stay as they are. The map gives NaN where it multiplies an infinite end by zero, at the
/// same places as the reference.
inline Box transformed(const glm::dmat4& matrix, const Box& box) {
  if (box.isEmpty()) return box;
  // Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems 1990.
  Box result{glm::dvec3(matrix[3]), glm::dvec3(matrix[3])};
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const double a = matrix[column][row] * box.min[column];
      const double b = matrix[column][row] * box.max[column];
      // One comparison, so that what is not a number gets where the reference has it.
      const bool isAscending = a < b;
      result.min[row] += isAscending ? a : b;
      result.max[row] += isAscending ? b : a;
    }
  }
  return result;
}

}  // namespace usdscope
