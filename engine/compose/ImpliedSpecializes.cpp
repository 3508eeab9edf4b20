// SPDX-License-Identifier: Apache-2.0

// What a prim specializes is weaker than all else about it, wherever in the graph the arc is: the
// trees below specializes are copied to the root's end, and the originals made inert.
//
// When more arcs are found below such a copy, they are taken back to the original first, so that
// classes they imply go the usual ways; the whole then moves to the root again.

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope::detail {
namespace {

enum class Direction { ToRoot, ToOrigin };

class Propagation {
 public:
  Propagation(NodeIndex treeRoot, Direction direction, PrimIndexBuilder& builder)
      : builder_(builder), graph_(builder.graph()), treeRoot_(treeRoot), direction_(direction) {}

  void run(NodeIndex parent, NodeIndex source, MapFunction parentFromNode) {
    planned_.push_back({parent, source, parentFromNode});
    while (!planned_.empty()) {
      const Copy next = planned_.back();
      planned_.pop_back();
      const NodeIndex copy = propagate(next);
      if (copy == kNoNode) continue;
      for (NodeIndex child = graph_[next.source].lastChild; child != kNoNode;
           child = graph_[child].previousSibling) {
        // Specializes below go to the root on their own.
        if (direction_ == Direction::ToRoot && graph_[child].arc == ArcType::Specialize) continue;
        planned_.push_back({copy, child, graph_[child].parentFromNode});
      }
    }
  }

 private:
  struct Copy {
    NodeIndex parent = kNoNode;
    NodeIndex source = kNoNode;
    MapFunction parentFromNode;
  };

  NodeIndex propagate(const Copy& item) {
    if (graph_[item.source].parent == item.parent) return item.source;
    NodeIndex copy = findMatchingChild(
        graph_, item.parent, graph_[item.parent].arc, graph_.site(item.source),
        graph_[item.source].arc, item.parentFromNode, graph_.depthBelowIntroduction(item.source));
    if (copy == kNoNode) copy = add(item);
    if (copy == kNoNode) {
      graph_.setInertBelow(item.source);
      return kNoNode;
    }
    // The copy may be there from the prim's ancestor, made inert then; when it comes to life here,
    // the depth at which that happened is handed to the source, to be given back on the next turn.
    const std::uint16_t restrictedDepth = graph_[copy].restrictedDepth;
    graph_.setInert(copy, !graph_[item.source].isLive());
    graph_.setInert(item.source, true);
    if (restrictedDepth != 0) graph_[item.source].restrictedDepth = restrictedDepth;
    return copy;
  }

  NodeIndex add(const Copy& item) {
    const PrimIndexNode source = graph_[item.source];
    const bool isImplied = graph_.isImplied(item.source);
    // Implied arcs from within the tree come about again where the tree goes.
    if (isImplied && isInTree(source.origin)) return kNoNode;
    const bool isTop = item.source == treeRoot_;
    ArcOptions options;
    options.nodeContributes = source.isLive();
    options.skipImpliedSpecializes = direction_ == Direction::ToRoot;
    options.skipAuthoredArcs = direction_ == Direction::ToOrigin;
    const std::size_t depth =
        isTop ? namespaceDepth(graph_[item.parent].path) : source.namespaceDepth;
    return builder_.addArc({.type = source.arc,
                            .parent = item.parent,
                            .origin = isTop || isImplied ? item.source : item.parent,
                            .parentFromNode = item.parentFromNode,
                            .siblingNumber = source.siblingNumber,
                            .namespaceDepth = static_cast<std::uint16_t>(depth)},
                           {source.layerStack, source.path}, options);
  }

  bool isInTree(NodeIndex node) const {
    for (; node != kNoNode; node = graph_[node].parent) {
      if (node == treeRoot_) return true;
    }
    return false;
  }

  PrimIndexBuilder& builder_;
  Graph& graph_;
  const NodeIndex treeRoot_;
  const Direction direction_;
  std::vector<Copy> planned_;  // The next one last.
};

void propagateToRoot(NodeIndex node, PrimIndexBuilder& builder) {
  Graph& graph = builder.graph();
  // Implied specializes are not brought to life again when their original is; the copy must not
  // take that over. The depth at which it became inert stays.
  const bool wasInert = !graph[node].isLive();
  const std::uint16_t restrictedDepth = graph[node].restrictedDepth;
  if (wasInert) graph.setInert(node, false);
  Propagation(node, Direction::ToRoot, builder).run(0, node, graph[node].rootFromNode);
  if (wasInert) graph[node].restrictedDepth = restrictedDepth;
}

/// Classes below a relocate's source that only stand there to be carried on.
bool isRelocatePlaceholder(const Graph& graph, NodeIndex node) {
  const NodeIndex parent = graph[node].parent;
  return parent != graph[node].origin && graph[parent].arc == ArcType::Relocate &&
         graph.site(parent) == graph.site(node);
}

void propagateAllToRoot(NodeIndex top, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
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

}  // namespace

NodeIndex impliedSpecializesStart(const Graph& graph, NodeIndex node) {
  NodeIndex start = kNoNode;
  for (; node != 0; node = graph[node].parent) {
    if (graph[node].arc == ArcType::Specialize) start = node;
  }
  return start;
}

bool hasSpecializesChild(const Graph& graph, NodeIndex node) {
  for (NodeIndex child = graph[node].firstChild; child != kNoNode;
       child = graph[child].nextSibling) {
    if (graph[child].arc == ArcType::Specialize) return true;
  }
  return false;
}

bool isPropagatedSpecializes(const Graph& graph, NodeIndex node) {
  return graph[node].arc == ArcType::Specialize && graph[node].parent == 0 &&
         graph.site(node) == graph.site(graph[node].origin);
}

void addImpliedSpecializes(NodeIndex node, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  if (graph[node].parent == kNoNode) return;
  if (!isPropagatedSpecializes(graph, node)) return propagateAllToRoot(node, builder);
  for (const NodeIndex child : graph.children(node)) {
    Propagation(node, Direction::ToOrigin, builder)
        .run(graph[node].origin, child, graph[child].parentFromNode);
  }
}

}  // namespace usdscope::detail
