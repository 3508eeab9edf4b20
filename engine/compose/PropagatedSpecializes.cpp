// SPDX-License-Identifier: Apache-2.0

// A specializes is weaker than all other opinions about a prim, wherever in the graph the arc is.
// The node at the authored arc is a placeholder; the propagated node at the end of the root's
// children contributes.

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope::detail {

bool hasSpecializesBelow(const Graph& graph, NodeIndex node) {
  for (NodeIndex below = node; below != kNoNode; below = graph.nextInSubtree(below, node)) {
    if (below != node && graph[below].arc == ArcType::Specialize) return true;
  }
  return false;
}

bool isRelocatePlaceholder(const Graph& graph, NodeIndex node) {
  const NodeIndex parent = graph[node].parent;
  return parent != kNoNode && parent != graph[node].origin &&
         graph[parent].arc == ArcType::Relocate && graph.site(parent) == graph.site(node);
}

NodeIndex propagateToRoot(NodeIndex placeholder, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  const PrimIndexNode source = graph[placeholder];
  const Site site = graph.site(placeholder);
  const NodeIndex known =
      findMatchingChild(graph, 0, graph[0].arc, site, source.arc, source.rootFromNode,
                        graph.depthBelowIntroduction(placeholder));
  if (known != kNoNode) return known;
  ArcOptions options;
  options.skipDuplicates = true;
  options.copiesOrigin = true;
  options.withAncestors = !(site.path.isPrim() && site.path.depth() == 1);
  return builder.addArc(
      {.type = source.arc,
       .parent = 0,
       .origin = placeholder,
       .parentFromNode = source.rootFromNode,
       .siblingNumber = source.siblingNumber,
       .namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(graph[0].path))},
      site, options);
}

void propagateSpecializes(NodeIndex top, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  if (graph[top].parent == kNoNode) return;
  std::vector<NodeIndex> planned{top};
  while (!planned.empty()) {
    const NodeIndex node = planned.back();
    planned.pop_back();
    if (isRelocatePlaceholder(graph, node)) continue;
    if (graph[node].arc == ArcType::Specialize) propagateToRoot(node, builder);
    for (NodeIndex child = graph[node].lastChild; child != kNoNode;
         child = graph[child].previousSibling) {
      planned.push_back(child);
    }
  }
}

}  // namespace usdscope::detail
