// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/skel/AnimMapper.h"
#include "engine/skel/SkelAnimation.h"
#include "engine/skel/SkelDefinition.h"

namespace usdscope {

inline constexpr DiagnosticCode kSkelBadAnimationSource{"skel.bad-animation-source",
                                                        Severity::Warning};

/// Finds the animation of a skeleton: the first target of `skel:animationSource`. The relationship
/// is read from the skeleton, else from its nearest ancestor with SkelBindingAPI and an opinion
/// about it. Returns an empty prim when there is no animation. Reports targets of another type as
/// kSkelBadAnimationSource.
Prim findAnimationSource(const Prim& skeleton, Diagnostics& diagnostics);

/// A skeleton with its animation. (UsdSkelSkeletonQuery.) Immutable, so thread-safe.
///
/// Joints that the animation does not have are at rest. All joints are at rest if the animation
/// cannot be evaluated.
class SkeletonQuery {
 public:
  SkeletonQuery() = default;
  /// `skeleton` may be an instance proxy; the animation is then found from the proxy and its
  /// ancestors. Reports problems of the animation at its first sample as kSkelBadAnimation.
  SkeletonQuery(const Prim& skeleton, Diagnostics& diagnostics);
  explicit operator bool() const { return bool(definition_); }

  const Prim& prim() const { return prim_; }
  const SkelDefinition& definition() const { return *definition_; }
  const SkelAnimation& animation() const { return animation_; }  ///< False when there is none.
  /// Whether there is an animation, and it has joints of the skeleton.
  bool hasMappedAnimation() const { return animation_ && !skelFromAnim_.isNull(); }

  /// These two functions compute a transform per joint. They return false when rest transforms are
  /// needed but missing.
  bool computeJointLocalTransforms(TimeCode time, std::vector<glm::dmat4>& parentFromJoint,
                                   bool atRest = false) const;
  bool computeJointSkelTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromJoint,
                                  bool atRest = false) const;
  /// Computes the skinning matrices at a time: they map skeleton space in the bind pose to skeleton
  /// space at this time. Returns false when rest transforms are needed but missing, or bind
  /// transforms are missing.
  bool computeSkinningTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromBind) const;

  /// Whether an animation or authored rest transforms pose the joints. If not, baking does not
  /// change the prims that follow the skeleton.
  bool hasAuthoredPose() const;
  bool mightBeTimeVarying() const;

 private:
  void reportAnimation(Diagnostics& diagnostics) const;

  Prim prim_;
  std::shared_ptr<const SkelDefinition> definition_;
  SkelAnimation animation_;
  AnimMapper skelFromAnim_;
};

}  // namespace usdscope
