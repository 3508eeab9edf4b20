// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "app/viewport/Hud.h"

namespace usdscope {

/// The legends as they fit into `columns` characters and `lines` lines: long texts without their
/// middle, and the first swatches of each legend. If a legend has more, its last swatch, which is
/// black, says how many. Each legend keeps its title and one swatch, so that more lines than
/// `lines` may remain.
std::vector<HudLegend> legendsThatFit(const std::vector<HudLegend>& legends, std::size_t columns,
                                      std::size_t lines);

}  // namespace usdscope
