// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// Calls `visit(node, isShared)` in order of strength; where it returns false, what hangs below the
/// node is left out. Shared is what comes through arcs of the prim itself and has opinions: prims
/// with the same arcs have it in common. Nodes: a Graph, or the list of a PrimIndex.
template <typename Nodes, typename Visit>
void visitShared(const Nodes& nodes, Visit&& visit) {
  struct Item {
    NodeIndex node;
    bool isBelowDirectArc;
  };
  std::vector<Item> planned{{0, false}};
  while (!planned.empty()) {
    auto [node, isBelowDirectArc] = planned.back();
    planned.pop_back();
    const PrimIndexNode at = nodes[node];
    bool isShared = false;
    if (node != 0) {
      if (at.isCulled) continue;
      isBelowDirectArc = isBelowDirectArc || !at.isDueToAncestor;
      isShared = isBelowDirectArc && at.hasSpecs && !at.isInert;
    }
    if (!visit(node, isShared)) continue;
    for (NodeIndex child = at.lastChild; child != kNoNode; child = nodes[child].previousSibling) {
      planned.push_back({child, isBelowDirectArc});
    }
  }
}

}  // namespace usdscope::detail
