// SPDX-License-Identifier: Apache-2.0

// Takes nodes out of a graph that neither contribute nor lead to what does.

#include <algorithm>
#include <unordered_set>

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope::detail {
namespace {

struct SiteHash {
  std::size_t operator()(const Site& site) const {
    return std::hash<const void*>()(site.layerStack) ^ std::hash<Path>()(site.path);
  }
};
using SiteSet = std::unordered_set<Site, SiteHash>;

NodeIndex originRoot(const Graph& graph, NodeIndex node) {
  while (graph[node].origin != kNoNode && graph[node].origin != graph[node].parent) {
    node = graph[node].origin;
  }
  return node;
}

/// Classes below the root prims of the stage's own stack are asked for by name (the bases of a
/// prim), with opinions or without.
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
  // Arcs that the prim itself has are kept: they are what it says.
  if (node == 0 || graph.depthBelowIntroduction(node) == 0) return false;
  if (isNamedBase(graph, node)) return false;
  for (NodeIndex child = graph[node].firstChild; child != kNoNode;
       child = graph[child].nextSibling) {
    if (!graph[child].isCulled) return false;
  }
  return !graph[node].canContribute();
}

void cullBelow(Graph& graph, NodeIndex top, SiteSet* culledSites) {
  // Specializes further down have copies at the root, which decide.
  std::vector<NodeIndex> order;
  for (NodeIndex node = top; node != kNoNode;) {
    const bool isSkipped = node != top && graph[node].arc == ArcType::Specialize;
    if (!isSkipped) order.push_back(node);
    node = graph.nextInSubtree(node, top, isSkipped);
  }
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    if (!canBeCulled(graph, *node)) continue;
    graph.setCulled(*node);
    if (culledSites) culledSites->insert(graph.site(*node));
  }
}

/// Culls in the original of a copied tree what was culled in the copy.
void cullMatching(Graph& graph, NodeIndex top, const SiteSet& culledSites) {
  std::vector<NodeIndex> order;
  for (NodeIndex node = top; node != kNoNode; node = graph.nextInSubtree(node, top)) {
    order.push_back(node);
  }
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    bool areChildrenCulled = true;
    for (NodeIndex child = graph[*node].firstChild; child != kNoNode;
         child = graph[child].nextSibling) {
      areChildrenCulled = areChildrenCulled && graph[child].isCulled;
    }
    if (areChildrenCulled && culledSites.contains(graph.site(*node))) graph.setCulled(*node);
  }
}

}  // namespace

void cullNodesWithoutOpinions(Graph& graph) {
  // Copies of specializes first, weakest first, with their originals.
  std::vector<NodeIndex> children = graph.children(0);
  std::reverse(children.begin(), children.end());
  for (const NodeIndex child : children) {
    if (!isPropagatedSpecializes(graph, child)) continue;
    SiteSet culledSites;
    cullBelow(graph, child, &culledSites);
    cullMatching(graph, graph[child].origin, culledSites);
  }
  for (auto child = children.rbegin(); child != children.rend(); ++child) {
    if (!isPropagatedSpecializes(graph, *child)) cullBelow(graph, *child, nullptr);
  }
}

}  // namespace usdscope::detail
