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

/// Joint matrices decomposed into a scale and shear, which applies first, and a rigid motion.
struct RigidJoints {
  std::vector<DualQuaternion> motions;
  std::vector<glm::dmat3> scales;
  bool hasScale = false;  ///< Some scale differs from the identity.

  RigidJoints() = default;
  explicit RigidJoints(std::span<const glm::dmat4> matrices);
};

}  // namespace usdscope
