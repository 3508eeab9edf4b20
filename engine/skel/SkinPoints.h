// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// How points and normals are computed: by the kernels in detail/SkinKernels.h in single precision,
/// or by separate plain loops in double precision. The loops follow the reference step by step, so
/// that their results can be compared with those of the reference; the kernels are faster. Results
/// differ by the rounding of single precision; tests compare them.
enum class SkinPrecision {
  Single,        ///< With vector registers, on all cores; AVX2 where the processor has it.
  SingleNoAvx2,  ///< As on a processor without AVX2.
  Double,        ///< Point by point, rounded to float where the reference rounds.
};

/// Moves points with joints by linear blending or dual quaternions: blend matrices in, points out.
/// (UsdSkelSkinPoints; Kavan et al., "Skinning with dual quaternions", 2007.)
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch of a few numbers per
/// joint.
struct SkinPoints {
  bool usesDualQuaternions = false;
  glm::dmat4 skelFromRest{1.0};              ///< geomBindTransform.
  std::span<const glm::dmat4> skelFromBind;  ///< Per joint, in the mesh's joint order.
  std::span<const int> joints;               ///< rest.size() × influencesPerPoint.
  std::span<const float> weights;            ///< As many. Not normalised; any sign.
  std::size_t influencesPerPoint = 0;
  glm::dmat4 outFromSkel{1.0};      ///< Applied last, in the same pass.
  std::span<const glm::vec3> rest;  ///< In.
  std::span<glm::vec3> points;      ///< Out; as many. May be the memory of `rest`.
  SkinPrecision precision = SkinPrecision::Single;
  bool areJointsInRange = false;  ///< The caller has checked all joint indices.

  /// Why the inputs cannot be used, as a sentence: sizes that do not fit, a joint out of range.
  /// Empty when run() will succeed.
  std::string problem() const;

  /// Returns false when there is a problem(). `points` is then unspecified, or not written where
  /// sizes do not fit.
  bool run() const;
};

/// Skins a rigid prim: computes the transform that takes its local space to skeleton space.
/// `joints` and `weights` have one element for each influence. Returns false for a joint out of
/// range.
bool skinTransform(bool usesDualQuaternions, const glm::dmat4& skelFromRest,
                   std::span<const glm::dmat4> skelFromBind, std::span<const int> joints,
                   std::span<const float> weights, glm::dmat4& skelFromLocal);

}  // namespace usdscope
