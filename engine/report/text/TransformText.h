// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// A transform decomposed into a scale, rotations around x, y and z, and a translation, which apply
/// in this order.
struct TransformParts {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotationDegrees{0.0};
  glm::dvec3 scale{1.0};  ///< All three components are negative if the matrix changes handedness.
  /// Whether the parts reproduce the matrix. False for a matrix with shear, and for a singular or
  /// non-finite matrix.
  bool isWhole = true;
};

/// Decomposes an affine matrix. For a matrix with shear, the rotation is that of its axes after
/// they are orthonormalised, beginning with x.
TransformParts partsOf(const glm::dmat4& matrix);

/// Returns the matrix as USD writes it, row by row and with all digits: `( (1, 0, 0, 0), … )`.
std::string matrixText(const glm::dmat4& matrix);

}  // namespace usdscope
