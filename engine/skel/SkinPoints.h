// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// Moves points with joints, in place: rest points in, points in skeleton space out. The plain
/// double-precision way, held against the reference; faster paths are held against this.
/// (UsdSkelSkinPoints; Kavan et al., "Skinning with dual quaternions", 2007.)
///
/// A job: fill in the fields, then call run(). It owns no memory.
struct SkinPoints {
  bool usesDualQuaternions = false;
  glm::dmat4 skelFromRest{1.0};              ///< geomBindTransform.
  std::span<const glm::dmat4> skelFromBind;  ///< Per joint, in the mesh's joint order.
  std::span<const int> joints;               ///< points.size() × influencesPerPoint.
  std::span<const float> weights;            ///< As many. Not normalised; any sign.
  std::size_t influencesPerPoint = 0;
  std::span<glm::vec3> points;  ///< In and out.

  /// What makes the inputs unusable, as a sentence; empty when run() will succeed: sizes that do
  /// not fit, a joint out of range.
  std::string problem() const;

  /// Returns false and writes nothing when there is a problem().
  bool run() const;
};

/// The same for a rigid prim: the transform that takes its local space to skeleton space.
/// `joints` and `weights` have one element for each influence. False for a joint out of range.
bool skinTransform(bool usesDualQuaternions, const glm::dmat4& skelFromRest,
                   std::span<const glm::dmat4> skelFromBind, std::span<const int> joints,
                   std::span<const float> weights, glm::dmat4& skelFromLocal);

}  // namespace usdscope
