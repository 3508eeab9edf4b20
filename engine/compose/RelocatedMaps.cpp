// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/RelocatedMaps.h"

namespace usdscope::detail {

MapFunction RelocatedMaps::find(const LayerStack& stack, Path target, const MapFunction& map,
                                bool withRootIdentity) {
  const Key key{&stack, target.index(), map.index(), withRootIdentity};
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = maps_.find(key); known != maps_.end()) return known->second;
  }
  MapFunction relocated = compose(stack.relocates().mapBelow(target), map);
  if (withRootIdentity) relocated = relocated.withRootIdentity();
  const std::scoped_lock lock(mutex_);
  return maps_.try_emplace(key, relocated).first->second;
}

void RelocatedMaps::clear() {
  const std::scoped_lock lock(mutex_);
  maps_.clear();
}

}  // namespace usdscope::detail
