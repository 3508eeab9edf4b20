// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/math/Types.h"

namespace usdscope::detail {

/// Returns the sum of `vectorOf(joint)` by weight, for the influences of one point. This is linear
/// blending as the reference computes it: a weight of 0 is skipped, and each step is rounded to
/// float. detail/SkinKernels.h blends matrices instead, which is faster but rounds differently.
template <typename VectorOf>
glm::vec3 sumByWeight(std::span<const int> joints, std::span<const float> weights,
                      VectorOf vectorOf) {
  glm::vec3 sum(0.0f);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (weights[i] == 0.0f) continue;
    sum += vectorOf(static_cast<std::size_t>(joints[i])) * weights[i];
  }
  return sum;
}

}  // namespace usdscope::detail
