// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// True when an arc of the prim itself is among those that lead to a node. For a specializes that
/// was propagated to the root, follows its origin.
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

/// The condition under which prims with the same arcs share a node.
enum class SharedBy : std::uint8_t {
  AnyArc,  ///< Some arc on the way to the node is the prim's own.
  OwnArc   ///< The arc to the node is the prim's own. Used in the graphs of inner builders.
};

/// The node after `node` in order of strength, or kNoNode.
inline NodeIndex nextInOrder(const Graph& graph, NodeIndex node, bool skipChildren) {
  return graph.nextInSubtree(node, 0, skipChildren);
}
inline NodeIndex nextInOrder(std::span<const PrimIndexNode> nodes, NodeIndex node,
                             bool skipChildren) {
  NodeIndex next = node + 1;
  // The descendants of a node follow it directly, and have their parents among them.
  while (skipChildren && next < nodes.size() && nodes[next].parent >= node) ++next;
  return next < nodes.size() ? next : kNoNode;
}

/// Calls `visit(node, isShared)` in order of strength. Skips the descendants of a node for which it
/// returns false. Only nodes with opinions are shared. Nodes: a Graph, or the list of a PrimIndex.
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
