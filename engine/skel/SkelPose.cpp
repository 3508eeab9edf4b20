// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelPose.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "engine/math/Finite.h"
#include "engine/math/Lerp.h"
#include "engine/skel/ConcatJointTransforms.h"
#include "engine/skel/SkinNormals.h"

namespace usdscope {
namespace {

// Returns the rotation of a matrix, by orthogonalising its axes one after the other. A reflection
// stays with the scale. The identity where an axis has no length.
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

// Children of a joint without inverse stay where they are in skeleton space.
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
  const glm::dquat rotationA = rotationOf(axesA);
  const glm::dquat rotationB = rotationOf(axesB);
  const glm::dmat3 scaleA = glm::transpose(glm::mat3_cast(rotationA)) * axesA;
  const glm::dmat3 scaleB = glm::transpose(glm::mat3_cast(rotationB)) * axesB;
  const glm::dmat3 scale = scaleA * (1.0 - share) + scaleB * share;
  const glm::dquat nearest = glm::dot(rotationA, rotationB) < 0.0 ? -rotationB : rotationB;
  glm::dmat4 result(glm::mat3_cast(slerp(share, rotationA, nearest)) * scale);
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

SkelPose computeSkelPose(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                         bool withNormals) {
  SkelPose pose{.time = time};
  const SkelDefinition& definition = skeleton.definition();
  if (skeleton.animation()) pose.blendWeights = skeleton.animation().findBlendShapeWeights(time);
  std::vector<glm::dmat4> matrices;
  if (!computePoseSkelTransforms(skeleton, time, step, matrices)) return pose;
  pose.skelFromJoint = matrices;
  if (!definition.hasBind) return pose;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    matrices[i] = matrices[i] * definition.jointFromSkelBind[i];
    if (!withNormals) continue;
    pose.normalsFromBind.push_back(skinningNormalMatrix(matrices[i]));
    pose.hasSingularJoint |= !hasNormalMatrix(matrices[i]);
  }
  pose.skelFromBind = std::move(matrices);
  return pose;
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
