// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/scene/SkinWeights.h"

namespace usdscope {

/// The influences of a point: a line for each joint with its weight, largest first, then the sum.
/// Remarks mark suspicious weights; `geometry` provides the neighbours of the point for them.
std::string influenceText(const SkinWeights& weights, std::size_t point, const Geometry& geometry);

}  // namespace usdscope
