// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/PoseSource.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr bool kPosesJoints = true;
constexpr bool kWeighsShapes = true;
const Token kPoseNames[] = {skel::kRotations, skel::kTranslations, skel::kScales,
                            skel::kBlendShapeWeights};

std::vector<Attribute> authoredPose(const Prim& animation, bool posesJoints, bool weighsShapes) {
  std::vector<Attribute> attributes;
  const auto add = [&](Token name) {
    const Attribute attribute = animation.attribute(name);
    // Clips may give values without a spec on the stage.
    if (!attribute) return;
    if (attribute.hasAuthoredValue() || !attribute.propertyStack().empty()) {
      attributes.push_back(attribute);
    }
  };
  for (const Token name : kPoseNames) {
    if (name == skel::kBlendShapeWeights ? weighsShapes : posesJoints) add(name);
  }
  return attributes;
}

PoseSource poseOfSkeleton(const SkeletonQuery& skeleton) {
  PoseSource source{.skeleton = skeleton.prim(), .isCarried = true, .attributes = {}};
  if (!skeleton.animation()) return source;
  source.attributes =
      authoredPose(skeleton.animation().prim(), skeleton.hasMappedAnimation(), kWeighsShapes);
  return source;
}

/// The blend shapes that an animation weighs.
using ShapeNames = std::unordered_set<Token>;

ShapeNames animatedShapes(const SkeletonQuery& skeleton) {
  if (!skeleton.animation()) return {};
  const auto names = skeleton.animation().blendShapes().span();
  return ShapeNames(names.begin(), names.end());
}

// Whether the animation has a weight for a shape of the prim.
bool hasAnimatedShape(const SkinningQuery& target, const ShapeNames& animated) {
  return target.hasBlendShapes() &&
         std::ranges::any_of(target.shapeNames().span(),
                             [&](const Token& name) { return animated.contains(name); });
}

PoseSource poseOfTarget(const SkinningQuery& target, const SkeletonQuery& skeleton,
                        const ShapeNames& animated) {
  PoseSource source{
      .skeleton = skeleton.prim(), .isCarried = target.hasInfluences(), .attributes = {}};
  const SkelAnimation& animation = skeleton.animation();
  if (!animation) return source;
  source.attributes =
      authoredPose(animation.prim(), target.hasInfluences() && skeleton.hasMappedAnimation(),
                   hasAnimatedShape(target, animated));
  return source;
}

}  // namespace

const PoseSource& PoseSources::of(const Prim& prim) {
  if (!prim) return sources_[Path()];
  std::vector<Prim> roots;
  for (Prim at = findSkelRoot(prim); at; at = findSkelRoot(at.parent())) roots.push_back(at);
  // A prim may follow a skeleton for an outer SkelRoot alone. Inner ones are stronger, as in the
  // scene.
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
    if (roots_.insert(root->path()).second) readRoot(*root);
  }
  const auto [entry, isNew] = sources_.try_emplace(prim.path());
  if (isNew && prim.isA(types::kSkeleton)) {
    Diagnostics known;  // Reported when the scene was made.
    const SkeletonQuery skeleton(prim, known);
    if (skeleton) entry->second = poseOfSkeleton(skeleton);
  }
  return entry->second;
}

void PoseSources::readRoot(const Prim& root) {
  Diagnostics known;  // Reported when the scene was made.
  for (const SkelBinding& binding : computeSkelBindings(root, known)) {
    const PoseSource pose = poseOfSkeleton(*binding.skeleton);
    PoseSource ofRoot = pose;
    ofRoot.isCarried = false;
    // The first skeleton stays.
    sources_.try_emplace(root.path(), std::move(ofRoot));
    sources_.try_emplace(binding.skeleton->prim().path(), pose);
    const ShapeNames animated = animatedShapes(*binding.skeleton);
    for (const SkinningQuery& target : binding.targets) {
      sources_.insert_or_assign(target.prim().path(),
                                poseOfTarget(target, *binding.skeleton, animated));
    }
  }
}

PoseSource poseSourceOf(const Prim& prim) { return PoseSources().of(prim); }

bool isPoseAttribute(Token name) {
  return std::ranges::find(kPoseNames, name) != std::end(kPoseNames);
}

std::vector<Attribute> poseAttributesOf(const Prim& animation) {
  return authoredPose(animation, kPosesJoints, kWeighsShapes);
}

}  // namespace usdscope
