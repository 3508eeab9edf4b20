// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compose/detail/Graph.h"

namespace usdscope::detail {

ClassHierarchy classHierarchyOf(const Graph& graph, NodeIndex classNode);

/// Whether a node was propagated to the root. Its origin is then the node whose site authors the
/// specializes.
bool isPropagatedSpecializes(const Graph& graph, NodeIndex node);
/// Returns the propagated node of a placeholder; kNoNode for all other nodes.
NodeIndex propagatedNodeOf(const Graph& graph, NodeIndex placeholder);

/// Compares two children of one node. Negative: `a` is stronger; positive: `b`; 0: equal.
int compareSiblings(const Graph& graph, NodeIndex a, NodeIndex b);

/// Compares any two nodes of a graph.
int compareStrength(const Graph& graph, NodeIndex a, NodeIndex b);

}  // namespace usdscope::detail
