// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/TimePath.h"

#include <algorithm>

#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/compose/RateOffset.h"
#include "engine/layer/Layer.h"

namespace usdscope {
namespace {

LayerRate rateOf(const std::shared_ptr<const Layer>& layer) {
  return {.layer = layer, .field = rateFieldOf(*layer), .rate = timeCodesPerSecond(*layer)};
}

bool runsAtStackTime(const LayerStack& stack) {
  return std::ranges::all_of(stack.entries(),
                             [](const LayerStackEntry& e) { return e.offset.isIdentity(); });
}

/// Collects the steps that composition recorded, from the outside in.
class StepCollector {
 public:
  StepCollector(const PrimIndex& index, TimeCode stageTime)
      : index_(index), isEarliest_(stageTime.isEarliest()), time_(stageTime.time()) {}

  void goToNode(std::uint32_t node) {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t at = node; at != 0;) {
      if (const auto placeholder = placeholderOf(at); placeholder != PrimIndexNode::kNone) {
        at = placeholder;
        continue;
      }
      chain.push_back(at);
      at = index_.nodes()[at].parent;
    }
    for (std::size_t i = chain.size(); i-- > 0;) addArc(chain[i]);
  }

  void goToLayer(const LayerStack& stack, std::uint32_t entry) {
    const auto& entries = stack.entries();
    std::vector<std::uint32_t> chain;
    for (std::uint32_t at = entry; at != LayerStackEntry::kNoParent; at = entries[at].parent) {
      chain.push_back(at);
    }
    // The session and the root layer run at the rate of one of them.
    addRate(stack.rateLayer(), entries[chain.back()].layer);
    for (std::size_t i = chain.size() - 1; i-- > 0;) {
      const LayerStackEntry& sublayer = entries[chain[i]];
      const auto& outer = entries[sublayer.parent].layer;
      add({.kind = TimeStep::Kind::SubLayer,
           .layer = outer,
           .path = {},
           .target = sublayer.layer,
           .offset = sublayer.authored});
      addRate(outer, sublayer.layer);
    }
  }

  std::vector<TimeStep> take() { return std::move(steps_); }

 private:
  // Returns the placeholder of a propagated specializes, through whose arcs time is mapped; kNone
  // for all other nodes. (The propagated node itself is a child of the root.)
  std::uint32_t placeholderOf(std::uint32_t number) const {
    const PrimIndexNode& node = index_.nodes()[number];
    const bool isMoved = isPropagatedSpecializes(node, index_.nodes()[node.origin]);
    return isMoved ? std::uint32_t(node.origin) : PrimIndexNode::kNone;
  }

  void add(TimeStep step) {
    const auto innerFromOuter = step.offset.inverse();
    if (step.offset.isIdentity() || !innerFromOuter) return;
    step.from = time_;
    step.to = isEarliest_ ? time_ : (*innerFromOuter)(time_);
    time_ = step.to;
    steps_.push_back(std::move(step));
  }

  void addRate(const std::shared_ptr<const Layer>& outer,
               const std::shared_ptr<const Layer>& inner) {
    if (outer == inner) return;
    LayerRate outerRate = rateOf(outer);
    LayerRate innerRate = rateOf(inner);
    if (outerRate.rate == innerRate.rate) return;
    const LayerOffset offset = offsetAtRates({}, outerRate.rate, innerRate.rate);
    add({.kind = TimeStep::Kind::Rate,
         .layer = inner,
         .path = {},
         .target = inner,
         .outerRate = std::move(outerRate),
         .innerRate = std::move(innerRate),
         .offset = offset});
  }

  void addArc(std::uint32_t number) {
    const PrimIndexNode& node = index_.nodes()[number];
    const LayerStack& outer = *index_.nodes()[node.parent].layerStack;
    const LayerOffset& whole = node.parentFromNode.timeOffset();
    const bool hasSameRate = outer.timeCodesPerSecond() == node.layerStack->timeCodesPerSecond();
    if (whole.isIdentity() && hasSameRate && runsAtStackTime(outer)) return;
    const auto& target = node.layerStack->rootLayer();
    const auto arc = index_.authoredArc(number);
    if (!arc) {
      return add({.kind = TimeStep::Kind::Arc,
                  .layer = outer.rootLayer(),
                  .path = index_.introPath(number),
                  .target = target,
                  .offset = whole});
    }
    if (arc->startsInLayer()) goToLayer(outer, arc->entry);
    const auto& source = outer.entries()[arc->entry].layer;
    add({.kind = node.arc == ArcType::Payload ? TimeStep::Kind::Payload : TimeStep::Kind::Reference,
         .layer = source,
         .path = index_.introPath(number),
         .target = target,
         .offset = arc->offset});
    if (!arc->isInternal) addRate(source, target);
  }

  const PrimIndex& index_;
  const bool isEarliest_;
  double time_;
  std::vector<TimeStep> steps_;
};

}  // namespace

std::vector<TimeStep> timePath(const Prim& prim, std::uint32_t node, std::uint32_t entry,
                               TimeCode stageTime) {
  StepCollector steps(prim.index(), stageTime);
  steps.goToNode(node);
  steps.goToLayer(*prim.index().nodes()[node].layerStack, entry);
  return steps.take();
}

}  // namespace usdscope
