// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

class Stage;

/// The cost of evaluating a stage at a time: resolving values, posing skeletons, making geometry.
/// Without drawing.
struct FrameCost {
  double time = 0.0;
  double milliseconds = 0.0;
};

/// The part of a prim in the cost of a frame.
struct PrimCost {
  Path prim;
  double milliseconds = 0.0;  ///< Resolving the values of the prim that vary over time.
};

/// Evaluates a stage at all times, in order, and measures each. Values that do not vary are read
/// before the first measurement. Frames that stand out are measured again, with their clips in
/// memory. Stops early when asked to, and returns what has been measured.
std::vector<FrameCost> measureFrames(
    const std::shared_ptr<const Stage>& stage, std::span<const double> times,
    const std::function<void(std::size_t done, std::size_t total)>& progress,
    const std::stop_token& stop);

/// Returns the prims whose values cost most at a time, most first.
std::vector<PrimCost> costliestPrims(const Stage& stage, double time, std::size_t most,
                                     const std::stop_token& stop);

/// Returns the frames that stand out, by index: those that cost several times the median, and
/// enough to be felt.
std::vector<std::size_t> costlyFrames(std::span<const FrameCost> costs);

/// The middle of all costs, in milliseconds; 0 without costs.
double medianCost(std::span<const FrameCost> costs);

/// Returns "Frame 24: 38 ms to evaluate, 12 times the usual cost", without the comparison if it
/// does not stand out.
std::string costText(const FrameCost& cost, double median);

}  // namespace usdscope
