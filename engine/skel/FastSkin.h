// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/math/Types.h"

namespace usdscope {

/// Moves points with joints in single precision, with vector registers and on all cores: what is
/// baked. Gives what SkinPoints gives, the double-precision truth, within single precision.
///
/// A job: fill in the fields, then call run(). It owns no memory but scratch of the size of the
/// palette.
struct FastSkin {
  bool usesDualQuaternions = false;
  glm::dmat4 skelFromRest{1.0};              ///< geomBindTransform.
  std::span<const glm::dmat4> skelFromBind;  ///< Per joint, in the mesh's joint order.
  std::span<const int> joints;               ///< rest.size() × influencesPerPoint.
  std::span<const float> weights;            ///< As many. Not normalised; any sign.
  std::size_t influencesPerPoint = 0;
  glm::dmat4 outFromSkel{1.0};      ///< Where the points are wanted; comes last.
  std::span<const glm::vec3> rest;  ///< In.
  std::span<glm::vec3> points;      ///< Out; as many. May be the memory of `rest`.
  bool usesWideRegisters = true;    ///< Where the processor has them.
  bool areJointsInRange = false;    ///< Somebody has looked at all of them before.

  /// What does not fit, sizes or a joint index out of range, a sentence; else empty.
  std::string problem() const;

  /// False when there is a problem(); what is written means nothing then.
  bool run() const;
};

/// Moves vertex normals by linear blending: per influence with the transposed inverse, then unit
/// length, then `outFromSkel` (its transposed inverse). Gives what SkinNormals gives.
struct FastSkinNormals {
  glm::dmat3 skelFromRest{1.0};              ///< Transposed inverse of the geomBindTransform.
  std::span<const glm::dmat3> skelFromBind;  ///< Transposed inverses, in the mesh's joint order.
  std::span<const int> joints;
  std::span<const float> weights;
  std::size_t influencesPerPoint = 0;
  glm::dmat3 outFromSkel{1.0};      ///< A transposed inverse; not of unit length afterwards.
  std::span<const glm::vec3> rest;  ///< In.
  std::span<glm::vec3> normals;     ///< Out; as many. May be the memory of `rest`.
  bool usesWideRegisters = true;    ///< Where the processor has them.
  bool areJointsInRange = false;    ///< Somebody has looked at all of them before.

  std::string problem() const;
  bool run() const;  ///< As FastSkin's.
};

}  // namespace usdscope
