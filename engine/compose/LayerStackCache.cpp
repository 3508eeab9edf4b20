// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerStackCache.h"

#include <algorithm>
#include <mutex>

#include "engine/compose/detail/LayerStackBuilder.h"
#include "engine/layer/Fields.h"

namespace usdscope::detail {

LayerStackCache::LayerStackCache(std::shared_ptr<const Layer> root,
                                 std::shared_ptr<const Layer> session, std::set<std::string> muted,
                                 LayerCache& layers)
    : muted_(std::move(muted)), layers_(layers), opener_(layers, muted_) {
  const Key key(root.get(), session.get(), 0);
  root_ = add(key, LayerStackBuilder(opener_).build(std::move(root), std::move(session), nullptr));
}

LayerStackCache::LayerStackCache(std::shared_ptr<const Layer> root,
                                 std::shared_ptr<const Layer> session, std::set<std::string> muted,
                                 LayerCache& layers, const LayerStackCache& previous)
    : LayerStackCache(std::move(root), std::move(session), std::move(muted), layers) {
  const auto before = previous.stacksByNumber();
  // If the stage's own stack has not changed, the previous object is kept.
  const LayerStack& was = *before[0];
  if (was.rootLayer() == root_->rootLayer() && was.sessionLayer() == root_->sessionLayer() &&
      isCurrent(was, previous.muted_)) {
    stacks_[0] = before[0];
    root_ = before[0].get();
  }
  stacks_.resize(before.size());
  variableSources_ = previous.variableSources_;
  variableSources_.resize(before.size());
  // A stack has a higher number than the stack that it inherits variables from.
  for (std::uint32_t number = 1; number < before.size(); ++number) {
    if (before[number]) carryOver(number, previous, before);
  }
}

void LayerStackCache::carryOver(std::uint32_t number, const LayerStackCache& previous,
                                const std::vector<std::shared_ptr<const LayerStack>>& before) {
  const LayerStack& was = *before[number];
  const std::uint32_t source = variableSources_[number];
  const std::string& identifier = was.rootLayer()->identifier();
  if (!stacks_[source] || muted_.contains(identifier)) return;
  const bool hasOtherVariables =
      stacks_[source] != before[source] &&
      stacks_[source]->expressionVariables() != before[source]->expressionVariables();
  std::shared_ptr<const LayerStack> stack = before[number];
  if (hasOtherVariables || !isCurrent(was, previous.muted_)) {
    const auto opened = layers_.findOrOpen(identifier);
    if (!opened->layer) return;
    auto made = LayerStackBuilder(opener_).build(opened->layer, nullptr, stacks_[source].get());
    made->number_ = number;
    if (made->expressionVariablesSource_ == LayerStack::kOwnVariables) {
      made->expressionVariablesSource_ = number;
    }
    stack = std::move(made);
  }
  noteClips(*stack);
  const Key key(stack->rootLayer().get(), nullptr, source);
  if (numbers_.try_emplace(key, number).second) stacks_[number] = std::move(stack);
}

// One pass over the names of all fields is far cheaper than a look at each prim.
void LayerStackCache::noteClips(const LayerStack& stack) {
  if (mayHaveClips()) return;
  const bool hasClips = std::ranges::any_of(stack.entries(), [](const LayerStackEntry& entry) {
    const auto& names = entry.layer->tables().fieldNames;
    return std::ranges::find(names, fields::kClips) != names.end();
  });
  if (hasClips) mayHaveClips_.store(true, std::memory_order_relaxed);
}

bool LayerStackCache::isCurrent(const LayerStack& stack,
                                const std::set<std::string>& mutedBefore) const {
  for (const LayerStackEntry& entry : stack.entries()) {
    const bool isOwn =
        root_ && (entry.layer == root_->rootLayer() || entry.layer == root_->sessionLayer());
    if (muted_.contains(entry.layer->identifier()) && entry.layer != stack.rootLayer()) {
      return false;
    }
    if (isOwn) continue;
    const auto opened = layers_.find(entry.layer->identifier());
    if (opened && opened->layer != entry.layer) return false;
  }
  return std::ranges::none_of(stack.missingLayers(), [&](const std::string& missing) {
    if (muted_.contains(missing) != mutedBefore.contains(missing)) return true;
    const auto opened = muted_.contains(missing) ? nullptr : layers_.find(missing);
    return opened && opened->layer;
  });
}

const LayerStack* LayerStackCache::add(const Key& key, std::unique_ptr<LayerStack> stack) {
  const auto [it, isNew] = numbers_.try_emplace(key, static_cast<std::uint32_t>(stacks_.size()));
  if (!isNew) return stacks_[it->second].get();
  noteClips(*stack);
  stack->number_ = it->second;
  if (stack->expressionVariablesSource_ == LayerStack::kOwnVariables) {
    stack->expressionVariablesSource_ = it->second;
  }
  stacks_.push_back(std::move(stack));
  variableSources_.push_back(std::get<2>(key));
  return stacks_.back().get();
}

const LayerStack* LayerStackCache::findOrBuild(const std::shared_ptr<const Layer>& layer,
                                               const LayerStack& referencing) {
  const Key key(layer.get(), nullptr, referencing.expressionVariablesSource());
  std::shared_ptr<const LayerStack> source;
  {
    const std::shared_lock lock(mutex_);
    const auto found = numbers_.find(key);
    if (found != numbers_.end()) return stacks_[found->second].get();
    source = stacks_[referencing.expressionVariablesSource()];
  }
  // Builds without the lock, because it reads files. If another thread has added the stack
  // meanwhile, that one is used.
  auto stack = LayerStackBuilder(opener_).build(layer, nullptr, source.get());
  const std::unique_lock lock(mutex_);
  return add(key, std::move(stack));
}

std::vector<const LayerStack*> LayerStackCache::stacks() const {
  std::vector<const LayerStack*> stacks;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& stack : stacks_) {
      if (stack) stacks.push_back(stack.get());
    }
  }
  std::stable_sort(stacks.begin(), stacks.end(), [](const LayerStack* a, const LayerStack* b) {
    return a->rootLayer()->identifier() < b->rootLayer()->identifier();
  });
  return stacks;
}

std::vector<std::shared_ptr<const LayerStack>> LayerStackCache::stacksByNumber() const {
  const std::shared_lock lock(mutex_);
  return stacks_;
}

const LayerStack* LayerStackCache::findCurrent(const LayerStack& stack) const {
  const std::shared_lock lock(mutex_);
  const bool isThere = stack.number() < stacks_.size() && stacks_[stack.number()];
  return isThere ? stacks_[stack.number()].get() : &stack;
}

void LayerStackCache::keepOnly(const std::vector<std::uint32_t>& useCounts) {
  const std::unique_lock lock(mutex_);
  for (std::uint32_t number = 1; number < stacks_.size(); ++number) {
    const bool isUsed = number < useCounts.size() && useCounts[number] > 0;
    if (!isUsed) stacks_[number] = nullptr;
  }
  std::erase_if(numbers_, [&](const auto& entry) { return !stacks_[entry.second]; });
  relocatedMaps_.clear();
}

}  // namespace usdscope::detail
