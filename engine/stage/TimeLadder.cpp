// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/TimeLadder.h"

#include <algorithm>
#include <cmath>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/VariableExpression.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::uint32_t kNoEntry = PrimIndexNode::kNone;

bool isNear(const LayerOffset& a, const LayerOffset& b) {
  const auto near = [](double x, double y) {
    return std::abs(x - y) <= 1e-6 * std::max({1.0, std::abs(x), std::abs(y)});
  };
  return near(a.offset, b.offset) && near(a.scale, b.scale);
}

LayerOffset validOffset(const LayerOffset& authored) {
  Diagnostics unused;
  return validOrIdentity(authored, {}, unused);
}

LayerRate rateOf(const std::shared_ptr<const Layer>& layer) {
  const auto isRate = [&](Token field) {
    const Value value = layer->pseudoRoot().field(field);
    const double rate = value.valueOr(double(value.valueOr(float(value.valueOr(0)))));
    return rate != 0.0 && std::isfinite(rate);
  };
  LayerRate rate{.layer = layer, .field = {}, .rate = timeCodesPerSecond(*layer)};
  if (isRate(fields::kTimeCodesPerSecond)) {
    rate.field = fields::kTimeCodesPerSecond;
  } else if (isRate(fields::kFramesPerSecond)) {
    rate.field = fields::kFramesPerSecond;
  }
  return rate;
}

/// Which layer of a stack has which as a sublayer.
struct Inclusion {
  std::uint32_t parent = kNoEntry;  ///< kNoEntry: the root or session layer.
  LayerOffset authored;             ///< Without the rates.
};

/// Goes through a stack in the order in which it was made, depth first.
std::vector<Inclusion> inclusionsOf(const LayerStack& stack, const AssetResolver& resolver) {
  struct Open {
    std::uint32_t entry = 0;
    std::vector<std::pair<std::string, LayerOffset>> sublayers;  // Not met yet.
  };
  std::vector<Inclusion> inclusions(stack.entries().size());
  std::vector<Open> open;
  for (std::uint32_t i = 0; i < inclusions.size(); ++i) {
    const Layer& layer = *stack.entries()[i].layer;
    while (!open.empty()) {
      auto& left = open.back().sublayers;
      const auto found =
          std::ranges::find(left, layer.identifier(), [](const auto& s) { return s.first; });
      if (found != left.end()) {
        inclusions[i] = {open.back().entry, found->second};
        left.erase(found);
        break;
      }
      open.pop_back();
    }
    Open& here = open.emplace_back(Open{.entry = i, .sublayers = {}});
    const PrimSpec root = layer.pseudoRoot();
    const auto paths = root.field(fields::kSubLayers).valueOr(std::vector<std::string>());
    const auto offsets = root.field(fields::kSubLayerOffsets).valueOr(std::vector<LayerOffset>());
    for (std::size_t k = 0; k < paths.size(); ++k) {
      const std::string path =
          isVariableExpression(paths[k])
              ? evaluateTextExpression(paths[k], stack.expressionVariables()).text()
              : paths[k];
      if (path.empty()) continue;
      here.sublayers.emplace_back(resolver.identifierFor(path, layer.identifier()),
                                  k < offsets.size() ? validOffset(offsets[k]) : LayerOffset());
    }
  }
  return inclusions;
}

bool isPlain(const LayerStack& stack) {
  return std::ranges::all_of(stack.entries(),
                             [](const LayerStackEntry& e) { return e.offset.isIdentity(); });
}

/// A reference or payload as authored.
struct AuthoredArc {
  std::uint32_t entry = kNoEntry;  ///< Of the parent's stack; kNoEntry: not found.
  LayerOffset offset;
};

class LadderWalk {
 public:
  LadderWalk(const Prim& prim, TimeCode stageTime)
      : index_(prim.index()),
        resolver_(prim.stage().layers().resolver()),
        isEarliest_(stageTime.isEarliest()),
        time_(stageTime.time()) {}

  void goToNode(std::uint32_t node) {
    std::vector<std::uint32_t> chain;
    std::size_t steps = 2 * index_.nodes().size();
    for (std::uint32_t at = node; at != 0 && steps > 0; --steps) {
      const PrimIndexNode& here = index_.nodes()[at];
      // What is specialized stands at the end of the root, but time goes by way of its origin.
      const bool isMoved = here.arc == ArcType::Specialize && here.parent == 0 &&
                           here.origin != 0 && here.origin != kNoEntry &&
                           !here.parentFromNode.timeOffset().isIdentity() &&
                           isNear(index_.nodes()[here.origin].rootFromNode.timeOffset(),
                                  here.rootFromNode.timeOffset());
      if (isMoved) {
        at = here.origin;
        continue;
      }
      chain.push_back(at);
      at = here.parent;
    }
    for (std::size_t i = chain.size(); i-- > 0;) addArc(chain[i]);
  }

  void goToEntry(const LayerStack& stack, std::uint32_t entry) {
    if (isPlain(stack) && stack.entries().size() == 1) return;
    const std::vector<Inclusion> inclusions = inclusionsOf(stack, resolver_);
    std::vector<std::uint32_t> chain;
    for (std::uint32_t at = entry; at != kNoEntry; at = inclusions[at].parent) chain.push_back(at);
    addStackRate(stack, chain.back());
    for (std::size_t i = chain.size() - 1; i-- > 0;) {
      const auto& outer = stack.entries()[chain[i + 1]].layer;
      const auto& inner = stack.entries()[chain[i]].layer;
      add({.by = TimeRung::By::SubLayer,
           .layer = outer,
           .path = {},
           .target = inner,
           .offset = inclusions[chain[i]].authored});
      addRate(rateOf(outer), rateOf(inner));
    }
  }

