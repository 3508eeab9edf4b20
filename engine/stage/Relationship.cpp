// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

std::vector<Path> Relationship::targets() const { return composedPaths(); }

std::vector<StackEntry> Relationship::propertyStack() const { return specStack(); }

std::vector<Path> Relationship::forwardedTargets() const {
  // The targets to visit, the next one last. A target that is a relationship is replaced by its
  // targets.
  std::vector<Path> pending = targets();
  if (pending.empty() || (pending.size() == 1 && !pending[0].isProperty())) return pending;

  std::unordered_set<Path> seenRelationships = {path()};
  std::unordered_set<Path> seenTargets;
  std::vector<Path> out;
  std::reverse(pending.begin(), pending.end());
  while (!pending.empty()) {
    const Path target = pending.back();
    pending.pop_back();
    if (target.isProperty()) {
      const Prim prim = prim_.stage().primAt(target.primPath());
      const Relationship next = prim ? prim.relationship(target.name()) : Relationship();
      if (next) {
        if (!seenRelationships.insert(next.path()).second) continue;
        const std::vector<Path> further = next.targets();
        pending.insert(pending.end(), further.rbegin(), further.rend());
        continue;
      }
    }
    if (seenTargets.insert(target).second) out.push_back(target);
  }
  return out;
}

}  // namespace usdscope
