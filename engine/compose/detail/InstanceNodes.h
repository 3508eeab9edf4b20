// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// Whether an arc of the prim itself is among those that lead to a node. What stands at the root
/// for a specializes was found below its origin.
template <typename Nodes>
bool isBelowDirectArc(const Nodes& nodes, NodeIndex node) {
  while (node != 0) {
    const PrimIndexNode& at = nodes[node];
    if (!at.isDueToAncestor) return true;
    const bool isPropagated = at.arc == ArcType::Specialize && at.parent == 0 && at.origin != 0 &&
                              at.origin != kNoNode && nodes[at.origin].path == at.path &&
                              nodes[at.origin].layerStack == at.layerStack;
    node = isPropagated ? at.origin : at.parent;
  }
  return false;
}

/// What makes a node one that prims with the same arcs have in common.
enum class SharedBy : std::uint8_t {
  Way,    ///< Some arc on the way to it is the prim's own.
  OwnArc  ///< The arc to it is. As in the reference this is asked in the graphs of inner builders.
};

/// The node after `node` in order of strength, or kNoNode.
inline NodeIndex nextInOrder(const Graph& graph, NodeIndex node, bool skipChildren) {
  return graph.nextInSubtree(node, 0, skipChildren);
}
inline NodeIndex nextInOrder(std::span<const PrimIndexNode> nodes, NodeIndex node,
                             bool skipChildren) {
  NodeIndex next = node + 1;
  // What hangs below a node stands right behind it, and has parents there.
  while (skipChildren && next < nodes.size() && nodes[next].parent >= node) ++next;
  return next < nodes.size() ? next : kNoNode;
}

/// Calls `visit(node, isShared)` in order of strength; where it returns false, what hangs below the
/// node is left out. Shared is only what has opinions. Nodes: a Graph, or the list of a PrimIndex.
template <typename Nodes, typename Visit>
void visitShared(const Nodes& nodes, SharedBy sharedBy, Visit&& visit) {
  bool skipsChildren = false;
  for (NodeIndex node = 0; node != kNoNode; node = nextInOrder(nodes, node, skipsChildren)) {
    const PrimIndexNode& at = nodes[node];
    skipsChildren = at.isCulled && node != 0;
    if (skipsChildren) continue;
    const bool isShared =
        node != 0 && at.hasSpecs && !at.isInert &&
        (sharedBy == SharedBy::OwnArc ? !at.isDueToAncestor : isBelowDirectArc(nodes, node));
    skipsChildren = !visit(node, isShared);
  }
}

}  // namespace usdscope::detail
