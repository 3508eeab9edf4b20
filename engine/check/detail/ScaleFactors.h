// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/math/Types.h"

namespace usdscope::detail {

/// The scale of a linear map along three perpendicular axes. (GfTransform::GetScale and
/// GetScaleOrientation.)
struct ScaleFactors {
  glm::dvec3 scale{1.0};   ///< All negative if the map mirrors.
  bool isRotated = false;  ///< Whether the axes differ from X, Y and Z.

  /// Whether the factors are equal, up to 1e-5 of the smallest one.
  bool isUniform() const;
};

/// Returns the factors of a matrix. Factors below 1e-5 are treated as 1e-10.
ScaleFactors scaleFactorsOf(const glm::dmat3& matrix);

}  // namespace usdscope::detail
