// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// A transform as a person reads it: scale first, then turns around x, y and z, then a move.
struct TransformParts {
  glm::dvec3 translation{0.0};
  glm::dvec3 rotationDegrees{0.0};
  glm::dvec3 scale{1.0};  ///< Where the matrix mirrors, all three are negative.
  /// Whether these parts say all: false for shear, and for a matrix that is flat or not finite.
  bool isWhole = true;
};

/// The parts of an affine matrix. Of one that shears, the turn is that of its axes made square,
/// x first.
TransformParts partsOf(const glm::dmat4& matrix);

/// Rows as USD writes them, `( (1, 0, 0, 0), … )`, with all digits.
std::string matrixText(const glm::dmat4& matrix);

}  // namespace usdscope
