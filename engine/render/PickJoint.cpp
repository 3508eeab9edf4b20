// SPDX-License-Identifier: Apache-2.0
#include "engine/render/PickJoint.h"

#include <algorithm>
#include <cmath>

#include "engine/scene/Bones.h"

namespace usdscope {
namespace {

// Beyond this fraction of a bone's length a hit selects the far joint.
constexpr double kFarEnd = 0.75;
// Distances in pixels that differ by less than this count as equal; then depth decides.
constexpr double kSamePlace = 0.5;

}  // namespace

std::optional<JointHit> JointPick::run() const {
  std::optional<JointHit> best;
  double bestBeside = 0.0;
  double bestDepth = 0.0;
  const auto pixelOf = [&](const glm::dvec3& world) -> std::optional<glm::dvec2> {
    const auto clip = frustum->clipFromWorld(world);
    if (!clip) return std::nullopt;
    return glm::dvec2(clip->x + 1.0, 1.0 - clip->y) * 0.5 * pictureSize;
  };
  const auto consider = [&](std::size_t s, std::size_t joint, const glm::dvec3& world,
                            double beside) {
    const double depth = frustum->depthOf(world);
    if (!(beside <= reachPixels)) return;
    const bool isNearer = !best || beside < bestBeside - kSamePlace ||
                          (beside <= bestBeside + kSamePlace && depth < bestDepth);
    if (!isNearer) return;
    best = JointHit{s, joint, world};
    bestBeside = beside;
    bestDepth = depth;
  };
  for (std::size_t s = 0; s < skeletons.size(); ++s) {
    const PosedSkeleton& skeleton = skeletons[s];
    for (const BoneEnds& bone : skeleton.bones) {
      const glm::dvec3 start(skeleton.worldFromJoint[bone.parent][3]);
      const glm::dvec3 end(skeleton.worldFromJoint[bone.child][3]);
      const auto a = pixelOf(start);
      const auto b = pixelOf(end);
      if (!a || !b) continue;
      const glm::dvec2 along = *b - *a;
      const double length2 = glm::dot(along, along);
      const double share =
          length2 > 0.0 ? std::clamp(glm::dot(point - *a, along) / length2, 0.0, 1.0) : 0.0;
      const glm::dvec3 world = glm::mix(start, end, share);
      const double depth = frustum->depthOf(world);
      const double halfWidth = kBoneThickness * glm::length(end - start) * (1.0 - share);
      if (depth - halfWidth > hidingDepth) continue;
      const double perUnit = frustum->pixelsPerUnit / (frustum->isOrthographic ? 1.0 : depth);
      const double distance = glm::length(point - (*a + along * share));
      consider(s, share < kFarEnd ? bone.parent : bone.child, world,
               std::max(0.0, distance - halfWidth * perUnit));
    }
  }
  return best;
}

std::vector<std::uint32_t> bonesOfJoint(const PosedSkeleton& skeleton, std::size_t joint) {
  std::vector<std::uint32_t> moved;
  std::vector<std::uint32_t> leading;
  for (std::uint32_t i = 0; i < skeleton.bones.size(); ++i) {
    if (skeleton.bones[i].parent == joint) moved.push_back(i);
    if (skeleton.bones[i].child == joint) leading.push_back(i);
  }
  return moved.empty() ? leading : moved;
}

}  // namespace usdscope
