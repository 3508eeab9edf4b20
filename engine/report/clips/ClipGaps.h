// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// Returns for each stretch of a set whether its clip has no samples of an attribute. Takes
/// little more than one step for a stretch, also where there are thousands of gaps in each.
/// Requires: `declared` and `lane` are those of one ClipSetReport.
std::vector<bool> stretchesWithGap(std::span<const ClipStretch> lane,
                                   std::span<const Path> declared, Path attribute);

}  // namespace usdscope
