// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// A transform as scale, then rotations around x, y and z, then translation.
struct TransformParts {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotationDegrees{0.0};
  glm::dvec3 scale{1.0};  ///< All three components are negative if the matrix mirrors.
  /// Whether the parts reproduce the matrix. False for shear, and for singular or non-finite
  /// matrices.
  bool isWhole = true;
};

/// Decomposes an affine matrix. For a matrix with shear, the rotation is that of its axes after
/// orthonormalising them, x first.
TransformParts partsOf(const glm::dmat4& matrix);

/// The rows as USD writes them, `( (1, 0, 0, 0), … )`, with all digits.
std::string matrixText(const glm::dmat4& matrix);

}  // namespace usdscope
