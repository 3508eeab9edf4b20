// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/population/detail/PrototypePaths.h"

#include "engine/stage/Stage.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {

PrototypePaths::PrototypePaths(const Prim& prim) {
  const auto& prims = prim.stage().rows().prims;
  if (!(prims[prim.row()].flags & prim_flags::kInPrototype)) return;
  // The targets of a nested instance itself belong to the namespace of the outer prototype.
  for (Prim at = prim.isInstance() ? prim.parent() : prim; at; at = at.parent()) {
    const Prim prototype = at.isInstance() ? at.prototype() : at.isPrototype() ? at : Prim();
    if (prototype) map_.emplace_back(prototype.index().path(), at.path());
  }
}

Path PrototypePaths::seenFrom(Path path) const {
  const std::pair<Path, Path>* longest = nullptr;
  for (const auto& entry : map_) {
    const bool isLonger = !longest || entry.first.depth() > longest->first.depth();
    if (isLonger && path.hasPrefix(entry.first)) longest = &entry;
  }
  return longest ? path.withPrefixReplaced(longest->first, longest->second) : path;
}

}  // namespace usdscope
