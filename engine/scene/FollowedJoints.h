// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinningQuery.h"

namespace usdscope {

/// The joints that may move an item. Immutable, and shared by the item at all times.
struct FollowedJoints {
  Path skeleton;
  Array<Token> joints;  ///< In the order of the item's palette.
  /// For a prim that joints move as a whole, the joint with the largest weight: an index into
  /// `joints`. Empty for other prims, whose Item::skin has the weights.
  std::optional<std::uint32_t> rigid;
  bool operator==(const FollowedJoints&) const = default;
};

/// Returns the joints that a binding names. `time` applies to the weights of a rigid prim.
std::shared_ptr<const FollowedJoints> readFollowedJoints(const SkinningQuery& query,
                                                         const SkeletonQuery& skeleton,
                                                         TimeCode time);

/// Returns for each vertex of a geometry the joint with the largest weight, as an index into the
/// item's palette; of equal weights that of the smallest index. -1 for a vertex without a weight
/// above 0. A vertex of a refined geometry has the weights of the cage that its position has.
/// Requires: skinProblem() is empty.
std::vector<std::int32_t> leadingJoints(const Geometry& geometry, const Skin& skin);

/// Returns the element of leadingJoints() for one vertex. Requires: the vertex exists.
std::int32_t leadingJoint(const Geometry& geometry, const Skin& skin, std::uint32_t vertex);

}  // namespace usdscope
