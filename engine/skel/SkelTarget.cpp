// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelTarget.h"

#include "engine/skel/detail/OpinionSite.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

// Returns whether some opinion sets the targets, even to none.
bool hasAuthoredTargets(const Prim& prim, Token relationship) {
  for (OpinionWalk walk(prim, relationship); walk.next();) {
    const PropertySpec spec = walk.opinion().property;
    if (spec && spec.hasField(fields::kTargetPaths)) return true;
  }
  return false;
}

// A missing prim that has an inactive ancestor is not a problem.
bool hasInactiveAncestor(const Stage& stage, Path path) {
  for (Path at = path; !at.isEmpty() && !at.isRoot(); at = at.parent()) {
    const Prim prim = stage.primAt(at);
    if (prim) return !prim.isActive();
  }
  return false;
}

}  // namespace

bool findSkelTarget(const Prim& prim, Token name, Prim& target, Diagnostics& diagnostics) {
  target = {};
  const Relationship relationship = prim.relationship(name);
  if (!relationship) return false;
  const std::vector<Path> targets = relationship.forwardedTargets();
  if (targets.empty()) return hasAuthoredTargets(prim, name);
  if (targets.size() > 1) {
    diagnostics.report(kSkelSeveralTargets, detail::siteOf(relationship, relationship.path()),
                       "The relationship has several targets; only the first applies.");
  }
  target = prim.stage().primAt(targets[0]);
  if (!target && !hasInactiveAncestor(prim.stage(), targets[0])) {
    diagnostics.report(
        kSkelTargetMissing, detail::siteOf(relationship, relationship.path()),
        "There is no prim at the target <" + targets[0].text() + ">; nothing is bound.");
  }
  return true;
}

}  // namespace usdscope
