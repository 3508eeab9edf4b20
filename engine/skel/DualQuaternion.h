// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// A rigid motion, rotation and translation in one. (Kavan et al., "Skinning with dual
/// quaternions", 2007.)
struct DualQuaternion {
  glm::dquat real{1.0, 0.0, 0.0, 0.0};
  glm::dquat dual{0.0, 0.0, 0.0, 0.0};

  static DualQuaternion make(const glm::dquat& rotation, const glm::dvec3& translation);
  /// Returns it with unit length; zero stays zero.
  DualQuaternion normalized() const;
  glm::dvec3 transform(const glm::dvec3& point) const;
};

/// Returns the sum of the motions of `joints` by weight, of any length; normalize it before use.
///
/// A motion has two dual quaternions, of opposite sign. The motion of the joint with the largest
/// weight is the pivot, the first one if several are equal. The other motions count with the sign
/// whose rotation is nearer to the pivot's. The kernels in detail/SkinKernels.h (single precision)
/// and shaders/mesh/skin.comp choose signs in the same way and must agree.
///
/// Requires: `joints` and `weights` have the same size, are not empty, and the joints are in range.
DualQuaternion blendMotions(std::span<const DualQuaternion> motions, std::span<const int> joints,
                            std::span<const float> weights);

/// Like blendMotions(), for rotations alone.
glm::dquat blendRotations(std::span<const glm::dquat> rotations, std::span<const int> joints,
                          std::span<const float> weights);

/// Returns the sum of `vector` scaled by each of `joints`, by weight. Each step is rounded to
/// float, as in the reference.
glm::vec3 blendScales(std::span<const glm::dmat3> scales, std::span<const int> joints,
                      std::span<const float> weights, const glm::vec3& vector);

/// Joint matrices decomposed into a scale and shear, which applies first, and a rigid motion.
struct RigidJoints {
  std::vector<DualQuaternion> motions;
  std::vector<glm::dmat3> scales;
  bool hasScale = false;  ///< Some scale differs from the identity.

  RigidJoints() = default;
  explicit RigidJoints(std::span<const glm::dmat4> matrices);
};

}  // namespace usdscope
