// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/LayerTree.h"

#include <algorithm>
#include <unordered_map>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/VariableExpression.h"
#include "engine/report/detail/LayerPlaces.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/LayerFileFacts.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

using detail::ArcTarget;
using detail::ClipTarget;
using detail::StackPlace;
using Role = LayerTreeRow::Role;
using State = LayerTreeRow::State;
constexpr std::uint32_t kNone = LayerTreeRow::kNone;

// "a/b.usd" or "p.usdz[a/b.usd]" without its folder.
std::string fileName(const std::string& identifier) {
  const PackagePathParts parts = splitInnerPackage(identifier);
  const std::string& path = parts.entry.empty() ? identifier : parts.entry;
  return path.substr(path.rfind('/') + 1);
}

std::vector<LayerOffset> offsetsOf(const std::set<std::pair<double, double>>& outer,
                                   const LayerOffset& inner) {
  std::vector<LayerOffset> out;
  for (const auto& [offset, scale] : outer) out.push_back(compose({offset, scale}, inner));
  return out;
}

// Builds the rows, each below its parent, and puts them in order at the end.
class TreeBuilder {
 public:
  TreeBuilder(const Stage& stage, std::stop_token stop)
      : stage_(stage),
        stop_(std::move(stop)),
        names_(*stage.rootLayer(), stage.sessionLayer().get()) {}

  LayerTree build() {
    const std::vector<StackPlace> places = detail::LayerPlaces(stage_).collect(stop_);
    rowOfPlace_.assign(places.size(), kNone);
    addRootStack(*places[0].stack);
    for (std::size_t i = 0; i < places.size() && !stop_.stop_requested(); ++i) {
      // The rows of the stack itself exist: a place comes after the place that leads to it.
      if (!rowsOfPlace_.contains(i)) continue;
      for (const ArcTarget& arc : places[i].arcs) addArc(i, arc, places);
      for (const ClipTarget& clips : places[i].clips) addClips(i, clips);
    }
    return ordered();
  }

 private:
  std::uint32_t add(std::uint32_t parent, Role role, State state, const std::string& identifier) {
    LayerTreeRow row;
    row.parent = parent;
    row.role = role;
    row.state = state;
    row.identifier = identifier;
    row.isInSessionTree =
        role == Role::Session || (role == Role::Sublayer && rows_[parent].isInSessionTree);
    const bool isSession = role == Role::Session;
    row.name = isSession ? "session layer" : fileName(identifier);
    if (!isSession && !identifier.empty() && !LayerIdentity{identifier}.isAnonymous()) {
      const std::string relative = names_.file(identifier);
      row.folder = relative.substr(0, relative.size() - std::min(relative.size(), row.name.size()));
      if (relative.ends_with(']')) row.folder = splitInnerPackage(relative).package;
    }
    rows_.push_back(std::move(row));
    children_.emplace_back();
    const auto number = std::uint32_t(rows_.size() - 1);
    if (parent == kNone) {
      tops_.push_back(number);
    } else {
      children_[parent].push_back(number);
    }
    return number;
  }

  void addFacts(std::uint32_t number) {
    LayerTreeRow& row = rows_[number];
    const auto [found, isNew] = facts_.try_emplace(row.identifier);
    if (isNew) found->second = layerFileFacts(stage_, row.identifier);
    const LayerFileFacts& facts = found->second;
    row.byteSize = facts.byteSize;
    row.modificationTime = facts.modificationTime;
    row.isDirty = facts.isDirty;
    row.isChangedOnDisk = facts.isChangedOnDisk;
    if (row.problem.empty()) row.problem = facts.problem;
  }

  void addRootStack(const LayerStack& stack) {
    if (!stack.sessionLayer()) {
      add(kNone, Role::Session, State::Muted, stage_.sessionLayer()->identifier());
    }
    rowsOfPlace_[0] = addEntries(stack, {kNone, Role::Root}, {{0.0, 1.0}});
  }

