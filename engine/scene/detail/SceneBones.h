// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/detail/SceneCollector.h"
#include "engine/skel/SkelPose.h"

namespace usdscope {

/// Adds a posed skeleton to a scene, and the item of its bones if it has any. Adds nothing when the
/// skeleton cannot be posed. Adds no bones when they lie beyond kReach.
void addBones(const BonesUse& use, const SkeletonUse& skeleton, const SkelPose& pose,
              const glm::dmat4& worldFromSkel, Scene& scene);

}  // namespace usdscope
