// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelExtent.h"

#include <algorithm>
#include <limits>

#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/SkelBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

/// A box in single precision, as in the reference. Without joints `min` is greater than `max`.
/// Padding and union with other boxes are then computed as for any box, as in the reference.
struct JointsBox {
  glm::vec3 min{std::numeric_limits<float>::max()};
  glm::vec3 max{std::numeric_limits<float>::lowest()};
};

JointsBox boxOfJoints(const std::vector<glm::dmat4>& skelFromJoint, const glm::dmat4& toSpace) {
  JointsBox box;
  for (const glm::dmat4& joint : skelFromJoint) {
    const glm::vec3 pivot = glm::dvec3(joint[3]);
    const glm::vec3 point(glm::dvec3(toSpace * glm::dvec4(glm::dvec3(pivot), 1.0)));
    box.min = glm::min(box.min, point);
    box.max = glm::max(box.max, point);
  }
  return box;
}

// Returns the attribute's value, or the fallback of the schemas of implicit shapes, regardless of
// the size of the shape.
std::optional<Box> extentOf(const Prim& prim, TimeCode time) {
  const Attribute attribute = prim.attribute(geom::kExtent);
  if (!attribute) return std::nullopt;
  const Value value = attribute.value(time);
  const auto* extent = value.find<Array<glm::vec3>>();
  if (!extent || extent->size() != 2) return std::nullopt;
  return Box{glm::dvec3((*extent)[0]), glm::dvec3((*extent)[1])};
}

// Returns how far the prim at rest extends beyond the joints at rest.
float paddingOf(const SkinningQuery& target, const JointsBox& restJoints) {
  const TimeCode earliest = TimeCode::earliest();
  const std::optional<Box> extent = extentOf(target.prim(), earliest);
  if (!extent) return 0.0f;
  const Box bound = transformed(target.geomBindTransform(earliest), *extent);
  const glm::vec3 below = restJoints.min - glm::vec3(bound.min);
  const glm::vec3 above = glm::vec3(bound.max) - restJoints.max;
  float padding = 0.0f;
  for (int axis = 0; axis < 3; ++axis) padding = std::max({padding, below[axis], above[axis]});
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
  float padding = 0.0f;
  std::vector<glm::dmat4> rest;
  if (skeleton.computeJointSkelTransforms(time, rest, true)) {
    const JointsBox restBox = boxOfJoints(rest, glm::dmat4(1.0));
    for (const SkinningQuery& target : targets) {
      padding = std::max(padding, paddingOf(target, restBox));
    }
  }
  // The reference evaluates this transform at the default time.
  const JointsBox own = boxOfJoints(joints, rootFromSkeleton(skeleton.prim(), root, TimeCode()));
  box.add(glm::dvec3(own.min - padding));
  box.add(glm::dvec3(own.max + padding));
}

}  // namespace

std::optional<Box> skelExtent(const Prim& prim, TimeCode time) {
  Diagnostics ignored;  // The extractor reports the same problems.
  if (prim.isA(types::kSkeleton)) {
    const SkeletonQuery skeleton(prim, ignored);
    std::vector<glm::dmat4> joints;
    if (!skeleton || !skeleton.computeJointSkelTransforms(time, joints)) return std::nullopt;
    const JointsBox box = boxOfJoints(joints, glm::dmat4(1.0));
    return joints.empty() ? Box() : Box{glm::dvec3(box.min), glm::dvec3(box.max)};
  }
  if (!prim.isA(types::kSkelRoot)) return std::nullopt;

  Box box;
  const std::vector<SkelBinding> bindings = computeSkelBindings(prim, ignored);
  for (const SkelBinding& binding : bindings) {
    addSkeleton(*binding.skeleton, binding.targets, prim, time, box);
  }
  if (bindings.empty()) {
    traverse(prim, PrimFilter::drawn(), [&](const Prim& below) {
      if (below.isA(types::kSkeleton)) {
        const SkeletonQuery skeleton(below, ignored);
        if (skeleton) addSkeleton(skeleton, {}, prim, time, box);
      }
      return true;
    });
  }
  return box;
}

}  // namespace usdscope
