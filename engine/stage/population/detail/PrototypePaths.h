// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Maps the relationship targets of a prim in a prototype. Composition returns them as paths below
/// the prototype's source instance. For an instance proxy they become paths below its instance,
/// else paths below the prototype's root. Paths outside of prototypes are kept.
class PrototypePaths {
 public:
  explicit PrototypePaths(const Prim& prim);

  Path seenFrom(Path path) const;

 private:
  std::vector<std::pair<Path, Path>> map_;
};

}  // namespace usdscope
