// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/report/supply/SupplierColors.h"

namespace usdscope {

/// colorOfClip() repeats after this number of clips.
inline constexpr std::size_t kClipColorCount = 20;

/// Returns the colour of the source of a value in a legend. If another supplier in the legend has
/// the colour of a clip, as clips of several sets may, this is a free one of the colours of clips.
/// `isUsed(color)` says whether another supplier has a colour. `own` is the colour of the source.
template <typename IsUsed>
glm::vec3 colorInLegend(const ResolveInfo& info, const glm::vec3& own, const IsUsed& isUsed) {
  for (std::size_t i = 0; info.clip && i < kClipColorCount; ++i) {
    const glm::vec3& color = colorOfClip(info.clip->index + i);
    if (!isUsed(color)) return color;
  }
  return own;
}

/// The colours that suppliers have in legends, for pictures that are seen together: a supplier has
/// the same colour in all of them, whichever picture shows it first. Thread-safe.
class LegendColors {
 public:
  /// Returns the colour of the source of a value, and remembers it; see colorInLegend().
  glm::vec3 of(const ResolveInfo& info, const SupplierColor& supplier);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, glm::vec3> colors_;  ///< By SupplierColor::id.
};

}  // namespace usdscope
