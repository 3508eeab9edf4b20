// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// World matrices of the prims of one stage at one time. Caches the matrices of the last prim's
/// ancestors, so that a depth-first traversal evaluates each prim once. Not thread-safe.
/// (UsdGeomXformCache.)
class WorldTransforms {
 public:
  explicit WorldTransforms(TimeCode time) : time_(time) {}

  /// Composes the transforms of the prim and its ancestors, up to a reset of the transform stack.
  glm::dmat4 worldFromLocal(const Prim& prim);

 private:
  struct Step {
    Path path;
    glm::dmat4 worldFromLocal;
  };

  TimeCode time_;
  std::vector<Step> ancestors_;
};

/// Computes many world matrices on several threads; fastest for prims in depth-first order.
std::vector<glm::dmat4> computeWorldTransforms(std::span<const Prim> prims, TimeCode time);

}  // namespace usdscope
