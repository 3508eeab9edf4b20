// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/SupplierLegend.h"

#include <algorithm>

namespace usdscope {

glm::vec3 LegendColors::of(const ResolveInfo& info, const SupplierColor& supplier) {
  // Layers keep their own colours, which depend on the stage.
  if (!info.clip) return supplier.color;
  const std::lock_guard lock(mutex_);
  const auto found = colors_.find(supplier.id);
  if (found != colors_.end()) return found->second;
  const glm::vec3 color = colorInLegend(info, supplier.color, [&](const glm::vec3& used) {
    return std::ranges::any_of(colors_, [&](const auto& each) { return each.second == used; });
  });
  colors_.emplace(supplier.id, color);
  return color;
}

}  // namespace usdscope
