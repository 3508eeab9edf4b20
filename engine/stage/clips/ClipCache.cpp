// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipCache.h"

#include <mutex>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

ClipCache::ClipCache(const StageRows& rows, LayerCache& layers)
    : rows_(rows), layers_(std::make_shared<ClipLayers>(layers, rows.request.clipByteBudget)) {}

std::shared_ptr<const ClipSets> ClipCache::setsOf(std::uint32_t row) const {
  // The nearest prim that has clips itself speaks for those below.
  while (row != kNoRow && !(rows_.prims[row].flags & prim_flags::kClipsHere)) {
    if (!(rows_.prims[row].flags & prim_flags::kClips)) return none_;
    row = rows_.prims[row].parent;
  }
  if (row == kNoRow) return none_;
  {
    const std::shared_lock lock(mutex_);
    if (const auto it = setsByRow_.find(row); it != setsByRow_.end()) return it->second;
  }
  std::shared_ptr<const ClipSets> sets = make(row);
  // Two threads may have made them; the first one's count, so that all share opened layers.
  const std::unique_lock lock(mutex_);
  return setsByRow_.try_emplace(row, std::move(sets)).first->second;
}

std::shared_ptr<const ClipSets> ClipCache::make(std::uint32_t row) const {
  Diagnostics diagnostics;
  auto sets = std::make_shared<ClipSets>();
  for (ClipSetDefinition& definition :
       composeClipSets(*rows_.indexOf(row), layers_->resolver(), diagnostics)) {
    if (auto set = ClipSet::make(std::move(definition), layers_)) sets->push_back(std::move(set));
  }
  layers_->report(diagnostics);
  if (const std::uint32_t parent = rows_.prims[row].parent; parent != kNoRow) {
    const auto above = setsOf(parent);
    sets->insert(sets->end(), above->begin(), above->end());
  }
  return sets;
}

}  // namespace usdscope
