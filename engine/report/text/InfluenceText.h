// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/scene/InfluenceInspection.h"

namespace usdscope {

/// Returns the influences of a point as text: a line for each joint with its weight, largest first,
/// then the sum. Remarks mark suspicious weights; to find isolated weights, the neighbours of the
/// point are taken from `geometry`.
std::string influenceText(const InfluenceInspection& weights, std::size_t point,
                          const Geometry& geometry);

}  // namespace usdscope
