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

/// Finds the animation of a skeleton: the first target of `skel:animationSource` on the prim or its
/// nearest ancestor with SkelBindingAPI that has an opinion. Returns false when there is none.
/// Reports targets of another type as kSkelBadAnimationSource.
Prim findAnimationSource(const Prim& skeleton, Diagnostics& diagnostics);

/// A skeleton with its animation. (UsdSkelSkeletonQuery.) Immutable, so thread-safe.
///
/// Joints that the animation lacks are at rest; all joints are if it cannot be evaluated.
class SkeletonQuery {
 public:
  SkeletonQuery() = default;
  /// `skeleton` may be an instance proxy; the animation is then bound at the proxy's place. Reports
  /// problems of the animation at its first sample as kSkelBadAnimation.
  SkeletonQuery(const Prim& skeleton, Diagnostics& diagnostics);
  explicit operator bool() const { return bool(definition_); }

  const Prim& prim() const { return prim_; }
  const SkelDefinition& definition() const { return *definition_; }
  const SkelAnimation& animation() const { return animation_; }  ///< False when there is none.
  /// Whether there is an animation with joints of the skeleton.
  bool hasMappedAnimation() const { return animation_ && !skelFromAnim_.isNull(); }

  /// Compute a transform per joint. Return false when rest transforms are needed and missing.
  bool computeJointLocalTransforms(TimeCode time, std::vector<glm::dmat4>& parentFromJoint,
                                   bool atRest = false) const;
  bool computeJointSkelTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromJoint,
                                  bool atRest = false) const;
  /// Computes skeleton space at a time from skeleton space at bind. Also returns false when the
  /// bind transforms are missing.
  bool computeSkinningTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromBind) const;

  /// Whether an animation or authored rest transforms pose the joints; else baking leaves the prims
  /// that follow them alone.
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
