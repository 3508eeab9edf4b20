// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSetCache.h"

#include <mutex>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

ClipSetCache::ClipSetCache(const StageRows& rows, LayerCache& layers)
    : rows_(rows), files_(std::make_shared<ClipFiles>(layers, rows.request.clipByteBudget)) {}

std::shared_ptr<const ClipSets> ClipSetCache::setsOf(std::uint32_t row) const {
  // Prims without clips of their own have the sets of the nearest ancestor with clips.
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
  // If two threads made the sets, both use the first result, so that they share opened layers.
  const std::unique_lock lock(mutex_);
  return setsByRow_.try_emplace(row, std::move(sets)).first->second;
}

std::shared_ptr<const ClipSets> ClipSetCache::make(std::uint32_t row) const {
  std::vector<ClipFault> faults;
  auto sets = std::make_shared<ClipSets>();
  for (ClipSetDefinition& definition :
       composeClipSets(*rows_.indexOf(row), files_->resolver(), faults)) {
    if (auto set = ClipSet::make(std::move(definition), files_)) sets->push_back(std::move(set));
  }
  for (const ClipFault& fault : faults) files_->report(fault);
  if (const std::uint32_t parent = rows_.prims[row].parent; parent != kNoRow) {
    const auto inherited = setsOf(parent);
    sets->insert(sets->end(), inherited->begin(), inherited->end());
  }
  return sets;
}

}  // namespace usdscope
