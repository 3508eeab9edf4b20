// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/skel/SkeletonQuery.h"

namespace usdscope {

/// A place on the way from how a skeleton was bound, over its rest pose, to how it is animated:
/// 0 bind, 1 rest, 2 animated, anything between a blend of the two beside it.
using PoseStep = double;
inline constexpr PoseStep kBindPose = 0.0;
inline constexpr PoseStep kRestPose = 1.0;
inline constexpr PoseStep kAnimatedPose = 2.0;

/// How much of what is animated is in force: 0 up to the rest pose, 1 at the animated one. Blend
/// shapes follow it.
double animatedShare(PoseStep step);

/// A blend of two transforms: places along the line between them, rotations along the shortest arc,
/// what is left (scale, shear) number by number. Exactly `a` at 0 and `b` at 1.
glm::dmat4 blendTransforms(const glm::dmat4& a, const glm::dmat4& b, double share);

/// Parent from joint, for each joint of a skeleton, at a step. Where bind or rest is missing the
/// other stands in for it. False, leaving the transforms alone, when the step asks for what is not
/// there at all. At kAnimatedPose the same as the query's own.
bool computePoseLocalTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                std::vector<glm::dmat4>& parentFromJoint);
/// The same, skeleton from joint.
bool computePoseSkelTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                               std::vector<glm::dmat4>& skelFromJoint);
/// Skeleton space at that step from skeleton space at bind: at kBindPose the identity, but for
/// joints whose bind transform has no inverse.
bool computePoseSkinningTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                   std::vector<glm::dmat4>& skelFromBind);

/// Per joint: the animation in force says nothing of it, so it stays at rest. All of them where no
/// animation counts.
std::vector<bool> jointsAtRest(const SkeletonQuery& skeleton);

}  // namespace usdscope