  struct Above {
    std::uint32_t parent;
    Role role;
  };
  // Adds the layers of a stack with their sublayers. Returns the rows of the stack's entries.
  std::vector<std::uint32_t> addEntries(const LayerStack& stack, Above above,
                                        const std::set<std::pair<double, double>>& outer) {
    const auto& entries = stack.entries();
    std::vector<std::uint32_t> rows(entries.size());
    std::vector<std::vector<std::uint32_t>> sublayers(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      const LayerStackEntry& entry = entries[i];
      const bool isTop = entry.parent == LayerStackEntry::kNoParent;
      if (!isTop) sublayers[entry.parent].push_back(i);
      const bool isSession = isTop && entry.layer == stack.sessionLayer();
      rows[i] = add(isTop ? above.parent : rows[entry.parent],
                    isSession ? Role::Session
                    : isTop   ? above.role
                              : Role::Sublayer,
                    State::Open, entry.layer->identifier());
      LayerTreeRow& row = rows_[rows[i]];
      row.offsets = offsetsOf(outer, entry.offset);
      row.timeCodesPerSecond = usdscope::timeCodesPerSecond(*entry.layer);
      row.isRateAuthored = !rateFieldOf(*entry.layer).isEmpty();
      addFacts(rows[i]);
    }
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      addMissingSublayers(stack, i, rows, sublayers[i]);
    }
    return rows;
  }

  // Adds the sublayers that are muted or ignored, each at its place among its siblings.
  void addMissingSublayers(const LayerStack& stack, std::uint32_t entry,
                           const std::vector<std::uint32_t>& rows,
                           const std::vector<std::uint32_t>& present) {
    const Layer& layer = *stack.entries()[entry].layer;
    auto paths = layer.pseudoRoot().field(fields::kSubLayers).valueOr(std::vector<std::string>());
    if (paths.size() <= present.size()) return;
    std::vector<std::uint32_t> order;
    std::vector<bool> isTaken(present.size());
    for (std::string& path : paths) {
      if (isVariableExpression(path)) {
        path = evaluateTextExpression(path, stack.expressionVariables()).text();
      }
      if (path.empty()) continue;
      const std::string identifier = stage_.resolver().identifierFor(path, layer.identifier());
      bool isPresent = false;
      for (std::size_t i = 0; i < present.size() && !isPresent; ++i) {
        const bool isIt =
            !isTaken[i] && stack.entries()[present[i]].layer->identifier() == identifier;
        if (!isIt) continue;
        isPresent = isTaken[i] = true;
        order.push_back(rows[present[i]]);
      }
      if (isPresent) continue;
      const bool isMuted = stage_.request().mutedLayers.contains(identifier);
      const auto row =
          add(rows[entry], Role::Sublayer, isMuted ? State::Muted : State::Unreadable, identifier);
      if (!isMuted) rows_[row].problem = whyIgnored(stack, layer, path);
      addFacts(row);
      order.push_back(row);
    }
    // Owned sublayers come first in the stack, wherever they are listed. Then the stack's order is
    // kept, with the missing layers at the end.
    const bool isWhole = std::ranges::all_of(isTaken, [](bool is) { return is; });
    const bool isSorted = std::ranges::is_sorted(
        order, {}, [&](std::uint32_t row) { return rows_[row].state == State::Open ? row : 0u; });
    if (isWhole && (isSorted || !hasOwned(layer))) children_[rows[entry]] = std::move(order);
  }

  static bool hasOwned(const Layer& layer) {
    return layer.pseudoRoot().field(fields::kHasOwnedSubLayers).valueOr(false);
  }

  static std::string whyIgnored(const LayerStack& stack, const Layer& layer,
                                const std::string& path) {
    for (const CompositionError& error : stack.errors()) {
      if (error.site.layer == layer.identifier() &&
          error.message.find(" " + path + " is ignored") != std::string::npos) {
        return error.message;
      }
    }
    return "The sublayer " + path + " is ignored.";
  }

  void addArc(std::size_t place, const ArcTarget& arc, const std::vector<StackPlace>& places) {
    const Role role = arc.arc == ArcType::Payload ? Role::Payload : Role::Reference;
    const std::uint32_t parent = rowsOfPlace_.at(place)[arc.entry];
    std::uint32_t row = kNone;
    if (arc.place == kNone) {
      row = add(parent, role, arc.state, arc.identifier);
      rows_[row].problem = arc.problem;
      addFacts(row);
    } else if (rowOfPlace_[arc.place] == kNone) {
      // Arcs from other layers of this stack lead to the same layers, with their own offsets.
      std::set<std::pair<double, double>> offsets;
      for (const ArcTarget& other : places[place].arcs) {
        if (other.place == arc.place) offsets.insert(other.offsets.begin(), other.offsets.end());
      }
      const auto rows = addEntries(*places[arc.place].stack, {parent, role}, offsets);
      row = rows[0];
      rows_[row].offsets = offsetsOf(arc.offsets, places[arc.place].stack->entries()[0].offset);
      rowOfPlace_[arc.place] = row;
      rowsOfPlace_[arc.place] = rows;
    } else {
      const LayerTreeRow first = rows_[rowOfPlace_[arc.place]];
      row = add(parent, role, State::Open, first.identifier);
      rows_[row].isRepeated = true;
      rows_[row].timeCodesPerSecond = first.timeCodesPerSecond;
      rows_[row].isRateAuthored = first.isRateAuthored;
      rows_[row].offsets = offsetsOf(arc.offsets, places[arc.place].stack->entries()[0].offset);
      addFacts(row);
    }
    rows_[row].primCount = arc.primCount;
    rows_[row].firstPrim = arc.firstPrim;
  }

  void addClips(std::size_t place, const ClipTarget& target) {
    const ClipSetDefinition& definition = target.set->definition();
    const std::uint32_t parent = rowsOfPlace_.at(place)[target.entry];
    const auto set = add(parent, Role::ClipSet, State::Open, {});
    rows_[set].name = definition.name;
    rows_[set].offsets = {definition.stageFromSet};
    rows_[set].primCount = target.primCount;
    rows_[set].firstPrim = target.firstPrim;
    const std::string& anchor = definition.layer->identifier();
    std::set<std::string> seen;
    const auto addFile = [&](Role role, const std::string& path) {
      const std::string identifier = stage_.resolver().identifierFor(path, anchor);
      if (path.empty() || !seen.insert(identifier).second) return;
      const bool isThere = stage_.resolver().exists(identifier);
      const auto row = add(set, role, isThere ? State::NotOpened : State::Unreadable, identifier);
      if (!isThere) rows_[row].problem = "There is no file " + identifier + ".";
      if (isThere) addFacts(row);
    };
    if (definition.manifestAssetPath) addFile(Role::Manifest, *definition.manifestAssetPath);
    if (!definition.assetPaths) return;
    for (const std::string& path : *definition.assetPaths) {
      if (stop_.stop_requested()) return;
      addFile(Role::Clip, path);
    }
  }

  LayerTree ordered() {
    LayerTree tree;
    tree.rows.reserve(rows_.size());
    std::vector<std::uint32_t> waiting(tops_.rbegin(), tops_.rend());
    std::vector<std::uint32_t> newNumber(rows_.size(), kNone);
    while (!waiting.empty()) {
      const std::uint32_t row = waiting.back();
      waiting.pop_back();
      newNumber[row] = std::uint32_t(tree.rows.size());
      tree.rows.push_back(std::move(rows_[row]));
      std::uint32_t& parent = tree.rows.back().parent;
      if (parent != kNone) parent = newNumber[parent];
      waiting.insert(waiting.end(), children_[row].rbegin(), children_[row].rend());
    }
    return tree;
  }

  const Stage& stage_;
  const std::stop_token stop_;
  const LayerNames names_;
  std::vector<LayerTreeRow> rows_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::uint32_t> tops_;
  std::unordered_map<std::string, LayerFileFacts> facts_;
  std::vector<std::uint32_t> rowOfPlace_;  ///< The row of the stack's root layer.
  /// The rows of the entries of the stack at a place.
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> rowsOfPlace_;
};

