// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/Composer.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "engine/compose/detail/PrimIndexBuilder.h"

namespace usdscope {

struct Composer::State {
  State(ComposeRequest given, LayerCache& cache)
      : request(std::move(given)),
        layers(cache),
        context{.request = request,
                .layerStacks = std::make_shared<detail::LayerStackCache>(
                    request.rootLayer, request.sessionLayer, request.mutedLayers, cache)} {}

  State(ComposeRequest given, LayerCache& cache, const State& previous)
      : request(std::move(given)),
        layers(cache),
        context{.request = request,
                .layerStacks = std::make_shared<detail::LayerStackCache>(
                    request.rootLayer, request.sessionLayer, request.mutedLayers, cache,
                    *previous.context.layerStacks)} {}

  const ComposeRequest request;
  LayerCache& layers;
  const ComposeContext context;
};

Composer::Composer(ComposeRequest request, LayerCache& layers) {
  assert(request.rootLayer);
  state_ = std::make_unique<State>(std::move(request), layers);
}

Composer::Composer(ComposeRequest request, LayerCache& layers, const Composer& previous) {
  assert(request.rootLayer);
  state_ = std::make_unique<State>(std::move(request), layers, *previous.state_);
}

Composer::~Composer() = default;

SiteChanges Composer::changesSince(const Composer& previous) const {
  return siteChanges(previous.state_->context.layerStacks->stacksByNumber(),
                     state_->context.layerStacks->stacksByNumber());
}

std::shared_ptr<const PrimIndex> Composer::current(
    const std::shared_ptr<const PrimIndex>& index) const {
  auto moved = index->inStacks(state_->context.layerStacks);
  return moved ? moved : index;
}

void Composer::keepOnly(const std::vector<std::uint32_t>& useCounts) {
  state_->context.layerStacks->keepOnly(useCounts);
}

void Composer::forgetIdentifiers() {
  // The indexes that were kept for prims with equal arcs are not needed any more, either.
  state_->context.layerStacks->opener().forgetIdentifiers();
  state_->context.indexesByArcs->clear();
}

const LayerStack& Composer::rootLayerStack() const { return *state_->context.layerStacks->root(); }

std::shared_ptr<const PrimIndex> Composer::computeRootIndex() const {
  return PrimIndexBuilder::buildRoot(state_->context);
}

std::shared_ptr<const PrimIndex> Composer::computeChildIndex(const PrimIndex& parent,
                                                             Token name) const {
  return PrimIndexBuilder::buildChild(state_->context, parent, name);
}

std::shared_ptr<const PrimIndex> Composer::computeSharedChildIndex(const PrimIndex& parent,
                                                                   Token name) const {
  return PrimIndexBuilder::buildOrShareChild(state_->context, parent, name);
}

std::shared_ptr<const PrimIndex> Composer::copyIndex(const PrimIndex& shared, Path path) {
  return PrimIndexBuilder::copyFor(path, shared);
}

std::shared_ptr<const PrimIndex> Composer::computeIndex(Path path) const {
  std::vector<Path> below;
  for (; !path.isRoot(); path = path.parent()) below.push_back(path);
  auto index = computeRootIndex();
  for (auto next = below.rbegin(); next != below.rend(); ++next) {
    index = computeChildIndex(*index, next->name());
  }
  return index;
}

std::vector<std::shared_ptr<const Layer>> Composer::usedLayers() const {
  std::vector<std::shared_ptr<const Layer>> layers;
  std::set<const Layer*> known;
  for (const LayerStack* stack : state_->context.layerStacks->stacks()) {
    for (const LayerStackEntry& entry : stack->entries()) {
      if (known.insert(entry.layer.get()).second) layers.push_back(entry.layer);
    }
  }
  std::sort(layers.begin(), layers.end(),
            [](const auto& a, const auto& b) { return a->identifier() < b->identifier(); });
  return layers;
}

std::vector<CompositionError> Composer::layerStackErrors() const {
  std::vector<CompositionError> errors;
  for (const LayerStack* stack : state_->context.layerStacks->stacks()) {
    errors.insert(errors.end(), stack->errors().begin(), stack->errors().end());
  }
  return errors;
}

Diagnostics Composer::layerDiagnostics() const {
  std::set<std::string> identifiers;
  for (const LayerStack* stack : state_->context.layerStacks->stacks()) {
    for (const LayerStackEntry& entry : stack->entries()) {
      identifiers.insert(entry.layer->identifier());
    }
  }
  Diagnostics diagnostics;
  for (const std::string& identifier : identifiers) {
    if (const auto opened = state_->layers.find(identifier)) {
      diagnostics.append(opened->diagnostics);
    }
  }
  return diagnostics;
}

}  // namespace usdscope
