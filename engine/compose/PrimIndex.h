// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/compose/ArcType.h"
#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/MapFunction.h"

namespace usdscope {

namespace detail {
class LayerStackCache;
}

/// The number of a node, stored in two bytes: an index has at most 65,535 nodes.
class NodeLink {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  constexpr NodeLink() = default;
  constexpr NodeLink& operator=(std::uint32_t node) {
    number_ = static_cast<std::uint16_t>(node);
    return *this;
  }
  constexpr operator std::uint32_t() const { return number_ == 0xFFFFu ? kNone : number_; }

 private:
  std::uint16_t number_ = 0xFFFFu;
};

/// A site that may contribute to a prim: a path in a layer stack, and the arc that leads to it.
///
/// Nodes refer to each other by their index in the list of nodes. Parents come before their
/// children. Every prim has several nodes, so this struct is small.
struct PrimIndexNode {
  static constexpr std::uint32_t kNone = NodeLink::kNone;

  const LayerStack* layerStack = nullptr;  ///< Lives as long as the prim index.
  Path path;                               ///< The path of the site, with variant selections.
  MapFunction parentFromNode;  ///< Maps paths and times of this site to the parent's site.
  MapFunction rootFromNode;    ///< Maps paths and times of this site to the stage.
  NodeLink parent;             ///< The node that this node is a child of; kNone for the root node.
  /// The parent, if the parent's site authors the arc; kNone for the root node. Otherwise the node
  /// from which composition copied this one:
  /// - for an implied class arc, the class node one step before;
  /// - for a specializes moved to the root, the placeholder at its old place;
  /// - for an implied relocate, the relocate node that implies it.
  /// Follow origins to find the authored arc.
  NodeLink origin;
  /// Number of prims in the path on which the arc is authored; see PrimIndex::introPath(). Variant
  /// selections are not counted.
  std::uint16_t namespaceDepth = 0;
  std::uint16_t siblingNumber = 0;  ///< Position among the arcs of the same kind at the same site.
  /// Set when the node must not contribute any more, for example because a relocate moved its prim
  /// away: its opinions count only for ancestors of the prim whose Path::depth() is less. 1 means
  /// for none, 0 that nothing restricts the node.
  std::uint16_t restrictedDepth = 0;
  ArcType arc = ArcType::Root;
  bool hasSpecs : 1 = false;  ///< Some layer of the stack has a spec at the path.
  bool isInert : 1 = false;   ///< Contributes no opinions itself, but its descendants may.
  /// Neither the node nor its descendants contribute, so it could be omitted.
  bool isCulled : 1 = false;
  bool isDueToAncestor : 1 = false;  ///< The arc is authored on an ancestor of the prim.

  /// Whether opinions at this site apply, if there are any.
  bool isLive() const { return !isInert && !isCulled; }
  bool canContribute() const { return hasSpecs && isLive(); }
};
static_assert(sizeof(PrimIndexNode) == 32);

/// Whether `node` is a specializes that composition moved to the root, where it is weakest.
/// `origin` is the node that PrimIndexNode::origin names: then it is the placeholder at the
/// authored place.
inline bool isPropagatedSpecializes(const PrimIndexNode& node, const PrimIndexNode& origin) {
  return node.arc == ArcType::Specialize && node.parent == 0 && node.path == origin.path &&
         node.layerStack == origin.layerStack;
}

/// A site at which composition looked for a prim's opinions, whether or not it found any.
struct CompositionInput {
  std::uint32_t layerStack = 0;  ///< LayerStack::number().
  Path path;                     ///< Without variant selections.

  auto operator<=>(const CompositionInput& other) const {
    return std::pair(layerStack, path.index()) <=> std::pair(other.layerStack, other.path.index());
  }
  bool operator==(const CompositionInput&) const = default;
};

/// A reference or payload as authored in its layer.
struct AuthoredArc {
  /// The layer that authors it: an index into the entries of the parent's layer stack.
  std::uint32_t entry = 0;
  LayerOffset offset;       ///< The authored time offset; the identity if it is invalid.
  bool isInternal = false;  ///< The arc leads to another prim of the same layer stack.
  bool isValid = true;      ///< The authored offset is valid: its scale is positive.

