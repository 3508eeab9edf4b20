// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Maps the target paths of a prim in a prototype. Composition gives them below the prototype's
/// source instance; from this prim they are seen below its own instance, or below the prototype's
/// root. Paths outside of prototypes stay as they are.
class PrototypePaths {
 public:
  explicit PrototypePaths(const Prim& prim);

  Path seenFrom(Path path) const;

 private:
  std::vector<std::pair<Path, Path>> map_;
};

}  // namespace usdscope
