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
  Array<BoneEnds> ends;                      ///< Of each bone.
  std::size_t restingCount = 0;              ///< Bones that have the colour of joints at rest.
  std::shared_ptr<const Geometry> geometry;  ///< Null when no joint has a child.
  std::shared_ptr<const Skin> skin;          ///< With the number of a bone for that of a joint.
};

/// Of bones whose geometry has no colours.
inline constexpr glm::vec4 kBoneColor(0.9f, 0.42f, 0.08f, 1.0f);
/// Of bones that start at joints at rest.
inline constexpr glm::vec4 kRestingBoneColor(0.238f, 0.468f, 0.791f, 1.0f);

/// Half the width of a bone at its thick end, for each unit of its length.
inline constexpr double kBoneThickness = 0.1;

/// So many indices of the geometry make a bone, one after the other.
inline constexpr std::uint32_t kIndicesPerBone = 18;

/// No bones when there are more than a skin can number. Bones that start at joints of which
/// `isAtRest` is true have a colour of their own; empty: none has.
Bones buildBones(const SkelTopology& topology, const std::vector<bool>& isAtRest = {});

/// Skeleton space from the space of each bone. A bone whose ends are not finite, too far away or
/// one place has a matrix of zeros, with which nothing of it is seen.
std::vector<glm::dmat4> posedBones(const Bones& bones, std::span<const glm::dmat4> skelFromJoint);

}  // namespace usdscope
