// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelExtent.h"

#include <algorithm>

#include "engine/schema/Xformable.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

Box boxOfJoints(const std::vector<glm::dmat4>& skelFromJoint, const glm::dmat4& toSpace) {
  Box box;
  for (const glm::dmat4& joint : skelFromJoint) {
    box.add(glm::dvec3(toSpace * joint[3]));
  }
  return box;
}

Box rounded(const Box& box) {
  if (box.isEmpty()) return {};
  return {glm::dvec3(glm::vec3(box.min)), glm::dvec3(glm::vec3(box.max))};
}

// The attribute's value; also the fallback that the schemas of implicit shapes have, whatever the
// size of the shape.
std::optional<Box> extentOf(const Prim& prim, TimeCode time) {
  const Attribute attribute = prim.attribute(Token("extent"));
  if (!attribute) return std::nullopt;
  const Value value = attribute.value(time);
  const auto* extent = value.find<Array<glm::vec3>>();
  if (!extent || extent->size() != 2) return std::nullopt;
  return Box{glm::dvec3((*extent)[0]), glm::dvec3((*extent)[1])};
}

// How far the prim at rest reaches beyond the joints at rest.
double paddingOf(const SkinningQuery& target, const Box& restJoints) {
  const TimeCode earliest = TimeCode::earliest();
  const std::optional<Box> extent = extentOf(target.prim(), earliest);
  if (!extent || restJoints.isEmpty()) return 0.0;
  const Box bound = transformed(target.geomBindTransform(earliest), *extent);
  double padding = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    padding = std::max(
        {padding, restJoints.min[axis] - bound.min[axis], bound.max[axis] - restJoints.max[axis]});
  }
  return padding;
}

glm::dmat4 rootFromSkeleton(const Prim& skeleton, const Prim& root, TimeCode time) {
  glm::dmat4 result(1.0);
  for (Prim at = skeleton; at && !at.isPseudoRoot() && at != root; at = at.parent()) {
    const LocalTransform local = computeLocalTransform(at, time);
    result = local.parentFromLocal * result;
    if (local.resetsXformStack) break;
  }
  return result;
}

void addSkeleton(const SkeletonQuery& skeleton, std::span<const SkinningQuery> targets,
                 const Prim& root, TimeCode time, Box& box) {
  std::vector<glm::dmat4> joints;
  if (!skeleton.computeJointSkelTransforms(time, joints)) return;
  double padding = 0.0;
  std::vector<glm::dmat4> rest;
  if (skeleton.computeJointSkelTransforms(time, rest, true)) {
    const Box restBox = boxOfJoints(rest, glm::dmat4(1.0));
    for (const SkinningQuery& target : targets) {
      padding = std::max(padding, paddingOf(target, restBox));
    }
  }
  // The reference asks for this transform at the default time.
  Box own = boxOfJoints(joints, rootFromSkeleton(skeleton.prim(), root, TimeCode()));
  if (own.isEmpty()) return;
  own.min -= padding;
  own.max += padding;
  box.add(rounded(own));
}

}  // namespace

std::optional<Box> skelExtent(const Prim& prim, TimeCode time) {
  Diagnostics ignored;  // The extractor reports the same problems.
  if (prim.isA(Token("Skeleton"))) {
    const SkeletonQuery skeleton(prim, ignored);
    std::vector<glm::dmat4> joints;
    if (!skeleton || !skeleton.computeJointSkelTransforms(time, joints)) return std::nullopt;
    return rounded(boxOfJoints(joints, glm::dmat4(1.0)));
  }
  if (!prim.isA(Token("SkelRoot"))) return std::nullopt;

  Box box;
  const std::vector<SkelBinding> bindings = computeSkelBindings(prim, ignored);
  for (const SkelBinding& binding : bindings) {
    addSkeleton(*binding.skeleton, binding.targets, prim, time, box);
  }
  if (bindings.empty()) {
    traverse(prim, PrimFilter::drawn(), [&](const Prim& below) {
      if (below.isA(Token("Skeleton"))) {
        const SkeletonQuery skeleton(below, ignored);
        if (skeleton) addSkeleton(skeleton, {}, prim, time, box);
      }
      return true;
    });
  }
  return box;
}

}  // namespace usdscope
