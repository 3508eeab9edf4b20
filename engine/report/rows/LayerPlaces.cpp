// SPDX-License-Identifier: Apache-2.0
#include "engine/report/detail/LayerPlaces.h"

#include <algorithm>

#include "engine/compose/AssetArcs.h"
#include "engine/stage/clips/ClipMetadata.h"

namespace usdscope::detail {
namespace {

constexpr std::uint32_t kNone = LayerTreeRow::kNone;

bool isAssetArc(const PrimIndexNode& node) {
  return node.arc == ArcType::Reference || node.arc == ArcType::Payload;
}

// Whether the prim itself authors a reference, a payload or a clip set.
bool mayLeadSomewhere(const Prim& prim) {
  const PrimIndex& index = prim.index();
  if (prim.mayHaveClips() || !index.missingLayers().empty()) return true;
  if (index.hasPayloads() && !index.payloadsIncluded()) return true;
  return std::ranges::any_of(index.nodes(), [](const PrimIndexNode& node) {
    return isAssetArc(node) && !node.isDueToAncestor;
  });
}

std::uint32_t entryOf(const LayerStack& stack, const Layer* layer) {
  for (std::uint32_t i = 0; i < stack.entries().size(); ++i) {
    if (stack.entries()[i].layer.get() == layer) return i;
  }
  return 0;
}

// Returns why composition cannot open the layer of an arc; empty if that is not why it ignores the
// arc.
std::string whyUnreadable(const PrimIndex& index, const SiteArc& arc, const Layer& source) {
  for (const CompositionError& error : index.errors()) {
    if (error.kind == CompositionErrorKind::InvalidAssetPath &&
        error.site.layer == source.identifier() &&
        error.message.find("@" + arc.assetPath + "@") != std::string::npos) {
      return error.message;
    }
  }
  return {};
}

}  // namespace

std::vector<StackPlace> LayerPlaces::collect(std::stop_token stop) {
  places_.push_back({stage_.rootLayerStack(), {}, {}});
  for (std::uint32_t row = 0; row < stage_.rowCount() && !stop.stop_requested(); ++row) {
    const Prim prim = stage_.primOfRow(row);
    // The root of a prototype has the arcs of an instance, which is visited anyway.
    if (prim && !prim.isPrototype() && mayLeadSomewhere(prim)) visit(prim);
  }
  return std::move(places_);
}

void LayerPlaces::visit(const Prim& prim) {
  placeNodes(prim);
  addDeadArcs(prim);
  if (prim.mayHaveClips()) addClips(prim);
}

void LayerPlaces::placeNodes(const Prim& prim) {
  const auto nodes = prim.index().nodes();
  placeOfNode_.assign(nodes.size(), kNone);
  placeOfNode_[0] = 0;
  const auto isIn = [&](std::uint32_t place, const LayerStack* stack) {
    return place != kNone && places_[place].stack == stack;
  };
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    const PrimIndexNode& node = nodes[i];
    const std::uint32_t ofParent = placeOfNode_[node.parent];
    if (isIn(ofParent, node.layerStack)) {
      placeOfNode_[i] = ofParent;
    } else if (isAssetArc(node)) {
      placeOfNode_[i] = ofParent == kNone ? kNone : placeOfArc(i, prim);
    } else if (node.origin < i && isIn(placeOfNode_[node.origin], node.layerStack)) {
      placeOfNode_[i] = placeOfNode_[node.origin];
    } else {
      // A specializes arc that composition moved: its placeholder may be a later node.
      const auto same = std::ranges::find_if(placeByArc_, [&](const auto& entry) {
        return std::get<2>(entry.first) == node.layerStack;
      });
      if (same != placeByArc_.end()) placeOfNode_[i] = same->second;
    }
  }
}

std::uint32_t LayerPlaces::placeOfArc(std::uint32_t number, const Prim& prim) {
  const PrimIndexNode& node = prim.index().nodes()[number];
  const std::uint32_t from = placeOfNode_[node.parent];
  const auto [found, isNew] =
      placeByArc_.try_emplace({from, node.arc, node.layerStack}, std::uint32_t(places_.size()));
  if (isNew) places_.push_back({node.layerStack, {}, {}});
  if (isNew || !node.isDueToAncestor) addArc(number, found->second, prim);
  return found->second;
}

