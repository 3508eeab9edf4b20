// SPDX-License-Identifier: Apache-2.0

// Prim indexes that need no graph: most prims have no arcs of their own, and many others have the
// same arcs as an earlier prim.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/compose/detail/ArcTasks.h"

namespace usdscope {
namespace {

using detail::kMostNodesWithoutGraph;

bool isArcField(Token field) {
  return field == fields::kReferences || field == fields::kPayload ||
         field == fields::kInheritPaths || field == fields::kSpecializes ||
         field == fields::kVariantSetNames;
}

/// Sets whether the node has specs. Returns false if one of them has arcs that apply.
bool findSpecs(PrimIndexNode& node) {
  if (!node.hasSpecs) return true;
  node.hasSpecs = false;
  for (const LayerStackEntry& entry : node.layerStack->entries()) {
    const PrimSpec spec = entry.layer->findPrim(node.path);
    if (!spec) continue;
    node.hasSpecs = true;
    if (node.isLive() && std::ranges::any_of(spec.fieldNames(), isArcField)) return false;
  }
  return true;
}

/// The nodes of a child, from those of its parent.
class ChildNodes {
 public:
  /// Returns false if the child may have arcs.
  bool fill(std::span<const PrimIndexNode> parent, Path path) {
    if (parent.size() > kMostNodesWithoutGraph) return false;
    const Path parentPath = parent[0].path;
    const Token name = path.name();
    for (const PrimIndexNode& given : parent) {
      PrimIndexNode& node = nodes_[count_] = given;
      // Relocates may move prims, and are implied through arcs.
      if (node.arc == ArcType::Relocate || !node.layerStack->relocates().isEmpty()) return false;
      node.path = node.path == parentPath ? path : node.path.child(name);
      node.isDueToAncestor = count_ != 0;
      ++count_;
      if (!findSpecs(node)) return false;
    }
    return true;
  }

  /// Removes the culled nodes, like Graph::finish().
  void finish(bool mayHaveClips) {
    if (!detail::cullNodesWithoutOpinions(all(), mayHaveClips)) return;
    std::array<std::uint32_t, kMostNodesWithoutGraph> newNumber{};
    std::array<bool, kMostNodesWithoutGraph> stays{};
    stays[0] = true;
    // Usually one pass finds all nodes, because origins may only come later in rare cases.
    while (keepMore(stays)) {
    }
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (!stays[i]) continue;
      newNumber[i] = kept;
      nodes_[kept++] = nodes_[i];
    }
    count_ = kept;
    for (PrimIndexNode& node : all()) {
      if (node.parent != PrimIndexNode::kNone) node.parent = newNumber[node.parent];
      if (node.origin != PrimIndexNode::kNone) node.origin = newNumber[node.origin];
    }
  }

  std::span<PrimIndexNode> all() { return {nodes_.data(), count_}; }

 private:
  bool keepMore(std::array<bool, kMostNodesWithoutGraph>& stays) const {
    bool hasMore = false;
    const auto keep = [&](std::uint32_t node) {
      if (node == PrimIndexNode::kNone || stays[node]) return;
      stays[node] = true;
      hasMore = true;
    };
    for (std::uint32_t i = 1; i < count_; ++i) {
      const PrimIndexNode& node = nodes_[i];
      if (!node.isCulled && stays[node.parent]) keep(i);
      if (!stays[i]) continue;
      keep(node.parent);
      keep(node.origin);
    }
    return hasMore;
  }

  std::array<PrimIndexNode, kMostNodesWithoutGraph> nodes_;
  std::uint32_t count_ = 0;
};

/// Replaces one path among the targets of maps.
class TargetReplacement {
 public:
  TargetReplacement(Path from, Path to) : from_(from), to_(to) {}

  MapFunction operator()(MapFunction map) {
    // Several nodes have the same map.
    for (std::size_t i = 0; i < count_; ++i) {
      if (known_[i].first.index() == map.index()) return known_[i].second;
    }
    const MapFunction result = replaced(map);
    if (count_ < known_.size()) known_[count_++] = {map, result};
    return result;
  }

 private:
  MapFunction replaced(MapFunction map) const {
    const auto given = map.pairs();
    if (std::ranges::find(given, from_, &MapFunction::Pair::second) == given.end()) return map;
    std::vector<MapFunction::Pair> pairs(given.begin(), given.end());
    for (auto& [source, target] : pairs) {
      if (target == from_) target = to_;
    }
    if (map.hasRootIdentity()) pairs.emplace_back(Path::root(), Path::root());
    return MapFunction::make(std::move(pairs), map.timeOffset());
  }

  const Path from_;
  const Path to_;
  std::array<std::pair<MapFunction, MapFunction>, 8> known_;
  std::size_t count_ = 0;
};

}  // namespace

std::shared_ptr<const PrimIndex> PrimIndexBuilder::buildWithoutArcs(const ComposeContext& context,
                                                                    const PrimIndex& parent,
                                                                    Path path) {
  // A part of the nodes of an instance do not apply to its children.
  if (parent.isInstanceable()) return nullptr;
  ChildNodes nodes;
  if (!nodes.fill(parent.nodes(), path)) return nullptr;
  nodes.finish(context.layerStacks->mayHaveClips());
  const auto index = std::make_shared<PrimIndex>();
  index->setNodes(nodes.all());
  index->layerStacks_ = context.layerStacks;
  index->followsFromParent_ = true;
  return index;
}

std::shared_ptr<const PrimIndex> PrimIndexBuilder::copyFor(Path path, const PrimIndex& other) {
  const Path otherPath = other.path();
  TargetReplacement replaced(otherPath, path);
  const auto index = other.copy();
  for (PrimIndexNode& node : std::span(index->nodes_.get(), index->nodeCount_)) {
    if (node.path == otherPath) node.path = path;
    node.parentFromNode = replaced(node.parentFromNode);
    node.rootFromNode = replaced(node.rootFromNode);
  }
  return index;
}

}  // namespace usdscope
