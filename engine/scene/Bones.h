// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkelDefinition.h"

namespace usdscope {

/// The shape of a skeleton: a pyramid (bone) from each joint to each of its children. In the
/// geometry, pyramids lie along x and have length one; the palette of a pose places each pyramid
/// between its two joints. So poses differ only in their palette, and bones lie between the joints
/// for any bind and rest transforms.
struct Bones {
  Array<BoneEnds> ends;          ///< The joints of each bone.
  std::size_t restingCount = 0;  ///< Number of bones with the colour of joints at rest: their
                                 ///< parent joint is not in the animation.
  std::shared_ptr<const Geometry> geometry;  ///< Null when no joint has a child.
  std::shared_ptr<const Skin> skin;          ///< Its joint indices are indices of bones.
};

/// The colour of bones whose geometry has no colours.
inline constexpr glm::vec4 kBoneColor(0.9f, 0.42f, 0.08f, 1.0f);
/// The colour of bones that start at joints at rest.
inline constexpr glm::vec4 kRestingBoneColor(0.238f, 0.468f, 0.791f, 1.0f);

/// Half the width of a bone at its thick end, relative to its length.
inline constexpr double kBoneThickness = 0.1;

/// Number of consecutive indices of the geometry that belong to one bone.
inline constexpr std::uint32_t kIndicesPerBone = 18;

/// Builds the bones of a skeleton; none when there are more bones than Skin::joints can index.
/// Bones that start at a joint with `isAtRest` true get another colour. `isAtRest` has one element
/// per joint, or is empty if no joint is at rest.
Bones buildBones(const SkelTopology& topology, const std::vector<bool>& isAtRest = {});

/// Returns per bone the matrix from its space to skeleton space. A bone whose ends are equal, not
/// finite or too far away gets a zero matrix, which makes it invisible.
std::vector<glm::dmat4> posedBones(const Bones& bones, std::span<const glm::dmat4> skelFromJoint);

}  // namespace usdscope
