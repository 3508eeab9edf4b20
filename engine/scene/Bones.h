// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/scene/Scene.h"
#include "engine/skel/SkelDefinition.h"

namespace usdscope {

/// The shape of a skeleton: a pyramid from each joint to each of its children. Its vertices lie in
/// the space of the joint that they start from and follow that one alone, so the palette of a pose
/// are the matrices skeleton from joint, and nothing but those differs from pose to pose.
struct Bones {
  std::shared_ptr<const Geometry> geometry;  ///< Null when no joint has a child.
  std::shared_ptr<const Skin> skin;
};

/// Lengths are those at bind, else those at rest; joints on top of each other give no bone.
Bones buildBones(const SkelDefinition& skeleton);

}  // namespace usdscope
