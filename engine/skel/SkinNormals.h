// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {

/// Returns the transposed inverse of a matrix, which transforms normals; the identity for a matrix
/// without inverse.
glm::dmat3 normalMatrix(const glm::dmat4& matrix);
bool hasNormalMatrix(const glm::dmat4& matrix);
/// Like normalMatrix(), for a joint or a geomBindTransform. If the matrix has no inverse, returns
/// the matrix that the reference uses instead; it is so large that linear blending makes the normal
/// (0, 0, 0).
glm::dmat3 skinningNormalMatrix(const glm::dmat4& matrix);

/// Skins normals as baking does: rest normals in, unit normals out. Linear blending of one normal
/// per point has a kernel in single precision. Dual quaternions and face-varying normals are always
/// computed in double precision. (UsdSkelSkinNormals, UsdSkelSkinFaceVaryingNormals.)
///
/// A job: fill in the fields, then call run(). It allocates only a few numbers per joint, for the
/// duration of run().
struct SkinNormals {
  bool usesDualQuaternions = false;
  glm::dmat3 skelFromRest{1.0};              ///< skinningNormalMatrix() of the geomBindTransform.
  std::span<const glm::dmat3> skelFromBind;  ///< skinningNormalMatrix() of each joint.
  std::span<const int> joints;               ///< The joint of each influence of each point.
  std::span<const float> weights;            ///< The weight of each influence; as many as `joints`.
  std::size_t influencesPerPoint = 0;
  /// The point of each face-varying normal; an index out of range means point 0. Empty if there is
  /// one normal per point.
  std::span<const int> pointOfNormal;
  glm::dmat3 outFromSkel{1.0};      ///< A normalMatrix(), applied last, to normals of unit length.
  std::span<const glm::vec3> rest;  ///< Input: the normals at rest.
  std::span<glm::vec3> normals;     ///< Output; as many as `rest`. May be the memory of `rest`.
  SkinPrecision precision = SkinPrecision::Single;
  bool areJointsInRange = false;  ///< The caller has checked all joint indices.

  /// Returns a sentence that says why the inputs cannot be used; empty when run() will succeed.
  std::string problem() const;

  /// Returns false when there is a problem(); like SkinPoints::run().
  bool run() const;
};

}  // namespace usdscope
