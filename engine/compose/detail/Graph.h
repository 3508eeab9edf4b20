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

/// An arc to add to a graph.
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

/// The depth of a path without its variant selections.
std::size_t namespaceDepth(Path path);

/// The ancestor `levels` prims above `path`. Variant selections do not count as levels.
Path ancestorPath(Path path, std::size_t levels);

/// A node with its links to others. Children are linked in order of strength.
struct GraphNode : PrimIndexNode {
  NodeLink firstChild;
  NodeLink lastChild;
  NodeLink nextSibling;
  NodeLink previousSibling;
};

/// The tree of nodes of a prim index under construction. Node 0 is the root. Children are linked in
/// order of strength; nodes are stored in the order in which they were added.
///
/// Adding nodes moves them in memory: keep numbers, not references. Not thread-safe.
class Graph {
 public:
  /// Far more than real scenes need. Bounds references that multiply with every step.
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

  /// The present children, strongest first.
  std::vector<NodeIndex> children(NodeIndex node) const;
  /// The node after `node` in a walk of the tree below `top` in order of strength.
  NodeIndex nextInSubtree(NodeIndex node, NodeIndex top, bool skipChildren = false) const;

  /// Adds a node, or all nodes of another graph with its root in that place. Returns kNoNode when
  /// the graph is full.
  NodeIndex insert(const Site& site, const Arc& arc);
  NodeIndex insert(const Graph& subgraph, const Arc& arc);

  /// Returns a live node of this site, or kNoNode.
  NodeIndex findLive(const Site& site) const;

  /// The number of namespace levels between the prim with the node's arc and this prim.
  std::size_t depthBelowIntroduction(NodeIndex node) const;
  Path pathAtIntroduction(NodeIndex node) const;
  bool isImplied(NodeIndex node) const;  ///< True for a class arc authored elsewhere.

  void setInert(NodeIndex node, bool isInert);
  void setCulled(NodeIndex node);
  void setInertBelow(NodeIndex top);  ///< Includes `top`.

  /// Moves all sites to their child at the name of `childPath`, a child of `parentPath`.
  void appendChild(Path parentPath, Path childPath);

  /// Returns the nodes in order of strength, without culled nodes that others do not need. The
  /// links to siblings and children are invalid afterwards.
  std::span<const GraphNode> finish();

 private:
  bool isBelowPathChangingAssetArc(NodeIndex node) const;
  void link(NodeIndex parent, NodeIndex child);
  void recordRestriction(NodeIndex node, bool isRestricted);
  bool isInOrder() const;
  std::vector<bool> erasableNodes() const;

  std::vector<GraphNode> nodes_;
  mutable std::size_t visitCount_ = 0;
};

}  // namespace usdscope::detail
