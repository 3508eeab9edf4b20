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

/// The animation that a skeleton follows: the first target of `skel:animationSource` on the prim
/// or its nearest ancestor that has an opinion, where SkelBindingAPI is applied. False when there
/// is none; targets of another type are kSkelBadAnimationSource.
Prim findAnimationSource(const Prim& skeleton, Diagnostics& diagnostics);

/// A skeleton with the animation in force. (UsdSkelSkeletonQuery.) Immutable; any thread may ask.
///
/// Joints that the animation lacks, and all joints where it cannot be evaluated, are at rest.
class SkeletonQuery {
 public:
  SkeletonQuery() = default;
  /// `skeleton` may be an instance proxy: its animation is that of its own place. What is wrong
  /// with the animation is looked for at its first sample: kSkelBadAnimation.
  SkeletonQuery(const Prim& skeleton, Diagnostics& diagnostics);
  explicit operator bool() const { return bool(definition_); }

  const Prim& prim() const { return prim_; }
  const SkelDefinition& definition() const { return *definition_; }
  const SkelAnimation& animation() const { return animation_; }  ///< False when there is none.
  /// There is an animation, and it has joints of the skeleton.
  bool hasMappedAnimation() const { return animation_ && !skelFromAnim_.isNull(); }

  /// Per joint. False when the rest transforms are needed and missing.
  bool computeJointLocalTransforms(TimeCode time, std::vector<glm::dmat4>& parentFromJoint,
                                   bool atRest = false) const;
  bool computeJointSkelTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromJoint,
                                  bool atRest = false) const;
  /// Skeleton space now from skeleton space at bind. False when the bind transforms are missing
  /// too.
  bool computeSkinningTransforms(TimeCode time, std::vector<glm::dmat4>& skelFromBind) const;

  /// Whether joints are posed at all, by an animation or at rest; else baking leaves alone what
  /// follows them.
  bool saysPose() const;
  bool mightBeTimeVarying() const;

 private:
  void reportAnimation(Diagnostics& diagnostics) const;

  Prim prim_;
  std::shared_ptr<const SkelDefinition> definition_;
  SkelAnimation animation_;
  AnimMapper skelFromAnim_;
};

}  // namespace usdscope
