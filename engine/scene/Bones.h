// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkelDefinition.h"

namespace usdscope {

/// The shape of a skeleton: a pyramid from each joint to each of its children. Pyramids have length
/// one, along x, and the palette of a pose places each between its joints. So only the palette
/// differs from pose to pose, and bones lie between the joints whatever the bind and rest
/// transforms are.
struct Bones {
  Array<BoneEnds> ends;                      ///< Per bone.
  std::size_t restingCount = 0;              ///< Bones in the colour of joints at rest.
  std::shared_ptr<const Geometry> geometry;  ///< Null when no joint has a child.
  std::shared_ptr<const Skin> skin;          ///< Bone indices stand for joints.
};

/// The colour of bones whose geometry has no colours.
inline constexpr glm::vec4 kBoneColor(0.9f, 0.42f, 0.08f, 1.0f);
/// The colour of bones that start at joints at rest.
inline constexpr glm::vec4 kRestingBoneColor(0.238f, 0.468f, 0.791f, 1.0f);

/// Half the width of a bone at its thick end, for each unit of its length.
inline constexpr double kBoneThickness = 0.1;

/// The number of consecutive indices of the geometry that make a bone.
inline constexpr std::uint32_t kIndicesPerBone = 18;

/// Builds bones; none when there are more than a skin can number. Bones that start at joints with
/// `isAtRest` true have a colour of their own; empty: none has.
Bones buildBones(const SkelTopology& topology, const std::vector<bool>& isAtRest = {});

/// Computes skeleton space from the space of each bone. A bone whose ends are equal, not finite or
/// too far away gets a zero matrix, which makes it invisible.
std::vector<glm::dmat4> posedBones(const Bones& bones, std::span<const glm::dmat4> skelFromJoint);

}  // namespace usdscope
