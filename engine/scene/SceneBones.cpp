// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneBones.h"

#include "engine/scene/detail/Reach.h"

namespace usdscope {

void addBones(const BonesUse& use, const SkeletonUse& skeleton, const SkelPose& pose,
              const glm::dmat4& worldFromSkel, Scene& scene) {
  if (!pose.skelFromJoint) return;
  const std::vector<glm::dmat4>& skelFromJoint = *pose.skelFromJoint;
  PosedSkeleton& posed = scene.skeletons.emplace_back();
  posed.path = skeleton.query->prim().path();
  posed.joints = skeleton.query->definition().joints;
  posed.bones = use.bones.ends;
  posed.restingBoneCount = use.bones.restingCount;
  for (const glm::dmat4& matrix : skelFromJoint) {
    posed.worldFromJoint.push_back(worldFromSkel * matrix);
  }
  if (!use.bones.geometry) return;

  Item item;
  item.path = posed.path;
  item.geometry = use.bones.geometry;
  item.skin = use.bones.skin;
  item.parts = {{0, static_cast<std::uint32_t>(item.geometry->indices.size()), -1}};
  item.worldFromLocal = worldFromSkel;
  item.color = kBoneColor;
  item.purpose = Purpose::Guide;
  item.isDoubleSided = true;
  item.firstPaletteMatrix = static_cast<std::uint32_t>(scene.palette.size());
  Box bounds;
  for (const glm::dmat4& skelFromBone : posedBones(use.bones, skelFromJoint)) {
    scene.palette.emplace_back(skelFromBone);
    if (skelFromBone[3].w != 0.0) {
      bounds.add(transformed(skelFromBone, use.bones.geometry->bounds));
    }
  }
  item.worldBounds = transformed(item.worldFromLocal, bounds);
  if (isDrawable(item.worldBounds)) scene.bones.push_back(std::move(item));
}

}  // namespace usdscope
