// SPDX-License-Identifier: Apache-2.0

// A class arc at the target of another arc is also implied to every stronger site: in the layer
// stack of this site, at the path to which the arcs in between map the class.

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/StrengthOrder.h"

namespace usdscope::detail {
namespace {

/// A class arc to transfer. `source` is in the tree of classes of one node. The implied class will
/// be a child of `parent`. `transfer` maps paths at the node to paths at `parent`.
struct Carry {
  NodeIndex parent = kNoNode;
  NodeIndex source = kNoNode;
  MapFunction transfer;
};

/// Returns the map of an implied class arc: the map of the class arc, transferred to other
/// namespaces. Paths that the class arc maps to themselves are not transferred.
MapFunction impliedMap(const MapFunction& transfer, const MapFunction& classMap) {
  if (transfer.isIdentity()) return classMap;
  std::vector<MapFunction::Pair> pairs{{Path::root(), Path::root()}};
  const auto add = [&](Path source, Path target) {
    const bool isKnown = std::ranges::find(pairs, source, &MapFunction::Pair::first) != pairs.end();
    if (!source.isEmpty() && !isKnown) pairs.emplace_back(source, target);
  };
  for (const auto& [source, target] : classMap.pairs()) {
    add(transfer.targetFromSource(source), transfer.targetFromSource(target));
  }
  // Parts of the instance that `transfer` moves elsewhere.
  const MapFunction instanceOnly = classMap.withoutRootIdentity();
  for (const auto& [source, target] : transfer.pairs()) {
    if (target.isEmpty()) continue;
    add(transfer.targetFromSource(instanceOnly.sourceFromTarget(source)), target);
  }
  return MapFunction::make(std::move(pairs), classMap.timeOffset());
}

class Carrier {
 public:
  explicit Carrier(PrimIndexBuilder& builder) : builder_(builder), graph_(builder.graph()) {}

  void carryFrom(NodeIndex source) {
    // Classes may be outside of the namespace that an arc maps; this is their purpose.
    const MapFunction transfer = graph_[source].parentFromNode.withRootIdentity();
    plan(graph_[source].parent, source, transfer, /*isStart=*/true);
    while (!planned_.empty()) {
      const Carry next = planned_.back();
      planned_.pop_back();
      carry(next);
    }
  }

 private:
  void plan(NodeIndex parent, NodeIndex source, MapFunction transfer, bool isStart) {
    // A relocate's source is only an intermediate node: its parent gets the classes.
    while (graph_[parent].arc == ArcType::Relocate) {
      transfer = compose(graph_[parent].parentFromNode.withRootIdentity(), transfer);
      builder_.addTask({.kind = TaskKind::ImpliedClasses, .node = parent});
      parent = graph_[parent].parent;
    }
    // A placeholder's classes are below the propagated node at the root.
    const NodeIndex propagated = propagatedNodeOf(graph_, source);
    const NodeIndex owner = propagated == kNoNode ? source : propagated;
    for (NodeIndex child = graph_[owner].lastChild; child != kNoNode;
         child = graph_[child].previousSibling) {
      if (!isClassBased(graph_[child].arc)) continue;
      // A node that continues a chain of classes is not a class of the chain's start.
      const bool continuesChain =
          isStart && isClassBased(graph_[source].arc) &&
          graph_.depthBelowIntroduction(source) == graph_.depthBelowIntroduction(child);
      if (!continuesChain) planned_.push_back({parent, child, transfer});
    }
  }

  void carry(const Carry& item) {
    const MapFunction map = impliedMap(item.transfer, graph_[item.source].parentFromNode);
    NodeIndex implied = findCarried(item, map);
    if (implied == kNoNode) {
      const Path path = impliedPath(item);
      // The class has no path there, for example across a reference.
      if (path.isEmpty()) return;
      implied = addClassArc({.type = graph_[item.source].arc,
                             .parent = item.parent,
                             .origin = item.source,
                             .parentFromNode = map,
                             .siblingNumber = graph_[item.source].siblingNumber},
                            path, graph_.site(item.source), builder_);
    }
    if (implied == kNoNode || !hasClassBasedChild(graph_, item.source)) return;
    const NodeIndex propagated = propagatedNodeOf(graph_, implied);
    plan(propagated == kNoNode ? implied : propagated, item.source, item.transfer,
         /*isStart=*/false);
  }

  /// The path of the class for the node to which it is implied, inside the same variants.
  Path impliedPath(const Carry& item) const {
    const Path path = item.transfer.targetFromSource(graph_[item.source].path.withoutVariants());
    Path variant = graph_[item.parent].path;
    if (!variant.hasVariants()) return path;
    while (!variant.isVariant()) variant = variant.parent();
    return path.withPrefixReplaced(variant.withoutVariants(), variant);
  }

  NodeIndex findCarried(const Carry& item, const MapFunction& map) const {
    for (NodeIndex child = graph_[item.parent].firstChild; child != kNoNode;
         child = graph_[child].nextSibling) {
      // The propagated node of the source is the source itself, not a class that it implies.
      if (graph_[child].origin == item.source && graph_[child].parentFromNode == map &&
          !isPropagatedSpecializes(graph_, child)) {
        return child;
      }
    }
    return kNoNode;
  }

  PrimIndexBuilder& builder_;
  const Graph& graph_;
  std::vector<Carry> planned_;  // The next one last.
};

}  // namespace

bool hasClassBasedChild(const Graph& graph, NodeIndex node) {
  const NodeIndex propagated = propagatedNodeOf(graph, node);
  if (propagated != kNoNode) node = propagated;
  for (NodeIndex child = graph[node].firstChild; child != kNoNode;
       child = graph[child].nextSibling) {
    if (isClassBased(graph[child].arc)) return true;
  }
  return false;
}

NodeIndex impliedClassesStart(const Graph& graph, NodeIndex classNode) {
  // If the instance of a hierarchy is itself a class of an ancestor, both are transferred together;
  // otherwise the instance would seem to inherit all classes directly. This does not apply inside
  // that class.
  NodeIndex start = classNode;
  while (isClassBased(graph[start].arc)) {
    const ClassHierarchy hierarchy = classHierarchyOf(graph, start);
    start = hierarchy.instance;
    graph.countVisits(graph[hierarchy.firstClass].path.depth());
    if (isClassBased(graph[start].arc) &&
        graph[hierarchy.firstClass].path.hasPrefix(graph.pathAtIntroduction(start))) {
      break;
    }
  }
  return start;
}

void addImpliedClasses(NodeIndex node, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  if (graph[node].parent == kNoNode) return;
  if (!hasClassBasedChild(graph, node)) return;
  Carrier(builder).carryFrom(node);
}

}  // namespace usdscope::detail
