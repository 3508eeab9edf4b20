// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Maps paths that composition gave for a prim in a prototype, which stand below the prototype's
/// source instance, to where they are seen from this prim: below its own instance, or below the
/// prototype's root. Paths of other prims stay.
class PrototypePaths {
 public:
  explicit PrototypePaths(const Prim& prim);

  Path seenFrom(Path path) const;

 private:
  std::vector<std::pair<Path, Path>> map_;
};

}  // namespace usdscope
