// SPDX-License-Identifier: Apache-2.0

// A class that a prim inherits behind an arc is looked for in front of it too: in every stronger
// site's layer stack, at the path that the arcs in between map it to.

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/StrengthOrder.h"

namespace usdscope::detail {
namespace {

/// A class arc to be carried over: `source` hangs in the tree of classes of one node; the class
/// that it implies is to hang below `parent`, whose paths `transfer` makes of those of that node.
struct Carry {
  NodeIndex parent = kNoNode;
  NodeIndex source = kNoNode;
  MapFunction transfer;
};

/// The map of an implied class arc: that of the class arc between the namespaces that `transfer`
/// leads to. What the class arc maps to itself stays so, whatever `transfer` does with it.
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
  // Parts of the instance that `transfer` takes elsewhere.
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
    // Classes may lie outside of what an arc maps: that is what they are for.
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
    // A relocate's source is only a place on the way: its parent takes the classes.
    while (graph_[parent].arc == ArcType::Relocate) {
      transfer = compose(graph_[parent].parentFromNode.withRootIdentity(), transfer);
      builder_.addTask({.kind = TaskKind::ImpliedClasses, .node = parent});
      parent = graph_[parent].parent;
    }
    // A placeholder's classes hang below the node at the root that stands for it.
    const NodeIndex propagated = propagatedNodeOf(graph_, source);
    const NodeIndex owner = propagated == kNoNode ? source : propagated;
    for (NodeIndex child = graph_[owner].lastChild; child != kNoNode;
         child = graph_[child].previousSibling) {
      if (!isClassBased(graph_[child].arc)) continue;
      // What continues a chain of classes is no class of the chain's start.
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
      // No such class can be meant from there, for example across a reference.
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

  /// Where the class lies for the node that it is implied to: in the same variants.
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
      // What stands at the root for the source is the source, not a class that it implies.
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
  // A hierarchy whose instance is itself a class of an ancestor is carried with that one, or the
  // instance would seem to inherit all of its classes directly; unless it lies within that class.
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
