// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope::detail {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = PrimIndexNode::kNone;

/// A place where opinions lie.
struct Site {
  const LayerStack* layerStack = nullptr;
  Path path;

  bool operator==(const Site&) const = default;
};

/// An arc that is to be added to a graph.
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

/// Depth of a path, not counting variant selections.
std::size_t namespaceDepth(Path path);

/// The path `levels` prims further up; variant selections in between are no levels.
Path ancestorPath(Path path, std::size_t levels);

/// A node with its links to others. Children are linked in order of strength.
struct GraphNode : PrimIndexNode {
  NodeLink firstChild;
  NodeLink lastChild;
  NodeLink nextSibling;
  NodeLink previousSibling;
};

/// The tree of nodes of a prim index while it is being built. Node 0 is the root. Children hang in
/// order of strength; the order of the nodes themselves is that of adding.
///
/// Adding nodes moves them in memory: hold numbers, not references. Not thread-safe.
class Graph {
 public:
  /// Far above what real scenes have; keeps references that multiply with every step in bounds.
  static constexpr std::size_t kMaxNodes = 65535;

  explicit Graph(const Site& root);
  /// Starts from the nodes of a finished index.
  explicit Graph(std::span<const PrimIndexNode> nodes);

  std::size_t size() const { return nodes_.size(); }
  /// Notes that so many nodes were looked at. The sum since the last time.
  void countVisits(std::size_t nodes) const { visitCount_ += nodes; }
  std::size_t takeVisitCount() { return std::exchange(visitCount_, 0); }
  GraphNode& operator[](NodeIndex node) { return nodes_[node]; }
  const GraphNode& operator[](NodeIndex node) const { return nodes_[node]; }
  Site site(NodeIndex node) const { return {nodes_[node].layerStack, nodes_[node].path}; }

  /// The children as they are now, strongest first.
  std::vector<NodeIndex> children(NodeIndex node) const;
  /// The node after `node` when the tree below `top` is gone through in order of strength.
  NodeIndex nextInSubtree(NodeIndex node, NodeIndex top, bool skipChildren = false) const;

  /// Adds a node, or all nodes of another graph with its root in that place. kNoNode: the graph is
  /// full.
  NodeIndex insert(const Site& site, const Arc& arc);
  NodeIndex insert(const Graph& subgraph, const Arc& arc);

  /// A node of this site that counts, or kNoNode.
  NodeIndex findLive(const Site& site) const;

  /// How many levels of namespace the prim lies below the one that has the node's arc.
  std::size_t depthBelowIntroduction(NodeIndex node) const;
  Path pathAtIntroduction(NodeIndex node) const;
  bool isImplied(NodeIndex node) const;  ///< A class arc that was authored elsewhere.

  void setInert(NodeIndex node, bool isInert);
  void setCulled(NodeIndex node);
  void setInertBelow(NodeIndex top);  ///< `top` too.

  /// Moves all sites to their child `name`; the prim goes from `parentPath` to `childPath`.
  void appendChild(Path parentPath, Path childPath);

  /// The nodes in order of strength, without culled ones that no others need. The links between
  /// siblings, and from parents to children, are of no use any more.
  std::span<const GraphNode> finish();

 private:
  bool isBehindMappingArc(NodeIndex node) const;
  void link(NodeIndex parent, NodeIndex child);
  void recordRestriction(NodeIndex node, bool isRestricted);
  bool isInOrder() const;
  std::vector<bool> erasableNodes() const;

  std::vector<GraphNode> nodes_;
  mutable std::size_t visitCount_ = 0;
};

}  // namespace usdscope::detail
