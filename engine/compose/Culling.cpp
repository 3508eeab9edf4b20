// SPDX-License-Identifier: Apache-2.0

// Removes nodes from a graph that neither contribute nor lead to contributing nodes.

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope::detail {
namespace {

NodeIndex originRoot(const Graph& graph, NodeIndex node) {
  while (graph[node].origin != kNoNode && graph[node].origin != graph[node].parent) {
    node = graph[node].origin;
  }
  return node;
}

/// Classes below the root prims of the stage's own stack are looked up by name (the bases of a
/// prim), so they are kept even without opinions.
bool isNamedBase(const Graph& graph, NodeIndex node) {
  if (graph[node].arc != ArcType::Inherit || graph[node].layerStack != graph[0].layerStack) {
    return false;
  }
  const NodeIndex origin =
      graph[node].origin == graph[node].parent ? node : originRoot(graph, node);
  const Path introduced = graph.pathAtIntroduction(origin);
  return !(introduced.isPrim() && introduced.depth() == 1);
}

bool canBeCulled(const Graph& graph, NodeIndex node) {
  if (graph[node].isCulled) return true;
  // Arcs authored on the prim itself are kept.
  if (node == 0 || graph.depthBelowIntroduction(node) == 0) return false;
  if (isNamedBase(graph, node)) return false;
  for (NodeIndex child = graph[node].firstChild; child != kNoNode;
       child = graph[child].nextSibling) {
    if (!graph[child].isCulled) return false;
  }
  return !graph[node].canContribute();
}

}  // namespace

void cullNodesWithoutOpinions(Graph& graph) {
  // Children come after their parents in the list; visit them first.
  for (auto node = static_cast<NodeIndex>(graph.size()); node-- > 0;) {
    if (canBeCulled(graph, node)) graph.setCulled(node);
  }
}

}  // namespace usdscope::detail
