// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkelDefinition.h"

namespace usdscope {

/// The shape of a skeleton: a pyramid from each joint to each of its children. The pyramids are of
/// length one, along x, and the palette of a pose puts each between its joints. So nothing but the
/// palette differs from pose to pose, and bones are where the joints are, whatever was said of bind
/// and rest.
struct Bones {
  struct Ends {
    std::size_t parent;
    std::size_t child;
  };
  std::vector<Ends> ends;                    ///< Of each bone.
  std::shared_ptr<const Geometry> geometry;  ///< Null when no joint has a child.
  std::shared_ptr<const Skin> skin;          ///< With the number of a bone for that of a joint.
};

/// No bones when there are more than a skin can number.
Bones buildBones(const SkelTopology& topology);

/// Skeleton space from the space of each bone. A bone whose ends are not finite, too far away or
/// one place has a matrix of zeros, with which nothing of it is seen.
std::vector<glm::dmat4> posedBones(const Bones& bones, std::span<const glm::dmat4> skelFromJoint);

}  // namespace usdscope
