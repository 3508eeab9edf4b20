// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerStackBuilder.h"

#include <algorithm>

#include "engine/base/Parallel.h"
#include "engine/compose/RateOffset.h"
#include "engine/compose/VariableExpression.h"
#include "engine/compose/detail/LayerMetadata.h"

namespace usdscope {
namespace {

using detail::authoredRate;
using detail::authoredText;
using detail::FoundLayer;

/// If every layer names two sublayers, layers multiply with every level. No real stack has nearly
/// as many layers as this limit.
constexpr std::size_t kMaxLayers = 20000;

Dictionary variablesOf(const Layer& layer) {
  return layer.pseudoRoot().field(fields::kExpressionVariables).valueOr(Dictionary());
}

bool isOwnedBy(const Layer& layer, const std::string& owner) {
  return authoredText(layer, fields::kOwner) == owner;
}

}  // namespace

std::unique_ptr<LayerStack> LayerStackBuilder::build(const std::shared_ptr<const Layer>& root,
                                                     std::shared_ptr<const Layer> session,
                                                     const LayerStack* expressionOverrides) {
  stack_ = std::make_unique<LayerStack>();
  stack_->rootLayer_ = root;
  if (session && layers_.isMuted(session->identifier())) {
    stack_->missingLayers_.push_back(session->identifier());
    session = nullptr;
  }
  stack_->sessionLayer_ = session;
  composeExpressionVariables(expressionOverrides);

  // The rate of the stack is that of the session layer or of the root layer. The time of the other
  // layer is scaled to it.
  const double rootRate = usdscope::timeCodesPerSecond(*root);
  stack_->timeCodesPerSecond_ = rootRate;
  std::string owner;
  if (session) {
    stack_->isRateOfSession_ = authoredRate(*session, fields::kTimeCodesPerSecond) ||
                               (!authoredRate(*root, fields::kTimeCodesPerSecond) &&
                                authoredRate(*session, fields::kFramesPerSecond));
    const double sessionRate = usdscope::timeCodesPerSecond(*session);
    if (stack_->isRateOfSession_) stack_->timeCodesPerSecond_ = sessionRate;
    addTree(session, offsetAtRates({}, stack_->timeCodesPerSecond_, sessionRate), {});
    owner = sessionOwner();
  }
  addTree(root, offsetAtRates({}, stack_->timeCodesPerSecond_, rootRate), owner);

  std::vector<const Layer*> layers;
  layers.reserve(stack_->entries_.size());
  for (const LayerStackEntry& entry : stack_->entries_) layers.push_back(entry.layer.get());
  stack_->relocates_ = LayerStackRelocates(layers, stack_->errors_);
  return std::move(stack_);
}

void LayerStackBuilder::composeExpressionVariables(const LayerStack* overrides) {
  Dictionary own = variablesOf(*stack_->rootLayer_);
  if (stack_->sessionLayer_) own = composed(variablesOf(*stack_->sessionLayer_), own);
  stack_->expressionVariablesSource_ = LayerStack::kOwnVariables;
  stack_->expressionVariables_ = std::move(own);
  if (!overrides) return;
  stack_->expressionVariables_ =
      composed(overrides->expressionVariables(), stack_->expressionVariables_);
  if (stack_->expressionVariables_ == overrides->expressionVariables()) {
    stack_->expressionVariablesSource_ = overrides->expressionVariablesSource();
  }
}

void LayerStackBuilder::addTree(const std::shared_ptr<const Layer>& top, const LayerOffset& offset,
                                const std::string& owner) {
  // The layers to add, as a stack with the strongest on top, so that they are added depth first.
  std::vector<Pending> pending;
  pending.push_back({.layer = top, .offset = offset});
  while (!pending.empty()) {
    const Pending next = std::move(pending.back());
    pending.pop_back();
    if (!next.layer) {
      includers_.erase(next.leaves);
      continue;
    }
    if (stack_->entries_.size() >= kMaxLayers) {
      reportFull(*top);
      includers_.clear();
      return;
    }
    includers_.insert(next.layer.get());
    const auto entry = static_cast<std::uint32_t>(stack_->entries_.size());
    stack_->entries_.push_back({next.layer, next.offset, next.parent, next.authored});
    std::vector<Pending> sublayers = openSublayers(entry);
    putOwnedFirst(*next.layer, owner, sublayers);
    pending.push_back({.leaves = next.layer.get()});
    for (auto it = sublayers.rbegin(); it != sublayers.rend(); ++it) {
      pending.push_back(std::move(*it));
    }
  }
}

void LayerStackBuilder::reportFull(const Layer& layer) {
  if (!isFull_) report(faults::kTooManyLayers, layer, {std::to_string(kMaxLayers)});
  isFull_ = true;
}

std::vector<LayerStackBuilder::Pending> LayerStackBuilder::openSublayers(std::uint32_t entry) {
  const Layer& layer = *stack_->entries_[entry].layer;
  const LayerOffset& stackFromLayer = stack_->entries_[entry].offset;
  const PrimSpec root = layer.pseudoRoot();
  auto paths = root.field(fields::kSubLayers).valueOr(std::vector<std::string>());
  if (paths.empty()) return {};
  // Missing layers take time, too.
  if (paths.size() > kMaxLayers - openedCount_) {
    reportFull(layer);
    paths.resize(kMaxLayers - openedCount_);
  }
  openedCount_ += paths.size();
  const auto offsets = root.field(fields::kSubLayerOffsets).valueOr(std::vector<LayerOffset>());

  for (std::string& path : paths) {
    if (!isVariableExpression(path)) continue;
    ExpressionResult result = evaluateTextExpression(path, stack_->expressionVariables_);
    if (!result.errors.empty()) {
      report(faults::kSublayerExpression, layer, {path, result.errors});
    }
    path = result.text();
  }

  std::vector<FoundLayer> opened(paths.size());
  // Runs isolated: otherwise this thread would compute indexes of other prims while it waits, and
  // nest them on its stack.
  runIsolated([&] {
    parallelFor(paths.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        if (!paths[i].empty()) opened[i] = layers_.open(paths[i], layer);
      }
    });
  });

  std::vector<Pending> sublayers;
  const double rate = usdscope::timeCodesPerSecond(layer);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].empty()) continue;
    FoundLayer& sublayer = opened[i];
    if (!sublayer.layer) {
      stack_->missingLayers_.push_back(sublayer.identifier);
      if (sublayer.isMuted) continue;
      report(faults::kUnreadableSublayer, layer, {paths[i], sublayer.problem});
      continue;
    }
    if (includers_.contains(sublayer.layer.get())) {
      report(faults::kSublayerCycle, layer, {paths[i]});
      continue;
    }
    LayerOffset authored = i < offsets.size() ? offsets[i] : LayerOffset();
    Diagnostics unusable;
    authored = validOrIdentity(authored, {}, unusable);
    if (!unusable.isEmpty()) {
      report(faults::kSublayerOffset, layer, {paths[i]});
    }
    const LayerOffset layerFromSublayer =
        offsetAtRates(authored, rate, usdscope::timeCodesPerSecond(*sublayer.layer));
    sublayers.push_back({.layer = std::move(sublayer.layer),
                         .offset = compose(stackFromLayer, layerFromSublayer),
                         .parent = entry,
                         .authored = authored});
  }
  return sublayers;
}

void LayerStackBuilder::putOwnedFirst(const Layer& layer, const std::string& owner,
                                      std::vector<Pending>& sublayers) {
  if (owner.empty()) return;
  if (!layer.pseudoRoot().field(fields::kHasOwnedSubLayers).valueOr(false)) return;
  const auto end = std::stable_partition(
      sublayers.begin(), sublayers.end(),
      [&](const Pending& sublayer) { return isOwnedBy(*sublayer.layer, owner); });
  if (end - sublayers.begin() > 1) {
    report(faults::kSharedOwner, layer, {owner});
  }
}

std::string LayerStackBuilder::sessionOwner() const {
  for (const LayerStackEntry& entry : stack_->entries_) {
    if (auto owner = authoredText(*entry.layer, fields::kSessionOwner)) return *owner;
  }
  return {};
}

void LayerStackBuilder::report(const CompositionFault& fault, const Layer& layer,
                               std::initializer_list<std::string_view> names) {
  stack_->errors_.push_back({.kind = fault.kind,
                             .site = {.layer = layer.identifier(), .path = "/"},
                             .rootPath = Path::root(),
                             .message = messageOf(fault, names)});
}

}  // namespace usdscope