bool namesFile(const Stage& stage, const ClipSet& set, const std::string& identifier) {
  const ClipSetDefinition& definition = set.definition();
  const auto isIt = [&](const std::string& path) {
    return stage.resolver().identifierFor(path, definition.layer->identifier()) == identifier;
  };
  return (definition.manifestAssetPath && isIt(*definition.manifestAssetPath)) ||
         (definition.assetPaths && std::ranges::any_of(*definition.assetPaths, isIt));
}

}  // namespace

bool LayerTreeRow::canBeMuted() const {
  const bool isArc = role == Role::Sublayer || role == Role::Reference || role == Role::Payload;
  return (isArc && state != State::NotLoaded) || role == Role::Session;
}

LayerTree layerTree(const Stage& stage, std::stop_token stop) {
  return TreeBuilder(stage, std::move(stop)).build();
}

std::vector<std::uint32_t> rowsTouchedBy(const Stage& stage, const std::string& identifier,
                                         std::stop_token stop) {
  std::vector<std::uint32_t> rows;
  // Prims with the same set share it.
  std::unordered_map<const ClipSet*, bool> answers;
  for (std::uint32_t row = 0; row < stage.rowCount() && !stop.stop_requested(); ++row) {
    const Prim prim = stage.primOfRow(row);
    if (!prim || prim.isPseudoRoot()) continue;
    bool isTouched = false;
    for (OpinionWalk walk(prim); !isTouched && walk.next();) {
      isTouched = walk.opinion().layer()->identifier() == identifier;
    }
    if (!isTouched && prim.mayHaveClips()) {
      const auto sets = stage.clipSets(prim);
      isTouched = std::ranges::any_of(*sets, [&](const auto& set) {
        const auto [found, isNew] = answers.try_emplace(set.get());
        if (isNew) found->second = namesFile(stage, *set, identifier);
        return found->second;
      });
    }
    if (isTouched) rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> layersTouching(const Prim& prim) {
  std::set<std::string> layers;
  for (OpinionWalk walk(prim); walk.next();) layers.insert(walk.opinion().layer()->identifier());
  if (prim.mayHaveClips()) {
    for (const auto& set : *prim.stage().clipSets(prim)) {
      const ClipSetDefinition& definition = set->definition();
      const std::string& anchor = definition.layer->identifier();
      const auto add = [&](const std::string& path) {
        layers.insert(prim.stage().resolver().identifierFor(path, anchor));
      };
      if (definition.manifestAssetPath) add(*definition.manifestAssetPath);
      if (definition.assetPaths) std::ranges::for_each(*definition.assetPaths, add);
    }
  }
  return {layers.begin(), layers.end()};
}

}  // namespace usdscope
