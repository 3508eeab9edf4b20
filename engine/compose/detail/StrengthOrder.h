// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

/// The node of a chain of class arcs from one prim that has the first of them, and the class that
/// this one leads to.
struct ClassHierarchy {
  NodeIndex instance = kNoNode;
  NodeIndex firstClass = kNoNode;
};
ClassHierarchy classHierarchyOf(const Graph& graph, NodeIndex classNode);

/// Negative: `a` is the stronger of two children of one node; positive: `b`; 0: equally strong.
int compareSiblings(const Graph& graph, NodeIndex a, NodeIndex b);

/// The same for any two nodes of a graph.
int compareStrength(const Graph& graph, NodeIndex a, NodeIndex b);

}  // namespace usdscope::detail
