// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkinPoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/math/Finite.h"
#include "engine/skel/DualQuaternion.h"
#include "engine/skel/InfluenceChecks.h"
#include "engine/skel/detail/SkinKernels.h"
#include "engine/skel/detail/SumByWeight.h"

namespace usdscope {
namespace {

// Rounds to float after each step, as the reference does.
glm::vec3 transformPoint(const glm::dmat4& matrix, const glm::vec3& point) {
  return glm::vec3(glm::dvec3(matrix * glm::dvec4(glm::dvec3(point), 1.0)));
}

glm::vec3 linear(std::span<const glm::dmat4> skelFromBind, std::span<const int> joints,
                 std::span<const float> weights, const glm::vec3& point) {
  return detail::sumByWeight(joints, weights, [&](std::size_t joint) {
    return transformPoint(skelFromBind[joint], point);
  });
}

// Scale and shear are blended linearly and come first, then one blended rigid motion.
glm::vec3 dualQuaternion(const RigidJoints& rigid, std::span<const int> joints,
                         std::span<const float> weights, const glm::vec3& point) {
  const glm::vec3 scaled =
      rigid.hasScale ? blendLinearly(rigid.scales, joints, weights, point) : point;
  const DualQuaternion motion = blendMotions(rigid.motions, joints, weights).normalized();
  return glm::vec3(motion.transform(glm::dvec3(scaled)));
}

void skinInDouble(const SkinPoints& job) {
  const RigidJoints rigid = job.usesDualQuaternions ? RigidJoints(job.skelFromBind) : RigidJoints();
  const bool staysInSkelSpace = job.outFromSkel == glm::dmat4(1.0);
  for (std::size_t i = 0; i < job.rest.size(); ++i) {
    const std::size_t first = i * job.influencesPerPoint;
    const auto joints = job.joints.subspan(first, job.influencesPerPoint);
    const auto weights = job.weights.subspan(first, job.influencesPerPoint);
    const glm::vec3 atBind = transformPoint(job.skelFromRest, job.rest[i]);
    const glm::vec3 moved = job.usesDualQuaternions
                                ? dualQuaternion(rigid, joints, weights, atBind)
                                : linear(job.skelFromBind, joints, weights, atBind);
    job.points[i] = staysInSkelSpace ? moved : transformPoint(job.outFromSkel, moved);
  }
}

bool skinInSingle(const SkinPoints& job) {
  using detail::Columns;
  const detail::SkinArrays<int> arrays{job.joints, job.weights, job.influencesPerPoint,
                                       job.rest,   {},          job.points.data()};
  const std::size_t jointCount = job.skelFromBind.size();
  const bool mayUseAvx2 = job.precision == SkinPrecision::Single;
  if (job.usesDualQuaternions) {
    const detail::DualQuaternionJoints joints(job.skelFromBind, false);
    const detail::DualQuaternionSkin<int> kernel{arrays, joints, Columns(job.skelFromRest),
                                                 Columns(glm::dmat3(1.0)),
                                                 Columns(job.outFromSkel)};
    return detail::runSkinKernel(kernel, jointCount, job.areJointsInRange, mayUseAvx2);
  }
  std::vector<Columns> outFromRest;
  outFromRest.reserve(jointCount);
  const glm::dmat4 turn(glm::dmat3{job.outFromSkel});
  for (const glm::dmat4& joint : job.skelFromBind) {
    outFromRest.emplace_back(turn * joint * job.skelFromRest);
  }
  const detail::LinearSkin<int> kernel{arrays, outFromRest.data(), Columns(job.outFromSkel).c[3]};
  return detail::runSkinKernel(kernel, jointCount, job.areJointsInRange, mayUseAvx2);
}

std::string sizeProblem(const SkinPoints& job) {
  if (job.points.size() != job.rest.size()) {
    return fmt::format("There is room for {} of {} points.", job.points.size(), job.rest.size());
  }
  return influenceSizeProblem(job.joints.size(), job.weights.size(), job.influencesPerPoint,
                              job.rest.size());
}

}  // namespace

std::string SkinPoints::problem() const {
  std::string sizes = sizeProblem(*this);
  return sizes.empty() ? jointRangeProblem(joints, skelFromBind.size()) : sizes;
}

bool SkinPoints::run() const {
  if (!sizeProblem(*this).empty()) return false;
  // The kernels multiply matrices of weight 0, too. A matrix that is not finite must reach only
  // points that follow it.
  if (precision != SkinPrecision::Double && std::ranges::all_of(skelFromBind, isFinite<4>)) {
    return skinInSingle(*this);
  }
  if (!areJointsInRange && !jointRangeProblem(joints, skelFromBind.size()).empty()) {
    return false;
  }
  skinInDouble(*this);
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
  // Skins the four points of a frame and takes the matrix from them.
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
