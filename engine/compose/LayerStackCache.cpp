// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerStackCache.h"

#include <algorithm>
#include <mutex>

#include "engine/compose/detail/LayerStackBuilder.h"

namespace usdscope::detail {

LayerStackCache::LayerStackCache(std::shared_ptr<const Layer> root,
                                 std::shared_ptr<const Layer> session, std::set<std::string> muted,
                                 LayerCache& layers)
    : muted_(std::move(muted)), opener_(layers, muted_) {
  const Key key(root.get(), session.get(), nullptr);
  auto stack = LayerStackBuilder(opener_).build(std::move(root), std::move(session), nullptr);
  root_ = stack.get();
  stacks_.emplace(key, std::move(stack));
}

const LayerStack* LayerStackCache::findOrBuild(const std::shared_ptr<const Layer>& layer,
                                               const LayerStack& referencing) {
  const LayerStack* source = referencing.expressionVariablesSource();
  const Key key(layer.get(), nullptr, source == root_ ? nullptr : source);
  {
    const std::shared_lock lock(mutex_);
    const auto found = stacks_.find(key);
    if (found != stacks_.end()) return found->second.get();
  }
  // Without the lock, since it reads files. Another thread may be quicker; then its stack stays.
  auto stack = LayerStackBuilder(opener_).build(layer, nullptr, source);
  const std::unique_lock lock(mutex_);
  return stacks_.try_emplace(key, std::move(stack)).first->second.get();
}

std::vector<const LayerStack*> LayerStackCache::stacks() const {
  std::vector<const LayerStack*> stacks;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [key, stack] : stacks_) stacks.push_back(stack.get());
  }
  std::stable_sort(stacks.begin(), stacks.end(), [](const LayerStack* a, const LayerStack* b) {
    return a->rootLayer()->identifier() < b->rootLayer()->identifier();
  });
  return stacks;
}

}  // namespace usdscope::detail
