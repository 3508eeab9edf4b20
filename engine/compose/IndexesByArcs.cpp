// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/IndexesByArcs.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "engine/base/Hash.h"

namespace usdscope::detail {
namespace {

// The fields from which composition makes arcs. A payload also depends on load rules, so a prim
// with a payload shares nothing.
constexpr std::size_t kFieldCount = 6;
const std::array<Token, kFieldCount>& arcFields() {
  static const std::array<Token, kFieldCount> names = {
      fields::kReferences,      fields::kInheritPaths,     fields::kSpecializes,
      fields::kVariantSetNames, fields::kVariantSelection, fields::kInstanceable};
  return names;
}

template <typename T>
std::size_t hashOf(const ListOp<T>& op) {
  std::size_t hash = 0;
  for (const auto* items : {&op.explicitItems, &op.prependedItems, &op.appendedItems}) {
    for (const T& item : *items) hash = hashCombine(hash, std::hash<T>{}(item));
  }
  return hash;
}

// Equal values have equal hashes.
std::size_t hashOf(const Value& value) {
  if (const auto* references = value.find<ListOp<Reference>>()) return hashOf(*references);
  if (const auto* classes = value.find<ListOp<Path>>()) return hashOf(*classes);
  if (const auto* selections = value.find<VariantSelections>()) {
    std::size_t hash = 1;
    for (const auto& [set, variant] : *selections) {
      hash = hashCombine(hash, std::hash<std::string>{}(set));
      hash = hashCombine(hash, std::hash<std::string>{}(variant));
    }
    return hash;
  }
  return value.isEmpty() ? 2 : 3;
}

TableRange fieldsOf(const OwnArcs& arcs) {
  return arcs.spec.layer()->tables().prims[arcs.spec.row()].fields;
}

std::size_t hashOfFields(const OwnArcs& arcs) {
  const std::size_t layer = std::hash<const void*>{}(arcs.spec.layer());
  return hashCombine(hashCombine(layer, fieldsOf(arcs).begin), arcs.depth);
}

std::size_t hashOfValues(const OwnArcs& arcs) {
  std::size_t hash = arcs.depth;
  for (const Token field : arcFields()) {
    hash = hashCombine(hash, hashOf(arcs.spec.field(field)));
  }
  return hash;
}

bool areAlike(const OwnArcs& a, const OwnArcs& b) {
  return a.depth == b.depth && a.entry == b.entry && a.spec.layer() == b.spec.layer();
}

bool haveSameFields(const OwnArcs& a, const OwnArcs& b) {
  return areAlike(a, b) && fieldsOf(a).begin == fieldsOf(b).begin &&
         fieldsOf(a).count == fieldsOf(b).count;
}

bool haveSameValues(const OwnArcs& a, const OwnArcs& b) {
  return areAlike(a, b) && std::ranges::all_of(arcFields(), [&](Token field) {
           return a.spec.field(field) == b.spec.field(field);
         });
}

// Finds out whether another prim may have the index of this prim, and collects the other paths.
class PathCheck {
 public:
  explicit PathCheck(const PrimIndex& index)
      : index_(index), path_(index.path()), root_(index.nodes()[0].layerStack) {}

  bool run() {
    if (!index_.errors().empty() || !index_.missingLayers().empty() || index_.hasPayloads()) {
      return false;
    }
    for (const CompositionInput& input : index_.inputs()) {
      add(input.path, input.layerStack == root_->number());
    }
    const auto nodes = index_.nodes();
    for (std::size_t i = 1; i < nodes.size() && isPossible_; ++i) {
      const PrimIndexNode& node = nodes[i];
      const bool isInRoot = node.layerStack == root_;
      if (!node.layerStack->relocates().isEmpty()) return false;
      add(node.path.withoutVariants(), isInRoot);
      addMap(node.parentFromNode, isInRoot, nodes[node.parent].layerStack == root_);
      addMap(node.rootFromNode, isInRoot, true);
    }
    return isPossible_;
  }

  std::vector<Path> takeOtherPaths() { return std::move(otherPaths_); }

