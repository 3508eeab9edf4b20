// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/PoseLadder.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "engine/math/Finite.h"
#include "engine/math/Interpolate.h"
#include "engine/skel/ConcatJointTransforms.h"

namespace usdscope {
namespace {

// The rotation in a matrix, from its axes made square one after the other; a mirrored axis stays in
// what is left. The identity where an axis has no length.
glm::dquat rotationOf(const glm::dmat3& m) {
  if (!isFinite(m)) return glm::dquat(1.0, 0.0, 0.0, 0.0);
  const double x = glm::length(m[0]);
  if (!(x > 0.0)) return glm::dquat(1.0, 0.0, 0.0, 0.0);
  const glm::dvec3 a = m[0] / x;
  const glm::dvec3 across = m[1] - a * glm::dot(a, m[1]);
  const double y = glm::length(across);
  if (!(y > 1e-12 * x)) return glm::dquat(1.0, 0.0, 0.0, 0.0);
  const glm::dvec3 b = across / y;
  return glm::normalize(glm::quat_cast(glm::dmat3(a, b, glm::cross(a, b))));
}

// A parent without inverse leaves its children where they are in skeleton space.
std::vector<glm::dmat4> bindLocals(const SkelDefinition& definition) {
  std::vector<glm::dmat4> locals;
  for (std::size_t i = 0; i < definition.joints.size(); ++i) {
    const int parent = definition.topology.parents[i];
    const glm::dmat4& skelFromJoint = definition.skelFromJointBind[i];
    locals.push_back(parent < 0 ? skelFromJoint
                                : definition.jointFromSkelBind[static_cast<std::size_t>(parent)] *
                                      skelFromJoint);
  }
  return locals;
}

std::vector<glm::dmat4> locals(const SkelDefinition& definition, bool isBind) {
  if (isBind ? definition.hasBind : !definition.hasRest) return bindLocals(definition);
  return {definition.parentFromJointRest.begin(), definition.parentFromJointRest.end()};
}

}  // namespace

double animatedShare(PoseStep step) { return std::clamp(step - kRestPose, 0.0, 1.0); }

glm::dmat4 blendTransforms(const glm::dmat4& a, const glm::dmat4& b, double share) {
  if (share <= 0.0 || a == b) return a;
  if (share >= 1.0) return b;
  const glm::dmat3 axesA(a);
  const glm::dmat3 axesB(b);
  const glm::dquat turnA = rotationOf(axesA);
  const glm::dquat turnB = rotationOf(axesB);
  const glm::dmat3 leftA = glm::transpose(glm::mat3_cast(turnA)) * axesA;
  const glm::dmat3 leftB = glm::transpose(glm::mat3_cast(turnB)) * axesB;
  const glm::dmat3 left = leftA * (1.0 - share) + leftB * share;
  const glm::dquat nearest = glm::dot(turnA, turnB) < 0.0 ? -turnB : turnB;
  glm::dmat4 result(glm::mat3_cast(slerp(share, turnA, nearest)) * left);
  result[3] = glm::dvec4(glm::mix(glm::dvec3(a[3]), glm::dvec3(b[3]), share), 1.0);
  return result;
}

bool computePoseLocalTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                std::vector<glm::dmat4>& parentFromJoint) {
  if (step >= kAnimatedPose) return skeleton.computeJointLocalTransforms(time, parentFromJoint);
  const SkelDefinition& definition = skeleton.definition();
  if (!definition.hasBind && !definition.hasRest) return false;
  const bool isBelowRest = step < kRestPose;
  std::vector<glm::dmat4> from = locals(definition, isBelowRest);
  std::vector<glm::dmat4> to;
  if (isBelowRest) {
    to = locals(definition, false);
  } else if (!skeleton.computeJointLocalTransforms(time, to)) {
    return false;
  }
  const double share = std::clamp(isBelowRest ? step : step - kRestPose, 0.0, 1.0);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = blendTransforms(from[i], to[i], share);
  parentFromJoint = std::move(from);
  return true;
}

bool computePoseSkelTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                               std::vector<glm::dmat4>& skelFromJoint) {
  if (step >= kAnimatedPose) return skeleton.computeJointSkelTransforms(time, skelFromJoint);
  const SkelDefinition& definition = skeleton.definition();
  if (step <= kBindPose && definition.hasBind) {
    skelFromJoint.assign(definition.skelFromJointBind.begin(), definition.skelFromJointBind.end());
    return true;
  }
  if (!computePoseLocalTransforms(skeleton, time, step, skelFromJoint)) return false;
  concatJointTransforms(definition.topology.parents, skelFromJoint, skelFromJoint);
  return true;
}

bool computePoseSkinningTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                   std::vector<glm::dmat4>& skelFromBind) {
  if (step >= kAnimatedPose) return skeleton.computeSkinningTransforms(time, skelFromBind);
  const SkelDefinition& definition = skeleton.definition();
  if (!definition.hasBind || !computePoseSkelTransforms(skeleton, time, step, skelFromBind)) {
    return false;
  }
  for (std::size_t i = 0; i < skelFromBind.size(); ++i) {
    skelFromBind[i] = skelFromBind[i] * definition.jointFromSkelBind[i];
  }
  return true;
}

std::vector<bool> jointsAtRest(const SkeletonQuery& skeleton) {
  const Array<Token>& joints = skeleton.definition().joints;
  std::vector<bool> isAtRest(joints.size(), true);
  std::vector<glm::dmat4> animated;
  if (!skeleton.hasMappedAnimation() ||
      !skeleton.animation().computeJointLocalTransforms(TimeCode::earliest(), animated)) {
    return isAtRest;
  }
  const Array<Token>& names = skeleton.animation().joints();
  const std::unordered_set<Token> known(names.begin(), names.end());
  for (std::size_t i = 0; i < joints.size(); ++i) isAtRest[i] = !known.contains(joints[i]);
  return isAtRest;
}

}  // namespace usdscope
