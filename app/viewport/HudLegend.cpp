// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudLegend.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/viewport/HudBox.h"

namespace usdscope {
namespace {

constexpr std::size_t kFewest = 8;  // Shorter texts say nothing.

}  // namespace

std::vector<HudLegend> legendsThatFit(const std::vector<HudLegend>& legends, std::size_t columns,
                                      std::size_t lines) {
  std::vector<HudLegend> fitting = legends;
  const std::size_t mostColumns = std::max(columns, kFewest);
  std::size_t left = lines;
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    HudLegend& legend = fitting[i];
    legend.title = elidedMiddle(legend.title, mostColumns);
    // The lines that remain are shared with the legends below.
    const std::size_t share = std::max<std::size_t>(left / (fitting.size() - i), 2);
    const std::size_t most = share - 1;
    if (legend.swatches.size() > most) {
      const std::size_t missing = legend.swatches.size() - (most - 1);
      legend.swatches.resize(most);
      legend.swatches.back() = {glm::vec3(0.0f), fmt::format("... {} more", missing)};
    }
    for (HudSwatch& swatch : legend.swatches) swatch.text = elidedMiddle(swatch.text, mostColumns);
    left -= std::min(left, legend.swatches.size() + 1);
  }
  return fitting;
}

}  // namespace usdscope
