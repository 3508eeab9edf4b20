// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinPoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/skel/DualQuaternion.h"

namespace usdscope {
namespace {

// Points are float between the steps, as in the reference.
glm::vec3 transformPoint(const glm::dmat4& matrix, const glm::vec3& point) {
  return glm::vec3(glm::dvec3(matrix * glm::dvec4(glm::dvec3(point), 1.0)));
}

glm::vec3 linear(std::span<const glm::dmat4> skelFromBind, std::span<const int> joints,
                 std::span<const float> weights, const glm::vec3& point) {
  glm::vec3 sum(0.0f);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (weights[i] == 0.0f) continue;
    sum += transformPoint(skelFromBind[static_cast<std::size_t>(joints[i])], point) * weights[i];
  }
  return sum;
}

// Scale and shear are blended linearly and come first, then one blended rigid motion.
glm::vec3 dualQuaternion(const RigidJoints& rigid, std::span<const int> joints,
                         std::span<const float> weights, const glm::vec3& point) {
  const auto largest =
      static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
  const glm::dquat pivot = rigid.motions[static_cast<std::size_t>(joints[largest])].real;
  glm::vec3 scaled(0.0f);
  DualQuaternion sum{{0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    double weight = double(weights[i]);
    if (weights[i] == 0.0f) continue;
    const auto joint = static_cast<std::size_t>(joints[i]);
    if (rigid.hasScale) {
      scaled += glm::vec3(rigid.scales[joint] * glm::dvec3(point)) * weights[i];
    }
    const DualQuaternion& motion = rigid.motions[joint];
    if (glm::dot(motion.real, pivot) < 0.0) weight = -weight;
    sum.real = sum.real + motion.real * weight;
    sum.dual = sum.dual + motion.dual * weight;
  }
  return glm::vec3(sum.normalized().transform(glm::dvec3(rigid.hasScale ? scaled : point)));
}

}  // namespace

std::string SkinPoints::problem() const {
  if (joints.size() != weights.size()) {
    return fmt::format("There are {} joint indices and {} weights.", joints.size(), weights.size());
  }
  if (influencesPerPoint == 0 || joints.size() != points.size() * influencesPerPoint) {
    return fmt::format("There are {} influences for {} points with {} each.", joints.size(),
                       points.size(), influencesPerPoint);
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i] < 0 || static_cast<std::size_t>(joints[i]) >= skelFromBind.size()) {
      return fmt::format("Joint index {} at {} is not in [0, {}).", joints[i], i,
                         skelFromBind.size());
    }
  }
  return {};
}

bool SkinPoints::run() const {
  if (!problem().empty()) return false;
  const RigidJoints rigid = usesDualQuaternions ? RigidJoints(skelFromBind) : RigidJoints();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto own = joints.subspan(i * influencesPerPoint, influencesPerPoint);
    const auto ownWeights = weights.subspan(i * influencesPerPoint, influencesPerPoint);
    const glm::vec3 atBind = transformPoint(skelFromRest, points[i]);
    points[i] = usesDualQuaternions ? dualQuaternion(rigid, own, ownWeights, atBind)
                                    : linear(skelFromBind, own, ownWeights, atBind);
  }
  return true;
}

bool skinTransform(bool usesDualQuaternions, const glm::dmat4& skelFromRest,
                   std::span<const glm::dmat4> skelFromBind, std::span<const int> joints,
                   std::span<const float> weights, glm::dmat4& skelFromLocal) {
  if (joints.size() != weights.size() || joints.empty()) return false;
  for (const int joint : joints) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= skelFromBind.size()) return false;
  }
  if (joints.size() == 1 && std::abs(weights[0] - 1.0f) < 1e-6f) {
    skelFromLocal = skelFromBind[static_cast<std::size_t>(joints[0])] * skelFromRest;
    return true;
  }
  // A frame of four points is moved, and the matrix is read off it.
  const RigidJoints rigid = usesDualQuaternions ? RigidJoints(skelFromBind) : RigidJoints();
  const glm::vec3 origin{glm::dvec3(skelFromRest[3])};
  std::array<glm::vec3, 4> frame;
  for (int i = 0; i < 3; ++i) {
    frame[static_cast<std::size_t>(i)] = origin + glm::vec3(glm::dvec3(skelFromRest[i]));
  }
  frame[3] = origin;
  for (glm::vec3& point : frame) {
    point = usesDualQuaternions ? dualQuaternion(rigid, joints, weights, point)
                                : linear(skelFromBind, joints, weights, point);
  }
  skelFromLocal = glm::dmat4(1.0);
  for (int i = 0; i < 3; ++i) {
    skelFromLocal[i] = glm::dvec4(glm::dvec3(frame[static_cast<std::size_t>(i)] - frame[3]), 0.0);
  }
  skelFromLocal[3] = glm::dvec4(glm::dvec3(frame[3]), 1.0);
  return true;
}

}  // namespace usdscope