 private:
  void addMap(const MapFunction& map, bool isSourceInRoot, bool isTargetInRoot) {
    for (const auto& [source, target] : map.pairs()) {
      add(source, isSourceInRoot);
      if (target != path_) add(target, isTargetInRoot);
    }
  }

  // Paths at the depth of the prim are sorted by name, and deeper ones may lie below the prim.
  void add(Path path, bool isInRoot) {
    isPossible_ = isPossible_ && !path.isEmpty() && path.depth() < path_.depth();
    if (!isPossible_ || !isInRoot || path.isRoot()) return;
    if (std::ranges::find(otherPaths_, path) == otherPaths_.end()) otherPaths_.push_back(path);
    // Each prim compares its path with all of these.
    constexpr std::size_t kMostPaths = 64;
    isPossible_ = !path_.hasPrefix(path) && otherPaths_.size() <= kMostPaths;
  }

  const PrimIndex& index_;
  const Path path_;
  const LayerStack* const root_;
  std::vector<Path> otherPaths_;
  bool isPossible_ = true;
};

}  // namespace

std::optional<OwnArcs> findOwnArcs(const PrimIndex& parent, Path path) {
  const auto nodes = parent.nodes();
  const LayerStack& stack = *nodes[0].layerStack;
  if (nodes.size() != 1 || !nodes[0].isLive() || nodes[0].restrictedDepth != 0 ||
      !stack.relocates().isEmpty()) {
    return std::nullopt;
  }
  OwnArcs arcs{.depth = path.depth()};
  for (std::uint32_t entry = 0; entry < stack.entries().size(); ++entry) {
    const PrimSpec spec = stack.entries()[entry].layer->findPrim(path);
    if (!spec) continue;
    if (arcs.spec || spec.childCount() > 0 || spec.variantCount() > 0 ||
        spec.hasField(fields::kPayload)) {
      return std::nullopt;
    }
    arcs.spec = spec;
    arcs.entry = entry;
  }
  if (!arcs.spec) return std::nullopt;
  return arcs;
}

std::shared_ptr<const PrimIndex> IndexesByArcs::Known::indexFor(Path path) const {
  const auto isAbove = [&](Path other) { return path.hasPrefix(other); };
  return std::ranges::any_of(otherPaths, isAbove) ? nullptr : index;
}

std::shared_ptr<const PrimIndex> IndexesByArcs::find(OwnArcs& arcs, Path path) const {
  const auto findIn = [&](const KnownByHash& known, std::size_t hash, const auto& haveSame) {
    const auto [first, last] = known.equal_range(hash);
    const auto found = std::find_if(
        first, last, [&](const auto& entry) { return haveSame(entry.second->arcs, arcs); });
    return found == last ? nullptr : found->second;
  };
  {
    const std::shared_lock lock(mutex_);
    if (const auto known = findIn(byFields_, hashOfFields(arcs), haveSameFields)) {
      arcs.hash = known->arcs.hash;
      return known->indexFor(path);
    }
  }
  arcs.hash = hashOfValues(arcs);
  const std::shared_lock lock(mutex_);
  const auto known = findIn(byValues_, arcs.hash, haveSameValues);
  return known ? known->indexFor(path) : nullptr;
}

void IndexesByArcs::add(const OwnArcs& arcs, const std::shared_ptr<const PrimIndex>& index) {
  {
    const std::unique_lock lock(mutex_);
    auto isSeen = seen_[arcs.hash % kSeenCount];
    if (!isSeen) {
      isSeen = true;
      return;
    }
  }
  PathCheck check(*index);
  if (!check.run()) return;
  const auto known = std::make_shared<const Known>(Known{arcs, index, check.takeOtherPaths()});
  const std::unique_lock lock(mutex_);
  // Indexes with equal hashes are searched one by one, and hashes do not cover all parts of arcs.
  constexpr std::size_t kMostAlike = 8;
  if (byValues_.count(arcs.hash) >= kMostAlike) return;
  byFields_.emplace(hashOfFields(arcs), known);
  byValues_.emplace(arcs.hash, known);
}

void IndexesByArcs::clear() {
  const std::unique_lock lock(mutex_);
  byFields_.clear();
  byValues_.clear();
}

}  // namespace usdscope::detail
