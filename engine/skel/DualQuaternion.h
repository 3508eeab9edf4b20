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

/// Returns the sign with which a rotation is blended, given the dot product of its quaternion and
/// that of the pivot joint. A rotation has two quaternions of opposite sign; -1 selects the one
/// that is nearer to the pivot's.
template <typename Number>
constexpr Number blendSign(Number dotWithPivot) {
  return dotWithPivot < Number(0) ? Number(-1) : Number(1);
}

/// Returns the sum of the motions of `joints` by weight, of any length; normalize it before use.
///
/// The motion of the joint with the largest weight is the pivot, the first one if several are
/// equal. The other motions have the blendSign() for this pivot. This is the plain version in
/// double precision. The kernels in detail/SkinKernels.h (single precision) and
/// shaders/mesh/skin.comp choose the pivot on their own, by the same rule; tests compare the
/// results.
///
/// Requires: `joints` and `weights` have the same size, are not empty, and the joints are in range.
DualQuaternion blendMotions(std::span<const DualQuaternion> motions, std::span<const int> joints,
                            std::span<const float> weights);

/// Like blendMotions(), for rotations alone.
glm::dquat blendRotations(std::span<const glm::dquat> rotations, std::span<const int> joints,
                          std::span<const float> weights);

/// Returns the sum of `vector` transformed by the matrix of each of `joints`, by weight. Each step
/// is rounded to float, as in the reference.
glm::vec3 blendLinearly(std::span<const glm::dmat3> matrices, std::span<const int> joints,
                        std::span<const float> weights, const glm::vec3& vector);

/// Returns whether a scale and shear matrix differs from the identity by more than 1e-6. True for
/// NaN.
bool isScaling(const glm::dmat3& scale);

/// Joint matrices decomposed into a scale and shear, which applies first, and a rigid motion.
struct RigidJoints {
  std::vector<DualQuaternion> motions;
  std::vector<glm::dmat3> scales;
  bool hasScale = false;  ///< Some scale isScaling().

  RigidJoints() = default;
  explicit RigidJoints(std::span<const glm::dmat4> matrices);
};

}  // namespace usdscope
