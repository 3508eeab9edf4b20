// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "engine/math/Box.h"
#include "engine/math/Finite.h"

namespace usdscope {

/// The largest coordinate that can be drawn. The product of two such lengths is finite in single
/// precision, on the GPU too.
inline constexpr double kReach = 1e18;

/// Returns whether a position is finite and in reach.
inline bool isDrawable(const glm::vec3& p) {
  constexpr float kMost = static_cast<float>(kReach);
  // Comparisons with NaN are false.
  return std::abs(p.x) <= kMost && std::abs(p.y) <= kMost && std::abs(p.z) <= kMost;
}

/// Returns whether both corners of a box are finite and in reach; true for an empty box.
inline bool isDrawable(const Box& box) {
  for (int i = 0; i < 3; ++i) {
    if (std::isnan(box.min[i]) || std::isnan(box.max[i])) return false;
    if (!box.isEmpty() && (box.min[i] < -kReach || box.max[i] > kReach)) return false;
  }
  return true;
}

}  // namespace usdscope
