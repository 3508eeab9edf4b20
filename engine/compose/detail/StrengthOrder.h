// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// A chain of class arcs: the node that has the first arc, and the class that this arc leads to.
/// For nodes propagated to the root, the chain is that of their origins.
struct ClassHierarchy {
  NodeIndex instance = kNoNode;
  NodeIndex firstClass = kNoNode;
};
ClassHierarchy classHierarchyOf(const Graph& graph, NodeIndex classNode);

/// True for a node that was propagated to the root for a specializes elsewhere, its origin.
bool isPropagatedSpecializes(const Graph& graph, NodeIndex node);
/// The propagated node of a placeholder; kNoNode for all other nodes.
NodeIndex propagatedNodeOf(const Graph& graph, NodeIndex placeholder);

/// Compares two children of one node. Negative: `a` is stronger; positive: `b`; 0: equal.
int compareSiblings(const Graph& graph, NodeIndex a, NodeIndex b);

/// Compares any two nodes of a graph.
int compareStrength(const Graph& graph, NodeIndex a, NodeIndex b);

}  // namespace usdscope::detail
