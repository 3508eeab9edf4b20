// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkeletonQuery.h"

#include "engine/schema/SchemaNames.h"
#include "engine/skel/ConcatJointTransforms.h"
#include "engine/skel/SkelTarget.h"
#include "engine/stage/Stage.h"

namespace usdscope {

Prim findAnimationSource(const Prim& skeleton, Diagnostics& diagnostics) {
  for (Prim at = skeleton; at && !at.isPseudoRoot(); at = at.parent()) {
    if (!at.hasApi(types::kSkelBindingApi)) continue;
    Prim target;
    if (!findSkelTarget(at, skel_binding::kAnimationSource, target, diagnostics)) continue;
    if (!target) return {};
    if (!target.isActive()) {
      diagnostics.report(kSkelBadAnimationSource, {.path = at.path().text()},
                         "skel:animationSource targets <" + target.path().text() +
                             ">, which is inactive; the skeleton is at rest.");
      return {};
    }
    if (target.isA(types::kSkelAnimation)) return target;
    diagnostics.report(kSkelBadAnimationSource, {.path = at.path().text()},
                       "skel:animationSource targets <" + target.path().text() +
                           ">, which is not a SkelAnimation; it is ignored.");
    return {};
  }
  return {};
}

SkeletonQuery::SkeletonQuery(const Prim& skeleton, Diagnostics& diagnostics)
    : prim_(skeleton), definition_(SkelDefinition::build(skeleton, diagnostics)) {
  if (!definition_) return;
  if (const Prim source = findAnimationSource(skeleton, diagnostics)) {
    animation_ = SkelAnimation(source);
    skelFromAnim_ = AnimMapper(animation_.joints().span(), definition_->joints.span());
    reportAnimation(diagnostics);
  }
}

void SkeletonQuery::reportAnimation(Diagnostics& diagnostics) const {
  const SourceSite site{.path = animation_.prim().path().text()};
  const std::size_t count = definition_->joints.size();
  if (skelFromAnim_.isNull()) {
    if (!animation_.joints().empty() && count > 0) {
      diagnostics.report(kSkelBadAnimation, site,
                         "None of its joints is a joint of the skeleton <" + prim_.path().text() +
                             ">; this skeleton is at rest.");
    }
    return;
  }
  if (std::string problem = animation_.jointProblem(TimeCode::earliest()); !problem.empty()) {
    diagnostics.report(kSkelBadAnimation, site, std::move(problem));
  }
  if (skelFromAnim_.isSparse() && !definition_->hasRest) {
    diagnostics.report(kSkelBadTransforms, {.path = prim_.path().text()},
                       "The animation lacks joints, and there are no rest transforms for them; the "
                       "skeleton has no pose.");
  }
}

bool SkeletonQuery::computeJointLocalTransforms(TimeCode time,
                                                std::vector<glm::dmat4>& parentFromJoint,
                                                bool atRest) const {
  const Array<glm::dmat4>& rest = definition_->parentFromJointRest;
  const bool hasRest = definition_->hasRest;
  const bool isAnimated = !atRest && animation_ && !skelFromAnim_.isNull();
  // Joints that the animation lacks need rest transforms.
  if ((!isAnimated || skelFromAnim_.isSparse()) && !hasRest) return false;

  if (isAnimated && skelFromAnim_.isIdentity() &&
      animation_.computeJointLocalTransforms(time, parentFromJoint)) {
    return true;
  }
  std::vector<glm::dmat4> animated;
  const bool isEvaluated = isAnimated && animation_.computeJointLocalTransforms(time, animated);
  if (!isEvaluated && !hasRest) return false;
  parentFromJoint.assign(rest.begin(), rest.end());
  if (isEvaluated) {
    skelFromAnim_.remap<glm::dmat4>(animated, parentFromJoint, glm::dmat4(1.0));
  }
  return true;
}

bool SkeletonQuery::computeJointSkelTransforms(TimeCode time,
                                               std::vector<glm::dmat4>& skelFromJoint,
                                               bool atRest) const {
  if (!computeJointLocalTransforms(time, skelFromJoint, atRest)) return false;
  concatJointTransforms(definition_->topology.parents, skelFromJoint, skelFromJoint);
  return true;
}

bool SkeletonQuery::computeSkinningTransforms(TimeCode time,
                                              std::vector<glm::dmat4>& skelFromBind) const {
  const std::vector<glm::dmat4>& jointFromBind = definition_->jointFromSkelBind;
  if (!definition_->hasBind) return false;
  if (!computeJointSkelTransforms(time, skelFromBind)) return false;
  for (std::size_t i = 0; i < skelFromBind.size(); ++i) {
    skelFromBind[i] = skelFromBind[i] * jointFromBind[i];
  }
  return true;
}

bool SkeletonQuery::hasAuthoredPose() const {
  if (hasMappedAnimation()) return true;
  const Attribute rest = prim_.attribute(skel::kRestTransforms);
  return rest && rest.hasAuthoredValue();
}

bool SkeletonQuery::mightBeTimeVarying() const {
  return animation_ && !skelFromAnim_.isNull() && animation_.mightBeTimeVarying();
}

}  // namespace usdscope
