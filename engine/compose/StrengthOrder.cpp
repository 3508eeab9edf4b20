// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/StrengthOrder.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace usdscope::detail {
namespace {

template <typename T>
int lessFirst(T a, T b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

template <typename T>
int greaterFirst(T a, T b) {
  return lessFirst(b, a);
}

std::size_t depthOf(const Graph& graph, NodeIndex node) {
  std::size_t depth = 0;
  for (; node != 0; node = graph[node].parent) ++depth;
  return depth;
}

/// Compares two nodes by their order in a walk of the whole tree.
int compareByTraversal(const Graph& graph, NodeIndex a, NodeIndex b) {
  if (a == b) return 0;
  const std::size_t depthA = depthOf(graph, a);
  const std::size_t depthB = depthOf(graph, b);
  graph.countVisits(depthA + depthB);
  for (std::size_t i = depthB; i < depthA; ++i) a = graph[a].parent;
  for (std::size_t i = depthA; i < depthB; ++i) b = graph[b].parent;
  // An ancestor comes first.
  if (a == b) return lessFirst(depthA, depthB);
  while (graph[a].parent != graph[b].parent) {
    a = graph[a].parent;
    b = graph[b].parent;
  }
  for (; a != kNoNode && a != b; a = graph[a].nextSibling) graph.countVisits(1);
  return a == b ? -1 : 1;
}

/// The start of a chain of implied arcs, and the number of steps since.
struct OriginRoot {
  NodeIndex node;
  std::size_t steps = 0;
};

OriginRoot originRootOf(const Graph& graph, NodeIndex node) {
  OriginRoot root{node};
  while (graph[root.node].origin != graph[root.node].parent) {
    root.node = graph[root.node].origin;
    ++root.steps;
  }
  graph.countVisits(root.steps);
  return root;
}

/// The origin of a node that was propagated to the root.
NodeIndex foundAt(const Graph& graph, NodeIndex node) {
  return isPropagatedSpecializes(graph, node) ? graph[node].origin : node;
}

bool isBelowOrSame(const Graph& graph, NodeIndex node, NodeIndex above) {
  while (node != kNoNode) {
    if (node == above) return true;
    graph.countVisits(1);
    node = isPropagatedSpecializes(graph, node) ? graph[node].origin : graph[node].parent;
  }
  return false;
}

/// Returns the depth of the prim with the first arc of the class hierarchy of `node`. If this is a
/// relocate's source, uses the relocated prim instead.
std::size_t hierarchyDepth(const Graph& graph, NodeIndex node) {
  NodeIndex instance = classHierarchyOf(graph, node).instance;
  while (graph[instance].arc == ArcType::Relocate) instance = graph[instance].parent;
  return graph[instance].namespaceDepth;
}

/// Among propagated nodes, an implied arc is the more local one; the others are copies of their
/// origin.
int compareImpliedToCopied(const Graph& graph, NodeIndex a, NodeIndex b) {
  const bool aIsImplied = graph.site(a) != graph.site(graph[a].origin);
  const bool bIsImplied = graph.site(b) != graph.site(graph[b].origin);
  return greaterFirst(aIsImplied, bIsImplied);
}

/// Compares specializes from one authored arc that were implied through different nodes to the
/// root.
int compareOfOneOrigin(const Graph& graph, NodeIndex a, NodeIndex b, const OriginRoot& rootA,
                       const OriginRoot& rootB) {
  const NodeIndex originA = graph[a].origin;
  const NodeIndex originB = graph[b].origin;
  const bool aIsAuthored = originA == graph[a].parent;
  const bool bIsAuthored = originB == graph[b].parent;

  const std::size_t depthA = aIsAuthored ? 0 : hierarchyDepth(graph, originA);
  const std::size_t depthB = bIsAuthored ? 0 : hierarchyDepth(graph, originB);
  if (depthA != depthB) return lessFirst(depthA, depthB);

  // The node that was implied more often is nearer to the root.
  if (rootA.steps != rootB.steps) return greaterFirst(rootA.steps, rootB.steps);

  const LayerStack* rootStack = graph[0].layerStack;
  if (graph[a].layerStack == rootStack && graph[b].layerStack == rootStack && !aIsAuthored &&
      !bIsAuthored) {
    if (const int result = compareImpliedToCopied(graph, a, b)) return result;
  }
  return compareByTraversal(graph, originA, originB);
}

/// Compares specializes, which are the last children of the root, by their origins. Returns 0 when
/// their sibling numbers decide.
int compareSpecializes(const Graph& graph, NodeIndex a, NodeIndex b) {
  const OriginRoot rootA = originRootOf(graph, a);
  const OriginRoot rootB = originRootOf(graph, b);

  // The deeper arc is stronger, unless one arc is below the other in the graph: a specializes of a
  // specializes is weaker at any depth.
  const bool areNested =
      isBelowOrSame(graph, rootA.node, rootB.node) || isBelowOrSame(graph, rootB.node, rootA.node);
  if (!areNested && graph[a].namespaceDepth != graph[b].namespaceDepth) {
    return greaterFirst(graph[a].namespaceDepth, graph[b].namespaceDepth);
  }
  const NodeIndex originA = graph[a].origin;
  if (originA == graph[b].origin) {
    return originA == graph[a].parent ? 0 : compareImpliedToCopied(graph, a, b);
  }
  if (rootA.node != rootB.node) return compareByTraversal(graph, rootA.node, rootB.node);
  return compareOfOneOrigin(graph, a, b, rootA, rootB);
}

/// The nodes from the root down to `node`.
std::vector<NodeIndex> wayTo(const Graph& graph, NodeIndex node) {
  std::vector<NodeIndex> way;
  for (; node != kNoNode; node = graph[node].parent) way.push_back(node);
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace

bool isPropagatedSpecializes(const Graph& graph, NodeIndex node) {
  return graph[node].arc == ArcType::Specialize &&
         usdscope::isPropagatedSpecializes(graph[node], graph[graph[node].origin]);
}

NodeIndex propagatedNodeOf(const Graph& graph, NodeIndex placeholder) {
  if (graph[placeholder].arc != ArcType::Specialize) return kNoNode;
  // Specializes are the root's last children.
  for (NodeIndex child = graph[0].lastChild;
       child != kNoNode && graph[child].arc == ArcType::Specialize;
       child = graph[child].previousSibling) {
    graph.countVisits(1);
    if (graph[child].origin == placeholder && isPropagatedSpecializes(graph, child)) return child;
  }
  return kNoNode;
}

ClassHierarchy classHierarchyOf(const Graph& graph, NodeIndex classNode) {
  NodeIndex node = foundAt(graph, classNode);
  assert(isClassBased(graph[node].arc));
  const std::size_t depth = graph.depthBelowIntroduction(node);
  ClassHierarchy hierarchy;
  std::vector<NodeIndex> way;
  while (isClassBased(graph[node].arc) && graph.depthBelowIntroduction(node) == depth) {
    hierarchy = graph.keptClassHierarchy(node);
    if (hierarchy.instance != kNoNode) break;
    graph.countVisits(1);
    way.push_back(node);
    node = foundAt(graph, graph[node].parent);
  }
  if (hierarchy.instance == kNoNode) hierarchy = {node, way.back()};
  for (const NodeIndex below : way) graph.keptClassHierarchy(below) = hierarchy;
  return hierarchy;
}

int compareSiblings(const Graph& graph, NodeIndex a, NodeIndex b) {
  assert(graph[a].parent == graph[b].parent);
  if (a == b) return 0;
  graph.countVisits(1);
  const PrimIndexNode& nodeA = graph[a];
  const PrimIndexNode& nodeB = graph[b];
  if (nodeA.arc != nodeB.arc) return lessFirst(nodeA.arc, nodeB.arc);
  if (nodeA.arc == ArcType::Specialize) {
    if (const int result = compareSpecializes(graph, a, b)) return result;
  } else {
    // Arcs authored nearer to the prim are stronger, then those of the stronger origin.
    if (nodeA.namespaceDepth != nodeB.namespaceDepth) {
      return greaterFirst(nodeA.namespaceDepth, nodeB.namespaceDepth);
    }
    if (nodeA.origin != nodeB.origin) {
      if (const int result = compareByTraversal(graph, nodeA.origin, nodeB.origin)) return result;
    }
  }
  return lessFirst(nodeA.siblingNumber, nodeB.siblingNumber);
}

int compareStrength(const Graph& graph, NodeIndex a, NodeIndex b) {
  if (a == b) return 0;
  const std::vector<NodeIndex> wayA = wayTo(graph, a);
  const std::vector<NodeIndex> wayB = wayTo(graph, b);
  const auto [atA, atB] = std::mismatch(wayA.begin(), wayA.end(), wayB.begin(), wayB.end());
  // An ancestor is stronger.
  if (atA == wayA.end()) return -1;
  if (atB == wayB.end()) return 1;
  return compareSiblings(graph, *atA, *atB);
}

}  // namespace usdscope::detail
