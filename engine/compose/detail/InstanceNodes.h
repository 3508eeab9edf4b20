// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// Whether one of the arcs between the root and a node is authored on the prim itself. For a
/// specializes that was propagated to the root, follows the arcs to its origin.
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
  AnyArc,  ///< Some arc between the root and the node is authored on the prim itself.
  /// The last arc to the node is authored on the prim itself. Used in the graphs of inner builders.
  OwnArc
};

/// Returns the node after `node` in order of strength, or kNoNode.
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

/// Calls `visit(node, isShared)` for the nodes in order of strength. If `visit` returns false,
/// skips the descendants of the node. Only nodes with opinions are shared. `nodes` is a Graph or
/// the nodes of a PrimIndex.
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
