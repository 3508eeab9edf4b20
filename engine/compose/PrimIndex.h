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

#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/MapFunction.h"

namespace usdscope {

namespace detail {
class LayerStackCache;
}

/// By what a node came to its parent, strongest first. (LIVERPS; AOUSD core specification 10.)
enum class ArcType : std::uint8_t {
  Root,
  Inherit,
  Variant,
  Relocate,
  Reference,
  Payload,
  Specialize
};

/// The number of a node in two bytes, which are enough: an index has at most 65,535 nodes.
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

/// A site that may contribute to a prim: a path in a layer stack, and how it came there.
///
/// A node is named by its index in the list that holds it; parents come before their children.
/// Every prim has several nodes, so they are small.
struct PrimIndexNode {
  static constexpr std::uint32_t kNone = NodeLink::kNone;

  const LayerStack* layerStack = nullptr;  ///< Lives as long as the prim index.
  Path path;                               ///< The path of the site, with variant selections.
  MapFunction parentFromNode;              ///< Paths and times of this site to those of the parent.
  MapFunction rootFromNode;                ///< Paths and times of this site to those of the stage.
  NodeLink parent;                         ///< The node that has the arc; kNone for the root node.
  NodeLink origin;  ///< The node with the authored arc; not the parent for implied arcs.
  std::uint16_t namespaceDepth = 0;  ///< Depth of the prim that has the arc, without variants.
  std::uint16_t siblingNumber = 0;   ///< Position among the arcs of its kind authored there.
  /// Depth of the path at which the node was kept from contributing; 0: never.
  std::uint16_t restrictedDepth = 0;
  ArcType arc = ArcType::Root;
  bool hasSpecs : 1 = false;  ///< Some layer of the stack has a spec at the path.
  bool isInert : 1 = false;   ///< Contributes no opinions itself (a placeholder for order).
  bool isCulled : 1 = false;  ///< Could be left out: neither it nor anything below contributes.
  bool isDueToAncestor : 1 = false;  ///< The arc is authored on an ancestor of the prim.

  /// Whether opinions of this site count, if there are any.
  bool isLive() const { return !isInert && !isCulled; }
  bool canContribute() const { return hasSpecs && isLive(); }
};
static_assert(sizeof(PrimIndexNode) == 32);

/// A site that composition looked at for a prim, whether or not something came of it.
struct CompositionInput {
  std::uint32_t layerStack = 0;  ///< LayerStack::number().
  Path path;                     ///< Without variant selections.

  auto operator<=>(const CompositionInput& other) const {
    return std::pair(layerStack, path.index()) <=> std::pair(other.layerStack, other.path.index());
  }
  bool operator==(const CompositionInput&) const = default;
};

/// A reference or payload, as the layer has it that brought it.
struct AuthoredArc {
  std::uint32_t entry = 0;  ///< That layer: into the entries of the parent's layer stack.
  LayerOffset offset;       ///< As authored; the identity where it is invalid.
  bool isInternal = false;  ///< It leads to another prim of the same layer stack.
  bool isValid = true;      ///< The authored offset runs forwards.

  /// Whether time enters the arc as the time of the layer that has it; else as that of the stack.
  bool startsInLayer() const { return isValid && !isInternal; }
};

/// All sites of one prim in order of strength, strongest first. Immutable; any thread may read.
class PrimIndex {
 public:
  Path path() const { return nodes_[0].path; }  ///< In the stage's namespace.
  /// A node comes before its descendants, and these come before its weaker siblings.
  std::span<const PrimIndexNode> nodes() const { return {nodes_.get(), nodeCount_}; }
  std::span<const CompositionError> errors() const;
  /// The targets of the prim's own arcs. Further inputs are its own site, and the inputs of its
  /// ancestors with the names down to this prim appended.
  std::span<const CompositionInput> inputs() const;

  /// Identifiers of layers that arcs name and that are muted or cannot be read.
  std::span<const std::string> missingLayers() const;

  /// The path of the parent's site at which the arc to a node was introduced: that of the prim, or
  /// of an ancestor. `/` for the root node.
  Path introPath(std::uint32_t node) const;

  /// The reference or payload that led to a node; empty when another kind of arc did. Costs a look
  /// at the arcs of its site: nodes keep the place of their arc, and not what is authored there.
  std::optional<AuthoredArc> authoredArc(std::uint32_t node) const;

  bool hasPayloads() const { return hasPayloads_; }  ///< A payload arc is authored on this prim.
  bool payloadsIncluded() const { return payloadsIncluded_; }
  /// `instanceable` is true and there is an arc to share: see InstanceKey.
  bool isInstanceable() const { return isInstanceable_; }

  /// About how often composition looked at a node: a measure of what it cost.
  std::size_t visitCount() const { return std::size_t{1} << visitCountLog2_; }

  /// A copy for the stage after an edit that did not affect this index: its sites refer to the
  /// current versions of their layer stacks. Null when they do already.
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

  // There are as many of these as prims, so nothing here is larger than it has to be.
  std::unique_ptr<PrimIndexNode[]> nodes_;
  std::unique_ptr<const Notes> notes_;
  std::shared_ptr<const detail::LayerStackCache> layerStacks_;  // Keeps the nodes' stacks alive.
  std::uint16_t nodeCount_ = 0;
  std::uint8_t visitCountLog2_ = 0;
  bool hasPayloads_ = false;
  bool payloadsIncluded_ = false;
  bool isInstanceable_ = false;
};

/// How two indexes of one prim differ.
enum class IndexDifference : std::uint8_t {
  None,
  /// Only in which sites have specs: those of children differ only where their specs do too.
  Specs,
  Sites
};
/// Versions of one layer stack count as the same.
IndexDifference compareIndexes(const PrimIndex& a, const PrimIndex& b);

}  // namespace usdscope
