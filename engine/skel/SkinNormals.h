// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {

/// Returns the transposed inverse, which transforms normals; the identity for a matrix without
/// inverse.
glm::dmat3 normalMatrix(const glm::dmat4& matrix);
bool hasNormalMatrix(const glm::dmat4& matrix);
/// Like normalMatrix(), but for a joint or a geomBindTransform without inverse returns the stand-in
/// of the reference: so large that linear blending leaves the normal (0, 0, 0).
glm::dmat3 skinningNormalMatrix(const glm::dmat4& matrix);

/// Turns normals with joints, as baking does: rest normals in, unit normals out. Linear blending of
/// one normal per point has a kernel in single precision; dual quaternions and face-varying normals
/// are always computed in double. (UsdSkelSkinNormals, UsdSkelSkinFaceVaryingNormals.)
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch of a few numbers per
/// joint.
struct SkinNormals {
  bool usesDualQuaternions = false;
  glm::dmat3 skelFromRest{1.0};              ///< skinningNormalMatrix() of the geomBindTransform.
  std::span<const glm::dmat3> skelFromBind;  ///< skinningNormalMatrix() of each joint.
  std::span<const int> joints;               ///< Influences of the points.
  std::span<const float> weights;            ///< As many.
  std::size_t influencesPerPoint = 0;
  /// The point of each face-varying normal; an index out of range stands for point 0. Empty: one
  /// normal per point.
  std::span<const int> pointOfNormal;
  glm::dmat3 outFromSkel{1.0};      ///< A normalMatrix(), applied last, after unit length.
  std::span<const glm::vec3> rest;  ///< In.
  std::span<glm::vec3> normals;     ///< Out; as many. May be the memory of `rest`.
  SkinPrecision precision = SkinPrecision::Single;
  bool areJointsInRange = false;  ///< The caller has checked all joint indices.

  /// Why the inputs cannot be used, as a sentence; empty when run() will succeed.
  std::string problem() const;

  /// Returns false when there is a problem(); like SkinPoints::run().
  bool run() const;
};

}  // namespace usdscope
