// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The node of a chain of class arcs from one prim that has the first of them, and the class that
/// this one leads to. What stands at the root counts where it was found.
struct ClassHierarchy {
  NodeIndex instance = kNoNode;
  NodeIndex firstClass = kNoNode;
};
ClassHierarchy classHierarchyOf(const Graph& graph, NodeIndex classNode);

/// Whether a node stands at the root for a specializes that was found elsewhere, its origin.
bool isPropagatedSpecializes(const Graph& graph, NodeIndex node);
/// The node at the root that stands for a placeholder; kNoNode for all other nodes.
NodeIndex propagatedNodeOf(const Graph& graph, NodeIndex placeholder);

/// Negative: `a` is the stronger of two children of one node; positive: `b`; 0: equally strong.
int compareSiblings(const Graph& graph, NodeIndex a, NodeIndex b);

/// The same for any two nodes of a graph.
int compareStrength(const Graph& graph, NodeIndex a, NodeIndex b);

}  // namespace usdscope::detail
