// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/skel/SkeletonQuery.h"

namespace usdscope {

/// Selects which pose to compute: 0 is the bind pose, 1 the rest pose, 2 the animated pose. A
/// fraction blends the two poses beside it.
using PoseStep = double;
inline constexpr PoseStep kBindPose = 0.0;
inline constexpr PoseStep kRestPose = 1.0;
inline constexpr PoseStep kAnimatedPose = 2.0;

/// Returns how much of the animation applies: 0 up to the rest pose, 1 at the animated pose. Blend
/// shape weights are multiplied by this share.
double animatedShare(PoseStep step);

/// Blends two transforms: translations and the elements of scale and shear linearly, rotations
/// along the shortest arc. Exactly `a` at 0 and `b` at 1.
glm::dmat4 blendTransforms(const glm::dmat4& a, const glm::dmat4& b, double share);

/// A skeleton at one time and step. Computed once and shared by all prims that follow the skeleton.
struct SkelPose {
  TimeCode time;
  /// The joints in skeleton space. Empty when the transforms that the PoseStep needs are not
  /// authored.
  std::optional<std::vector<glm::dmat4>> skelFromJoint;
  /// Skinning matrices: they map skeleton space in the bind pose to skeleton space in this pose. At
  /// kBindPose they are the identity, except for joints whose bind transform has no inverse. Empty
  /// when the skeleton cannot be posed or has no bind transforms.
  std::optional<std::vector<glm::dmat4>> skelFromBind;
  /// skinningNormalMatrix() of each skinning matrix, if requested.
  std::vector<glm::dmat3> normalsFromBind;
  /// Whether a skinning matrix has no inverse. Set together with `normalsFromBind`.
  bool hasSingularJoint = false;
  /// Weights of the animation's shapes, not multiplied by animatedShare().
  std::optional<Array<float>> blendWeights;
};

/// Poses a skeleton. `withNormals` fills SkelPose::normalsFromBind.
SkelPose computeSkelPose(const SkeletonQuery& skeleton, TimeCode time,
                         PoseStep step = kAnimatedPose, bool withNormals = false);

/// Computes parent from joint for each joint of a skeleton. Missing bind transforms are replaced by
/// the rest transforms, and vice versa. Returns false and leaves `parentFromJoint` unchanged when
/// `step` needs transforms that are not authored.
bool computePoseLocalTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                                std::vector<glm::dmat4>& parentFromJoint);
/// Like computePoseLocalTransforms(), but computes skeleton from joint.
bool computePoseSkelTransforms(const SkeletonQuery& skeleton, TimeCode time, PoseStep step,
                               std::vector<glm::dmat4>& skelFromJoint);

/// Returns per joint whether it stays at rest because the animation does not have it. True for all
/// joints when the animation cannot be evaluated.
std::vector<bool> jointsAtRest(const SkeletonQuery& skeleton);

}  // namespace usdscope
