// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope::detail {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = PrimIndexNode::kNone;

/// A path in a layer stack, which may have opinions.
struct Site {
  const LayerStack* layerStack = nullptr;
  Path path;

  bool operator==(const Site&) const = default;
};

/// An arc to add to a graph. The fields are those of PrimIndexNode.
struct Arc {
  ArcType type = ArcType::Root;
  NodeIndex parent = kNoNode;
  NodeIndex origin = kNoNode;
  MapFunction parentFromNode;
  std::uint16_t siblingNumber = 0;
  std::uint16_t namespaceDepth = 0;
};

inline bool isClassBased(ArcType arc) {
  return arc == ArcType::Inherit || arc == ArcType::Specialize;
}

/// Returns the depth of a path without its variant selections.
std::size_t namespaceDepth(Path path);

/// Returns the ancestor that is `levels` prims above `path`. Variant selections do not count as
/// levels.
Path ancestorPath(Path path, std::size_t levels);

void setCulled(PrimIndexNode& node);

/// A node with its links to others. Children are linked in order of strength.
struct GraphNode : PrimIndexNode {
  NodeLink firstChild;
  NodeLink lastChild;
  NodeLink nextSibling;
  NodeLink previousSibling;
};

/// The start of a chain of class arcs: the node with the first arc, and the class that this arc
/// leads to. For nodes propagated to the root, the chain of their origins.
struct ClassHierarchy {
  NodeIndex instance = kNoNode;
  NodeIndex firstClass = kNoNode;
};

/// The tree of nodes of a prim index under construction. Node 0 is the root. Children are linked in
/// order of strength; nodes are stored in the order in which they were added.
///
/// Adding nodes moves them in memory: keep numbers, not references. Not thread-safe.
class Graph {
 public:
  /// Far more than real scenes need. Stops references whose number grows with every level.
  static constexpr std::size_t kMaxNodes = 65535;

  explicit Graph(const Site& root);
  /// Starts with the nodes of a finished index.
  explicit Graph(std::span<const PrimIndexNode> nodes);

  std::size_t size() const { return nodes_.size(); }
  /// Counts visited nodes. takeVisitCount() returns the sum since its last call.
  void countVisits(std::size_t nodes) const { visitCount_ += nodes; }
  std::size_t takeVisitCount() { return std::exchange(visitCount_, 0); }
  GraphNode& operator[](NodeIndex node) { return nodes_[node]; }
  const GraphNode& operator[](NodeIndex node) const { return nodes_[node]; }
  Site site(NodeIndex node) const { return {nodes_[node].layerStack, nodes_[node].path}; }

  /// The current children, strongest first.
  std::vector<NodeIndex> children(NodeIndex node) const;
  /// Returns the node after `node` in order of strength within the subtree of `top`, or kNoNode.
  NodeIndex nextInSubtree(NodeIndex node, NodeIndex top, bool skipChildren = false) const;

  /// Adds a node at the end of `arc`. The second form adds a whole graph, whose root becomes that
  /// node. Returns kNoNode when the graph is full.
  NodeIndex insert(const Site& site, const Arc& arc);
  NodeIndex insert(const Graph& subgraph, const Arc& arc);

  /// Returns a live node of this site, or kNoNode.
  NodeIndex findLive(const Site& site) const;

  /// Whether the site of `node`, or of a node above it, is on the branch of `site`: at the same
  /// path, or at an ancestor or descendant of it. Chains of arcs may be long, so the cost does not
  /// grow with their length, unless many nodes are below one root prim.
  bool isOnBranchOf(const Site& site, NodeIndex node) const;

  /// Returns how many levels this prim lies below the prim on which the arc was authored; 0 if it
  /// is the same prim.
  std::size_t depthBelowIntroduction(NodeIndex node) const;
  Path pathAtIntroduction(NodeIndex node) const;
  /// Whether a node has an inherit or specialize arc that composition copied from another node: its
  /// origin is not its parent.
  bool isImplied(NodeIndex node) const;

  /// The place in which classHierarchyOf() keeps the hierarchy of a class node, because chains of
  /// classes may be long. Its nodes are kNoNode before the first time.
  ClassHierarchy& keptClassHierarchy(NodeIndex node) const;

  void setInert(NodeIndex node, bool isInert);
  void setCulled(NodeIndex node);
  void setInertBelow(NodeIndex top);  ///< Includes `top`.

  /// Turns the graph of the prim at `parentPath` into a graph for its child at `childPath`: appends
  /// the child's name to the path of every site.
  void appendChild(Path parentPath, Path childPath);

  /// Returns the nodes in order of strength, without culled nodes, except those that are an
  /// ancestor or the origin of a node that stays. The links to siblings and children are invalid
  /// afterwards.
  std::span<const GraphNode> finish();

 private:
  bool isBelowPathChangingAssetArc(NodeIndex node);
  bool mayHaveBranchOf(const Site& site) const;
  std::size_t bucketOf(const Site& site) const;
  void link(NodeIndex parent, NodeIndex child);
  bool isInOrder() const;
  std::vector<bool> erasableNodes() const;

  std::vector<GraphNode> nodes_;
  std::vector<char> isBelowPathChangingAssetArc_;  // For the first nodes.
  // A hash table of the first nodes by the root prims of their sites: the first node of each
  // bucket, and for each node the next one of its bucket.
  mutable std::vector<NodeIndex> buckets_;
  mutable std::vector<NodeIndex> nextInBucket_;
  mutable std::vector<ClassHierarchy> classHierarchies_;
  mutable bool hasRootSite_ = false;  // Whether one of these nodes has the path `/`.
  mutable std::size_t visitCount_ = 0;
};

}  // namespace usdscope::detail