  /// Whether `offset` maps to the time of the authoring layer. Otherwise it maps to the time of the
  /// layer stack, as in the reference.
  bool startsInLayer() const { return isValid && !isInternal; }
};

/// All sites of one prim, strongest first. Immutable and thread-safe.
class PrimIndex {
 public:
  Path path() const { return nodes_[0].path; }  ///< The path on the stage.
  /// Nodes in order of strength: a node, its descendants, then its weaker siblings.
  std::span<const PrimIndexNode> nodes() const { return {nodes_.get(), nodeCount_}; }
  std::span<const CompositionError> errors() const;
  /// The targets of the arcs authored on the prim. The prim also depends on its own site in the
  /// root layer stack, and on the inputs of its ancestors, with the path from the ancestor to this
  /// prim appended: `/A` of the ancestor `/X` stands for `/A/b` of `/X/b`.
  std::span<const CompositionInput> inputs() const;

  /// Identifiers of layers that arcs name but that are muted or unreadable.
  std::span<const std::string> missingLayers() const;

  /// Returns the path in the parent's layer stack at which the arc to a node is authored: the
  /// parent's path or an ancestor of it. `/` for the root node.
  Path introPath(std::uint32_t node) const;

  /// Returns the reference or payload that leads to a node; empty for other kinds of arcs. Composes
  /// the arcs of the parent's site again, because nodes record only the position of their arc.
  std::optional<AuthoredArc> authoredArc(std::uint32_t node) const;

  /// Whether payloads are authored on this prim.
  bool hasPayloads() const { return hasPayloads_; }
  /// Whether the index was composed with the payloads of the prim. False without payloads.
  bool payloadsIncluded() const { return payloadsIncluded_; }
  /// Whether `instanceable` is true and the prim has an arc that instances can share; see
  /// InstanceKey.
  bool isInstanceable() const { return isInstanceable_; }

  /// Whether the prim has no arcs of its own: the nodes are those of the parent's index with the
  /// prim's name appended, in the same order, without nodes that have no opinions. Then
  /// Composer::computeChildIndex() is cheap. False for some such indexes, too.
  bool followsFromParent() const { return followsFromParent_; }

  /// An estimate of the number of node visits that composing this prim took, rounded up to a power
  /// of two.
  std::size_t visitCount() const { return std::size_t{1} << visitCountLog2_; }

  /// Returns a copy whose nodes point to the current versions of their layer stacks; null if no
  /// node has to change. Use it after an edit that does not affect this index.
  std::shared_ptr<const PrimIndex> inStacks(
      const std::shared_ptr<const detail::LayerStackCache>& stacks) const;

 private:
  friend class PrimIndexBuilder;

  std::shared_ptr<PrimIndex> copy() const;
  template <typename Nodes>
  void setNodes(const Nodes& nodes) {
    nodes_ = std::make_unique_for_overwrite<PrimIndexNode[]>(nodes.size());
    std::ranges::copy(nodes, nodes_.get());
    nodeCount_ = static_cast<std::uint16_t>(nodes.size());
  }

  /// Data that only few prims have.
  struct Notes {
    std::vector<CompositionError> errors;
    std::vector<CompositionInput> inputs;
    std::vector<std::string> missingLayers;
  };

  // Every prim has an index, so members are as small as possible.
  std::unique_ptr<PrimIndexNode[]> nodes_;
  std::unique_ptr<const Notes> notes_;
  std::shared_ptr<const detail::LayerStackCache> layerStacks_;  // Keeps the nodes' stacks alive.
  std::uint16_t nodeCount_ = 0;
  std::uint8_t visitCountLog2_ = 0;
  bool hasPayloads_ = false;
  bool payloadsIncluded_ = false;
  bool isInstanceable_ = false;
  bool followsFromParent_ = false;
};

/// How two indexes of one prim differ.
enum class IndexDifference : std::uint8_t {
  None,
  /// The indexes differ only in which sites have specs. Indexes of children then differ only if
  /// specs of the children do.
  Specs,
  Sites
};
/// Treats versions of one layer stack as equal.
IndexDifference compareIndexes(const PrimIndex& a, const PrimIndex& b);

}  // namespace usdscope
