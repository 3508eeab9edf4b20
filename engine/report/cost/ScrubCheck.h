// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/scene/Scene.h"

namespace usdscope {

class Stage;

/// A time whose scene depends on how it was reached.
struct ScrubDifference {
  double time = 0.0;
  Path prim;            ///< The first prim that differs; the root if the scene itself differs.
  std::string message;  ///< One sentence.
};

struct ScrubCheck {
  std::vector<ScrubDifference> differences;  ///< Ascending by time.
  std::size_t frameCount = 0;                ///< The number of times that were compared.
  bool isComplete = true;                    ///< False if the check was stopped.
};

/// Makes the scene at a time; returns null when stopped.
using MakeScene = std::function<std::shared_ptr<const Scene>(TimeCode time)>;
/// Called with the number of scenes that have been made and of those to make.
using ScrubProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Makes the scenes of a stage at all times in order, as playing does, and then in random order, as
/// scrubbing does, with an extractor for each. Compares geometry, transforms, poses, visibility,
/// and the main numbers of cameras, lights and materials. The random order is the same for equal
/// times. Requires: the times are finite and ascending.
ScrubCheck compareScrubbing(const std::shared_ptr<const Stage>& stage,
                            std::span<const double> times, const ScrubProgress& progress,
                            const std::stop_token& stop);

/// Compares two makers of scenes: `play` is called in order, `scrub` in random order. For each
/// difference, `fresh` makes the scene without a history; it says which of the two is wrong.
ScrubCheck compareScrubbing(const MakeScene& play, const MakeScene& scrub, const MakeScene& fresh,
                            std::span<const double> times, const ScrubProgress& progress);

}  // namespace usdscope
