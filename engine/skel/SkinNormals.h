// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// The transposed inverse, by which normals go; the identity for a matrix without inverse.
glm::dmat3 normalMatrix(const glm::dmat4& matrix);
bool hasNormalMatrix(const glm::dmat4& matrix);
/// The same of a joint or a geomBindTransform; without inverse it is what the reference takes for
/// one, so large that linear blending leaves no normal: (0, 0, 0).
glm::dmat3 skinningNormalMatrix(const glm::dmat4& matrix);

/// Turns normals with joints, in place: rest normals in, unit normals in skeleton space out. The
/// plain double-precision way. (UsdSkelSkinNormals, UsdSkelSkinFaceVaryingNormals.)
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch.
struct SkinNormals {
  bool usesDualQuaternions = false;
  glm::dmat3 skelFromRest{1.0};              ///< skinningNormalMatrix() of the geomBindTransform.
  std::span<const glm::dmat3> skelFromBind;  ///< skinningNormalMatrix() of each joint.
  std::span<const int> joints;               ///< Influences of the points.
  std::span<const float> weights;            ///< As many.
  std::size_t influencesPerPoint = 0;
  /// The point of each normal, for face-varying ones (one out of range counts as point 0). Empty: a
  /// normal each point.
  std::span<const int> pointOfNormal;
  std::span<glm::vec3> normals;  ///< In and out.

  /// What makes the inputs unusable, as a sentence; empty when run() will succeed.
  std::string problem() const;

  /// Returns false and writes nothing when there is a problem().
  bool run() const;
};

}  // namespace usdscope
