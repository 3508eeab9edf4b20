// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/skel/SkinningQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A point-based prim that is skinned.
struct SkinnedMesh {
  std::shared_ptr<const SkeletonQuery> skeleton;
  SkinningQuery query;
};

/// Returns the skinned meshes that are descendants of plain SkelRoots, outside of instances.
std::vector<SkinnedMesh> findSkinnedMeshes(const Stage& stage);

/// Returns the `points` of a prim at a time; empty when it has none.
std::vector<glm::vec3> restPoints(const Prim& mesh, TimeCode time);

}  // namespace usdscope
