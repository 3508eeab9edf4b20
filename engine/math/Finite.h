// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "engine/math/Types.h"

namespace usdscope {

/// Returns whether no component is infinite or NaN.
template <int kSize, typename Number>
bool isFinite(const glm::vec<kSize, Number>& vector) {
  for (int i = 0; i < kSize; ++i) {
    if (!std::isfinite(vector[i])) return false;
  }
  return true;
}
template <int kSize>
bool isFinite(const glm::mat<kSize, kSize, double>& matrix) {
  for (int column = 0; column < kSize; ++column) {
    if (!isFinite(matrix[column])) return false;
  }
  return true;
}

}  // namespace usdscope
