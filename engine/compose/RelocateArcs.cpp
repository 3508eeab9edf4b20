// SPDX-License-Identifier: Apache-2.0

// Adds relocation arcs to a prim index. They lead to the opinions that ancestors' arcs bring to a
// prim's former path. LayerStackRelocates combines the relocates of a layer stack.

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope::detail {
namespace {

/// Excludes opinions that other relocates of the same layer stack move elsewhere.
void elideRelocatedBelow(Graph& graph, NodeIndex top) {
  std::vector<NodeIndex> planned{top};
  while (!planned.empty()) {
    const NodeIndex node = planned.back();
    planned.pop_back();
    for (const NodeIndex child : graph.children(node)) {
      if (graph[child].arc == ArcType::Relocate) continue;  // Was done when this node was added.
      if (graph[child].isLive() &&
          graph[child].layerStack->relocates().findBySource(graph[child].path)) {
        elideSubtree(graph, child);
      } else {
        planned.push_back(child);
      }
    }
  }
}

}  // namespace

void elideSubtree(Graph& graph, NodeIndex top) {
  for (NodeIndex node = top; node != kNoNode; node = graph.nextInSubtree(node, top)) {
    graph.setCulled(node);
    // The node contributes neither to this prim nor to any ancestor.
    graph[node].restrictedDepth = 1;
  }
}

void addRelocation(NodeIndex node, PrimIndexBuilder& builder) {
  Graph& graph = builder.graph();
  // A relocate of an ancestor may have removed the node since the task was added.
  if (!graph[node].isLive()) return;
  const Site site = graph.site(node);
  const Relocation* relocation = site.layerStack->relocates().findByTarget(site.path);
  if (!relocation) return;
  const Path source = relocation->source;

  // Opinions that other arcs of ancestors bring to the new path are removed; variants may override.
  for (const NodeIndex child : graph.children(node)) {
    if (graph[child].arc != ArcType::Variant) elideSubtree(graph, child);
  }

  // Maps of arcs include relocates already, so the node of the source maps nothing.
  ArcOptions options;
  options.nodeContributes = false;
  options.withAncestors = true;
  const NodeIndex added =
      builder.addArc({.type = ArcType::Relocate,
                      .parent = node,
                      .origin = node,
                      .parentFromNode = MapFunction::identity(),
                      .siblingNumber = 0,
                      .namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(site.path))},
                     {site.layerStack, source}, options);
  if (added == kNoNode) return;
  for (const LayerStackEntry& entry : site.layerStack->entries()) {
    if (!entry.layer->findPrim(graph[added].path)) continue;
    builder.report(faults::kIgnoredOpinion, {site.layerStack, graph[added].path},
                   entry.layer.get());
  }
  elideRelocatedBelow(graph, added);
}

void addImpliedRelocation(NodeIndex node, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  if (graph[node].isDueToAncestor) return;
  const NodeIndex parent = graph[node].parent;
  const NodeIndex above = parent == kNoNode ? kNoNode : graph[parent].parent;
  if (above == kNoNode) return;
  const Path source = graph[parent].parentFromNode.targetFromSource(graph[node].path);
  if (source.isEmpty()) return;
  for (const NodeIndex child : graph.children(above)) {
    if (graph[child].path == source && graph[child].arc == ArcType::Relocate) return;
  }
  ArcOptions options;
  options.nodeContributes = false;
  builder.addArc({.type = ArcType::Relocate,
                  .parent = above,
                  .origin = node,
                  .parentFromNode = MapFunction::identity(),
                  .siblingNumber = 0,
                  .namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(graph[above].path))},
                 {graph[above].layerStack, source}, options);
}

}  // namespace usdscope::detail