  std::vector<LadderRung> take() { return std::move(rungs_); }

 private:
  void add(LadderRung rung) {
    const auto innerFromOuter = rung.offset.inverse();
    if (rung.offset.isIdentity() || !innerFromOuter) return;
    rung.from = time_;
    rung.to = isEarliest_ ? time_ : (*innerFromOuter)(time_);
    time_ = rung.to;
    rungs_.push_back(std::move(rung));
  }

  void addRate(LayerRate outer, LayerRate inner) {
    if (outer.rate == inner.rate) return;
    const LayerOffset offset{.scale = outer.rate / inner.rate};
    add({.by = TimeRung::By::Rate,
         .layer = inner.layer,
         .path = {},
         .target = inner.layer,
         .outerRate = std::move(outer),
         .innerRate = std::move(inner),
         .offset = offset});
  }

  // A stack runs at the rate of its session or its root layer; the other one is brought to that.
  void addStackRate(const LayerStack& stack, std::uint32_t top) {
    if (!stack.sessionLayer()) return;
    const LayerRate own = rateOf(stack.entries()[top].layer);
    for (const auto& layer : {stack.sessionLayer(), stack.rootLayer()}) {
      LayerRate rate = rateOf(layer);
      if (rate.rate != stack.timeCodesPerSecond() || layer == own.layer) continue;
      addRate(std::move(rate), own);
      return;
    }
  }

  void addArc(std::uint32_t number) {
    const PrimIndexNode& node = index_.nodes()[number];
    const LayerStack& outer = *index_.nodes()[node.parent].layerStack;
    const LayerOffset& whole = node.parentFromNode.timeOffset();
    if (whole.isIdentity() && isPlain(outer) &&
        outer.timeCodesPerSecond() == node.layerStack->timeCodesPerSecond()) {
      return;
    }
    const bool isPayload = node.arc == ArcType::Payload;
    const Path site = index_.introPath(number);
    const AuthoredArc arc = isPayload ? findArc<Payload>(node, outer, site, fields::kPayload)
                                      : findArc<Reference>(node, outer, site, fields::kReferences);
    const auto& target = node.layerStack->rootLayer();
    if (arc.entry == kNoEntry) {
      add({.by = TimeRung::By::Arc,
           .layer = outer.rootLayer(),
           .path = site,
           .target = target,
           .offset = whole});
      return;
    }
    goToEntry(outer, arc.entry);
    const auto& source = outer.entries()[arc.entry].layer;
    add({.by = isPayload ? TimeRung::By::Payload : TimeRung::By::Reference,
         .layer = source,
         .path = site,
         .target = target,
         .offset = arc.offset});
    if (node.layerStack != &outer) addRate(rateOf(source), rateOf(target));
  }

  // The arc that leads to the node's stack with the node's time, among those of the parent's site.
  template <typename T>
  AuthoredArc findArc(const PrimIndexNode& node, const LayerStack& outer, Path site, Token field) {
    if (node.arc != ArcType::Reference && node.arc != ArcType::Payload) return {};
    for (std::uint32_t i = 0; i < outer.entries().size(); ++i) {
      const LayerStackEntry& entry = outer.entries()[i];
      const PrimSpec spec = entry.layer->findPrim(site);
      const Value value = spec ? spec.field(field) : Value();
      const auto* op = value.find<ListOp<T>>();
      if (!op) continue;
      for (const auto* items :
           {&op->explicitItems, &op->prependedItems, &op->addedItems, &op->appendedItems}) {
        for (const T& item : *items) {
          if (leadsTo(item.assetPath, *entry.layer, node, outer) &&
              isNear(wholeOffset(item.offset, entry, node, outer),
                     node.parentFromNode.timeOffset())) {
            return {i, validOffset(item.offset)};
          }
        }
      }
    }
    return {};
  }

  bool leadsTo(const std::string& authored, const Layer& layer, const PrimIndexNode& node,
               const LayerStack& outer) const {
    const std::string path =
        isVariableExpression(authored)
            ? evaluateTextExpression(authored, outer.expressionVariables()).text()
            : authored;
    if (path.empty()) return node.layerStack == &outer;
    return resolver_.identifierFor(path, layer.identifier()) ==
           node.layerStack->rootLayer()->identifier();
  }

  static LayerOffset wholeOffset(const LayerOffset& authored, const LayerStackEntry& source,
                                 const PrimIndexNode& node, const LayerStack& outer) {
    LayerOffset whole = compose(source.offset, validOffset(authored));
    if (node.layerStack != &outer) {
      whole.scale *= timeCodesPerSecond(*source.layer) / node.layerStack->timeCodesPerSecond();
    }
    return whole;
  }

  const PrimIndex& index_;
  const AssetResolver& resolver_;
  const bool isEarliest_;
  double time_;
  std::vector<LadderRung> rungs_;
};

}  // namespace

std::vector<LadderRung> timeLadder(const Prim& prim, std::uint32_t node, std::uint32_t entry,
                                   TimeCode stageTime) {
  LadderWalk ladder(prim, stageTime);
  ladder.goToNode(node);
  ladder.goToEntry(*prim.index().nodes()[node].layerStack, entry);
  return ladder.take();
}

}  // namespace usdscope
