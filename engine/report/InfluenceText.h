// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/scene/SkinWeights.h"

namespace usdscope {

/// What a point follows, a line for each joint with its weight, the largest first, and last the
/// sum. What is odd is said in words. `geometry` says what the point is joined with.
std::string influenceText(const SkinWeights& weights, std::size_t point, const Geometry& geometry);

}  // namespace usdscope
