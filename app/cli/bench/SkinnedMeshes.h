// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/skel/SkinningQuery.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A point-based prim that follows a skeleton.
struct SkinnedMesh {
  std::shared_ptr<const SkeletonQuery> skeleton;
  SkinningQuery query;
};

/// Those below the plain prims that are SkelRoots, what lies in instances left out.
std::vector<SkinnedMesh> findSkinnedMeshes(const Stage& stage);

/// Its `points` at a time; empty where there are none.
std::vector<glm::vec3> restPoints(const Prim& mesh, TimeCode time);

}  // namespace usdscope