void LayerPlaces::addArc(std::uint32_t number, std::uint32_t place, const Prim& prim) {
  const PrimIndexNode& node = prim.index().nodes()[number];
  const auto arc = prim.index().authoredArc(number);
  ArcTarget& to = target(placeOfNode_[node.parent], arc ? arc->entry : 0, node.arc, place, {});
  if (++to.primCount == 1) to.firstPrim = prim.path();
  const LayerOffset stageFromStack = node.rootFromNode.timeOffset();
  to.offsets.insert({stageFromStack.offset, stageFromStack.scale});
}

// Adds the arcs at the prim's sites that lead to no node.
void LayerPlaces::addDeadArcs(const Prim& prim) {
  const PrimIndex& index = prim.index();
  const bool isUnloaded = index.hasPayloads() && !index.payloadsIncluded();
  if (index.missingLayers().empty() && !isUnloaded) return;
  const auto nodes = index.nodes();
  const auto& muted = stage_.request().mutedLayers;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].canContribute() || placeOfNode_[i] == kNone) continue;
    const LayerStack& stack = *nodes[i].layerStack;
    for (const SiteArc& arc : siteArcs(stack, nodes[i].path, stage_.layers(), muted)) {
      const bool isAlive = std::ranges::any_of(nodes, [&](const PrimIndexNode& node) {
        return node.parent == i && node.arc == arc.type && !node.isDueToAncestor &&
               node.siblingNumber == arc.siblingNumber;
      });
      if (isAlive) continue;
      LayerTreeRow::State state = LayerTreeRow::State::Muted;
      std::string problem;
      if (!muted.contains(arc.identifier)) {
        state = LayerTreeRow::State::NotLoaded;
        if (!isUnloaded || arc.type != ArcType::Payload) {
          state = LayerTreeRow::State::Unreadable;
          problem = whyUnreadable(index, arc, *stack.entries()[arc.entry].layer);
          if (problem.empty()) continue;
        }
      }
      ArcTarget& to = target(placeOfNode_[i], arc.entry, arc.type, kNone, arc.identifier);
      if (++to.primCount == 1) to.firstPrim = prim.path();
      to.state = state;
      to.problem = problem;
    }
  }
}

void LayerPlaces::addClips(const Prim& prim) {
  std::vector<ClipFault> faults;
  const auto own = composeClipSets(prim.index(), stage_.resolver(), faults);
  if (own.empty()) return;
  const auto nodes = prim.index().nodes();
  for (const auto& set : *stage_.clipSets(prim)) {
    const ClipSetDefinition& definition = set->definition();
    // Sets of ancestors are found there.
    if (std::ranges::find(own, definition) == own.end()) continue;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const bool isAnchor =
          nodes[i].layerStack == definition.layerStack && nodes[i].path == definition.site;
      if (!isAnchor || placeOfNode_[i] == kNone) continue;
      StackPlace& place = places_[placeOfNode_[i]];
      const std::uint32_t entry = entryOf(*place.stack, definition.layer.get());
      const auto [found, isNew] = clipTargets_.try_emplace(
          {placeOfNode_[i], entry, definition.site.index(), definition.name}, place.clips.size());
      if (isNew) place.clips.push_back({entry, set, 0, prim.path()});
      ++place.clips[found->second].primCount;
      break;
    }
  }
}

ArcTarget& LayerPlaces::target(std::uint32_t place, std::uint32_t entry, ArcType arc,
                               std::uint32_t to, const std::string& identifier) {
  std::vector<ArcTarget>& arcs = places_[place].arcs;
  const auto [found, isNew] =
      targets_.try_emplace({place, entry, arc, to, identifier}, arcs.size());
  if (isNew) {
    arcs.emplace_back();
    arcs.back().entry = entry;
    arcs.back().arc = arc;
    arcs.back().place = to;
    arcs.back().identifier = identifier;
  }
  return arcs[found->second];
}

}  // namespace usdscope::detail
