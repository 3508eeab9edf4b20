// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/skel/SkeletonQuery.h"

namespace usdscope {

/// Selects a pose between bind, rest and animation: 0 is bind, 1 rest, 2 animated. A fraction
/// blends the two poses beside it.
using PoseStep = double;
inline constexpr PoseStep kBindPose = 0.0;
inline constexpr PoseStep kRestPose = 1.0;
inline constexpr PoseStep kAnimatedPose = 2.0;

/// Returns how much of the animation applies: 0 up to the rest pose, 1 at the animated pose. Blend
/// shape weights are scaled by it.
double animatedShare(PoseStep step);

/// Blends two transforms: translations along a line, rotations along the shortest arc, scale and
/// shear number by number. Exactly `a` at 0 and `b` at 1.
glm::dmat4 blendTransforms(const glm::dmat4& a, const glm::dmat4& b, double share);

/// A skeleton at one time and step. Computed once and shared by all prims that follow the skeleton.
struct SkelPose {
  TimeCode time;
  /// Joints in skeleton space. Empty when the transforms that the step needs are not authored.
  std::optional<std::vector<glm::dmat4>> skelFromJoint;
  /// Skinning matrices: skeleton space at the step from skeleton space at bind. At kBindPose they
  /// are the identity, except for joints whose bind transform has no inverse. Empty when the
  /// skeleton cannot be posed or has no bind transforms.
  std::optional<std::vector<glm::dmat4>> skelFromBind;
  std::vector<glm::dmat3> normalsFromBind;   ///< skinningNormalMatrix() of each, if requested.
  bool hasSingularJoint = false;             ///< A skinning matrix has no inverse; if requested.
  std::optional<Array<float>> blendWeights;  ///< Weights of the animation's shapes, unscaled.
};

/// Poses a skeleton. `withNormals` fills SkelPose::normalsFromBind.
SkelPose computeSkelPose(const SkeletonQuery& skeleton, TimeCode time,
                         PoseStep step = kAnimatedPose, bool withNormals = false);

/// Computes parent from joint for each joint of a skeleton at a step. Missing bind or rest
/// transforms are replaced by the others. Returns false and leaves the transforms alone when the
/// step needs transforms that are not authored.
bool computePoseLocalTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                std::vector<glm::dmat4>& parentFromJoint);
/// Like computePoseLocalTransforms(), but computes skeleton from joint.
bool computePoseSkelTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                               std::vector<glm::dmat4>& skelFromJoint);

/// Returns per joint whether the animation lacks it, so that it stays at rest. True for all joints
/// when the animation cannot be evaluated.
std::vector<bool> jointsAtRest(const SkeletonQuery& skeleton);

}  // namespace usdscope
