// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelBindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelTarget.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

bool isDrawn(const Prim& prim) {
  return prim.isActive() && prim.isLoaded() && prim.isDefined() && !prim.isAbstract();
}

class BindingCollector {
 public:
  BindingCollector(const Prim& skelRoot, Diagnostics& diagnostics)
      : skelRoot_(skelRoot), diagnostics_(diagnostics) {}

  struct Inherited {
    Prim skeleton;
    SkinBindingSite site;
  };

  // Collects the binding properties of ancestors up to an outer SkelRoot, except the skeleton: as
  // if the traversal came down from there. (UsdSkelCache keeps the query that it made for the outer
  // root.)
  Inherited inheritedAt(const Prim& prim) {
    std::vector<Prim> ancestors;
    std::size_t outermost = 0;
    for (Prim at = prim.parent(); at && !at.isPseudoRoot() && isImageable(at) && !isSkinnable(at);
         at = at.parent()) {
      ancestors.push_back(at);
      if (at.isA(types::kSkelRoot)) outermost = ancestors.size();
    }
    Inherited inherited;
    Diagnostics ignored;  // Reported for the outer root.
    for (std::size_t i = outermost; i > 0; --i) {
      if (ancestors[i - 1].hasApi(types::kSkelBindingApi)) {
        takeBinding(ancestors[i - 1], false, inherited, ignored);
      }
    }
    inherited.skeleton = {};
    return inherited;
  }

  void visit(const Prim& prim, Inherited inherited) {
    if (!isImageable(prim)) return;
    const bool isSkinned = isSkinnable(prim);
    if (prim.hasApi(types::kSkelBindingApi)) takeBinding(prim, isSkinned, inherited, diagnostics_);
    if (isSkinned) {
      if (inherited.skeleton && inherited.skeleton.isActive()) {
        addTarget(prim, inherited);
      } else if (inherited.skeleton) {
        diagnostics_.report(kSkelTargetMissing, {.path = prim.path().text()},
                            "The skeleton <" + inherited.skeleton.path().text() +
                                "> is inactive; the prim is not skinned.");
      }
      return;
    }
    for (const Prim& child : prim.children()) {
      if (isDrawn(child)) visit(child, inherited);
    }
  }

  std::vector<SkelBinding> take() {
    std::erase_if(bindings_, [](const SkelBinding& b) { return !b.skeleton; });
    std::ranges::stable_sort(bindings_, pathLess,
                             [](const SkelBinding& b) { return b.skeleton->prim().path(); });
    return std::move(bindings_);
  }

 private:
  static void takeBinding(const Prim& prim, bool isSkinned, Inherited& inherited,
                          Diagnostics& diagnostics) {
    Prim skeleton;
    if (findSkelTarget(prim, skel_binding::kSkeleton, skeleton, diagnostics)) {
      inherited.skeleton = skeleton && skeleton.isA(types::kSkeleton) ? skeleton : Prim();
      if (skeleton && !inherited.skeleton) {
        diagnostics.report(kSkelTargetMissing, {.path = prim.path().text()},
                           "skel:skeleton targets <" + skeleton.path().text() +
                               ">, which is not a Skeleton; no skeleton is bound.");
      }
    }
    const auto take = [&](Token name, Attribute& slot) {
      const Attribute attribute = prim.attribute(name);
      if (attribute && attribute.hasAuthoredValue()) slot = attribute;
    };
    take(skel_binding::kJointIndices, inherited.site.jointIndices);
    take(skel_binding::kJointWeights, inherited.site.jointWeights);
    take(skel_binding::kSkinningMethod, inherited.site.skinningMethod);
    take(skel_binding::kGeomBindTransform, inherited.site.geomBindTransform);
    take(skel_binding::kJoints, inherited.site.joints);
    if (!isSkinned) return;
    take(skel_binding::kBlendShapes, inherited.site.blendShapes);
    const Relationship targets = prim.relationship(skel_binding::kBlendShapeTargets);
    if (targets && targets.isAuthored()) inherited.site.blendShapeTargets = targets;
  }

  void addTarget(const Prim& prim, const Inherited& inherited) {
    const auto [it, isNew] =
        indexBySkeleton_.try_emplace(inherited.skeleton.path().index(), bindings_.size());
    if (isNew) {
      SkelBinding& binding = bindings_.emplace_back();
      binding.skelRoot = skelRoot_;
      auto query = std::make_shared<const SkeletonQuery>(inherited.skeleton, diagnostics_);
      if (*query) binding.skeleton = std::move(query);
    }
    SkelBinding& binding = bindings_[it->second];
    if (!binding.skeleton) return;
    binding.targets.emplace_back(prim, *binding.skeleton, inherited.site, diagnostics_);
  }

  Prim skelRoot_;
  Diagnostics& diagnostics_;
  std::vector<SkelBinding> bindings_;
  std::map<std::uint32_t, std::size_t> indexBySkeleton_;
};

}  // namespace

Prim findSkelRoot(const Prim& prim) {
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (at.isA(types::kSkelRoot)) return at;
  }
  return {};
}

bool isSkinnable(const Prim& prim) {
  return prim.isA(types::kBoundable) && !prim.isA(types::kSkeleton) && !prim.isA(types::kSkelRoot);
}

std::vector<SkelBinding> computeSkelBindings(const Prim& skelRoot, Diagnostics& diagnostics) {
  // Each SkelRoot visits all its descendants, those in other SkelRoots too.
  std::size_t depth = 0;
  for (Prim at = skelRoot.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (at.isA(types::kSkelRoot)) ++depth;
  }
  if (depth >= kMostNestedSkelRoots) {
    diagnostics.report(kSkelRootsTooDeep, {.path = skelRoot.path().text()},
                       fmt::format("More than {} SkelRoots are within one another; this one binds "
                                   "nothing.",
                                   kMostNestedSkelRoots));
    return {};
  }
  BindingCollector collector(skelRoot, diagnostics);
  collector.visit(skelRoot, collector.inheritedAt(skelRoot));
  return collector.take();
}

std::vector<SkinningQuery> findFollowers(const Prim& skeleton, const Prim& prim) {
  const Prim root = findSkelRoot(prim);
  std::vector<SkinningQuery> followers;
  if (!root) return followers;
  const bool isWhole = prim.path() == skeleton.path();
  Diagnostics known;  // Reported when all bindings are computed.
  for (SkelBinding& binding : computeSkelBindings(root, known)) {
    if (binding.skeleton->prim().path() != skeleton.path()) continue;
    for (SkinningQuery& target : binding.targets) {
      if (isWhole || target.prim().path() == prim.path()) followers.push_back(std::move(target));
    }
  }
  return followers;
}

}  // namespace usdscope
