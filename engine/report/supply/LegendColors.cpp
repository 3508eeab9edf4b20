// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/LegendColors.h"

namespace usdscope {

glm::vec3 LegendColors::ofClip(const std::string& file, std::size_t index) {
  const std::lock_guard lock(mutex_);
  const auto [entry, isNew] = indexes_.try_emplace(file, index % kClipColorCount);
  if (!isNew) return colorOfClip(entry->second);
  for (std::size_t i = 1; i < kClipColorCount; ++i) {
    const std::size_t next = (index % kClipColorCount + i) % kClipColorCount;
    if (clipCounts_[next] < clipCounts_[entry->second]) entry->second = next;
  }
  ++clipCounts_[entry->second];
  return colorOfClip(entry->second);
}

glm::vec3 LegendColors::of(const ResolveInfo& info, const SupplierColor& supplier) {
  // Layers keep their own colours, which depend on the stage.
  return info.clip ? ofClip(supplier.id, info.clip->index) : supplier.color;
}

}  // namespace usdscope
