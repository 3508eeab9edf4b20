// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Prim.h"

namespace usdscope {
namespace {

bool passes(const Prim& prim, const PrimFilter& filter) {
  return (filter.inactive || prim.isActive()) && (filter.unloaded || prim.isLoaded()) &&
         (filter.undefined || prim.isDefined()) && (filter.abstract || !prim.isAbstract());
}

}  // namespace

void traverse(const Prim& from, const PrimFilter& filter,
              const std::function<bool(const Prim&)>& visit) {
  // Prims to visit, the next one last.
  std::vector<Prim> pending = {from};
  while (!pending.empty()) {
    const Prim prim = pending.back();
    pending.pop_back();
    if (!passes(prim, filter)) continue;
    if (!prim.isPseudoRoot() && !visit(prim)) continue;
    if (!filter.instanceProxies && prim.isInstance()) continue;
    const std::vector<Prim> children = prim.children();
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
}

}  // namespace usdscope
