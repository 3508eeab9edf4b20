// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/WorldTransforms.h"

#include "engine/base/Parallel.h"
#include "engine/schema/Xformable.h"

namespace usdscope {

glm::dmat4 WorldTransforms::worldFromLocal(const Prim& prim) {
  if (!prim || prim.isPseudoRoot()) return glm::dmat4(1.0);
  while (!ancestors_.empty() && !prim.path().hasPrefix(ancestors_.back().path))
    ancestors_.pop_back();
  if (!ancestors_.empty() && ancestors_.back().path == prim.path())
    return ancestors_.back().worldFromLocal;
  glm::dmat4 world = worldFromLocal(prim.parent());
  const LocalTransform local = computeLocalTransform(prim, time_);
  world = local.resetsXformStack ? local.parentFromLocal : world * local.parentFromLocal;
  ancestors_.push_back({prim.path(), world});
  return world;
}

std::vector<glm::dmat4> computeWorldTransforms(std::span<const Prim> prims, TimeCode time) {
  std::vector<glm::dmat4> worldFromLocal(prims.size());
  parallelFor(prims.size(), 256, [&](std::size_t first, std::size_t last) {
    WorldTransforms transforms(time);
    for (std::size_t i = first; i < last; ++i) {
      worldFromLocal[i] = transforms.worldFromLocal(prims[i]);
    }
  });
  return worldFromLocal;
}

}  // namespace usdscope
