// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/DualQuaternion.h"

#include <algorithm>
#include <cmath>

#include "engine/skel/detail/SumByWeight.h"

namespace usdscope {
namespace {

// Finds the rotation of the polar decomposition by Newton's iteration. (Higham, "Computing the
// polar decomposition with applications", 1986.) Returns false for a singular matrix.
bool findRotation(const glm::dmat3& matrix, glm::dmat3& rotation) {
  rotation = matrix;
  for (int i = 0; i < 100; ++i) {
    const double determinant = glm::determinant(rotation);
    if (!(std::abs(determinant) > 1e-30)) return false;
    const glm::dmat3 inverseTranspose = glm::transpose(glm::inverse(rotation));
    const glm::dmat3 next = (rotation + inverseTranspose) * 0.5;
    double change = 0.0;
    for (int c = 0; c < 3; ++c) change += glm::length(next[c] - rotation[c]);
    rotation = next;
    if (change < 1e-14) break;
  }
  // A reflection stays with the scale.
  if (glm::determinant(rotation) < 0.0) rotation = rotation * -1.0;
  return true;
}

// Calls `add(joint, weight)` for each weight that is not zero. The weight has the blendSign() of
// the joint's rotation.
template <typename RotationOf, typename Add>
void addSigned(std::span<const int> joints, std::span<const float> weights, RotationOf rotationOf,
               Add add) {
  const auto largest =
      static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
  const glm::dquat pivot = rotationOf(static_cast<std::size_t>(joints[largest]));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (weights[i] == 0.0f) continue;
    const auto joint = static_cast<std::size_t>(joints[i]);
    const double weight = double(weights[i]);
    add(joint, weight * blendSign(glm::dot(rotationOf(joint), pivot)));
  }
}

}  // namespace

DualQuaternion DualQuaternion::make(const glm::dquat& rotation, const glm::dvec3& translation) {
  const glm::dquat t(0.0, translation.x, translation.y, translation.z);
  return {rotation, t * rotation * 0.5};
}

DualQuaternion DualQuaternion::normalized() const {
  const double length = std::sqrt(glm::dot(real, real));
  if (!(length > 0.0)) return *this;
  DualQuaternion unit{real / length, dual / length};
  // The dual part of a unit dual quaternion is orthogonal to the real one.
  unit.dual = unit.dual - unit.real * glm::dot(unit.real, unit.dual);
  return unit;
}

glm::dvec3 DualQuaternion::transform(const glm::dvec3& point) const {
  const glm::dvec3 r(real.x, real.y, real.z);
  const glm::dvec3 d(dual.x, dual.y, dual.z);
  const glm::dvec3 translation = 2.0 * (real.w * d - dual.w * r + glm::cross(r, d));
  return point + 2.0 * glm::cross(r, glm::cross(r, point) + real.w * point) + translation;
}

DualQuaternion blendMotions(std::span<const DualQuaternion> motions, std::span<const int> joints,
                            std::span<const float> weights) {
  DualQuaternion sum{{0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
  addSigned(
      joints, weights, [&](std::size_t joint) { return motions[joint].real; },
      [&](std::size_t joint, double weight) {
        sum.real = sum.real + motions[joint].real * weight;
        sum.dual = sum.dual + motions[joint].dual * weight;
      });
  return sum;
}

glm::dquat blendRotations(std::span<const glm::dquat> rotations, std::span<const int> joints,
                          std::span<const float> weights) {
  glm::dquat sum(0.0, 0.0, 0.0, 0.0);
  addSigned(
      joints, weights, [&](std::size_t joint) { return rotations[joint]; },
      [&](std::size_t joint, double weight) { sum = sum + rotations[joint] * weight; });
  return sum;
}

glm::vec3 blendLinearly(std::span<const glm::dmat3> matrices, std::span<const int> joints,
                        std::span<const float> weights, const glm::vec3& vector) {
  return detail::sumByWeight(joints, weights, [&](std::size_t joint) {
    return glm::vec3(matrices[joint] * glm::dvec3(vector));
  });
}

bool isScaling(const glm::dmat3& scale) {
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      if (!(std::abs(scale[c][r] - (c == r ? 1.0 : 0.0)) <= 1e-6)) return true;
    }
  }
  return false;
}

RigidJoints::RigidJoints(std::span<const glm::dmat4> matrices) {
  for (const glm::dmat4& matrix : matrices) {
    const glm::dmat3 linear(matrix);
    glm::dmat3 rotation;
    if (!findRotation(linear, rotation)) {
      motions.push_back({{0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}});
      scales.emplace_back(1.0);
      continue;
    }
    motions.push_back(DualQuaternion::make(glm::quat_cast(rotation), glm::dvec3(matrix[3])));
    scales.push_back(glm::transpose(rotation) * linear);
    hasScale |= isScaling(scales.back());
  }
}

}  // namespace usdscope
