// SPDX-License-Identifier: Apache-2.0

// Authored inherits and specializes.

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/ComposeSite.h"
#include "engine/compose/detail/NodePaths.h"
#include "engine/compose/detail/StrengthOrder.h"

namespace usdscope::detail {
namespace {

NodeIndex addSpecializesPlaceholder(const Arc& arc, const Site& site, PrimIndexBuilder& builder) {
  const NodeIndex placeholder = builder.addArc(arc, site, {.isPlaceholder = true});
  // The outermost builder propagates placeholders of inner ones to its own root.
  if (placeholder == kNoNode || builder.frame()) return placeholder;
  const Graph& graph = builder.graph();
  const NodeIndex propagated = isRelocatePlaceholder(graph, placeholder)
                                   ? placeholder
                                   : propagateToRoot(placeholder, builder);
  // It may be implied further, even if another node represents its site at the root.
  if (propagated != kNoNode) {
    builder.addTask(
        {.kind = TaskKind::ImpliedClasses, .node = impliedClassesStart(graph, placeholder)});
  }
  return propagated;
}

void addClassArcs(NodeIndex node, ArcType type, Token field, PrimIndexBuilder& builder) {
  if (!builder.graph()[node].isLive()) return;
  const Site site = builder.graph().site(node);
  const std::vector<Path> paths = composeClassPaths(*site.layerStack, site.path, field);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].isEmpty()) continue;
    if (!paths[i].isPrim() || paths[i].hasVariants()) {
      builder.report(faults::kClassPath, site, nullptr, {paths[i].text()});
      continue;
    }
    // A class maps to the prim, and everything else to itself.
    addClassArc({.type = type,
                 .parent = node,
                 .origin = node,
                 .parentFromNode = arcMap(paths[i], site, {}, true,
                                          builder.context().layerStacks->relocatedMaps()),
                 .siblingNumber = static_cast<std::uint16_t>(i)},
                paths[i], {}, builder);
  }
}

}  // namespace

NodeIndex findMatchingChild(const Graph& graph, NodeIndex parent, ArcType parentArc,
                            const Site& site, ArcType arc, MapFunction parentFromNode,
                            std::size_t depthBelowIntroduction) {
  for (NodeIndex child = graph[parent].firstChild; child != kNoNode;
       child = graph[child].nextSibling) {
    // Sites of classes below a relocate's source may be invalid; compare the maps there.
    const bool matches =
        parentArc == ArcType::Relocate
            ? graph[child].arc == arc && graph[child].parentFromNode == parentFromNode &&
                  graph.depthBelowIntroduction(graph[child].origin) == depthBelowIntroduction
            : graph.site(child) == site;
    if (matches) return child;
  }
  return kNoNode;
}

NodeIndex addClassArc(Arc arc, Path classPath, const Site& ignoredSite, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  const Site parent = graph.site(arc.parent);
  const Site site{parent.layerStack, classPath};
  const NodeIndex known =
      findMatchingChild(graph, arc.parent, arcInWholeGraph(arc.parent, builder), site, arc.type,
                        arc.parentFromNode, graph.depthBelowIntroduction(arc.origin));
  if (known != kNoNode) {
    // If several specializes are implied to one site of the root, the strongest wins.
    const bool isImpliedToRoot =
        arc.type == ArcType::Specialize && arc.parent == 0 && arc.parent != arc.origin;
    if (!isImpliedToRoot || compareStrength(graph, arc.origin, graph[known].origin) >= 0) {
      return known;
    }
    builder.graph().setInertBelow(known);
  }
  arc.namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(parent.path));

  // A specializes is weaker than all other opinions about a prim, wherever the arc is. The node at
  // the arc becomes a placeholder; the contributing node goes to the end of the root's children.
  if (arc.type == ArcType::Specialize && (arc.parent != 0 || builder.frame())) {
    return addSpecializesPlaceholder(arc, site, builder);
  }

  // A class that maps to the prim itself, or to the site that implies it, is in the graph only so
  // that it can be implied further.
  ArcOptions options;
  options.nodeContributes = site.path != parent.path && site != ignoredSite;
  options.skipDuplicates = options.nodeContributes;
  const bool isRootPrim = site.path.isPrim() && site.path.depth() == 1;
  options.withAncestors = options.nodeContributes && !isRootPrim;
  return builder.addArc(arc, site, options);
}

void addInherits(NodeIndex node, PrimIndexBuilder& builder) {
  addClassArcs(node, ArcType::Inherit, fields::kInheritPaths, builder);
}

void addSpecializes(NodeIndex node, PrimIndexBuilder& builder) {
  addClassArcs(node, ArcType::Specialize, fields::kSpecializes, builder);
}

}  // namespace usdscope::detail
