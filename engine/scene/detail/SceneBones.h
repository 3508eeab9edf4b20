// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/detail/SceneCollector.h"
#include "engine/skel/PoseLadder.h"

namespace usdscope {

/// Adds a skeleton to a scene, posed, and the item of its bones where it has some. Nothing where it
/// cannot be posed; bones that are out of reach are left out.
void addBones(const SkeletonUse& use, TimeCode time, PoseStep step, const glm::dmat4& worldFromSkel,
              Scene& scene);

}  // namespace usdscope
