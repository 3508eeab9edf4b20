// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// World matrices of the prims of one stage at one time. Remembers those of the way down to the
/// prim that was asked for last, so that asking in depth-first order looks at each prim once. Not
/// thread-safe. (UsdGeomXformCache.)
class WorldTransforms {
 public:
  explicit WorldTransforms(TimeCode time) : time_(time) {}

  /// All ancestors included, down from the last reset of the transform stack.
  glm::dmat4 worldFromLocal(const Prim& prim);

 private:
  struct Step {
    Path path;
    glm::dmat4 worldFromLocal;
  };

  TimeCode time_;
  std::vector<Step> way_;
};

/// Those of many prims, on several threads; fastest for prims in depth-first order.
std::vector<glm::dmat4> computeWorldTransforms(std::span<const Prim> prims, TimeCode time);

}  // namespace usdscope
