// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FrameSteps.h"

#include <algorithm>
#include <numbers>
#include <utility>

namespace usdscope {
namespace {

double frameAt(const FrameRanges& frames, std::int64_t index) {
  for (const FrameRange& range : frames.ranges) {
    if (index < range.count) return range.frame(index);
    index -= range.count;
  }
  return 0.0;
}

}  // namespace

FrameSteps FrameSteps::ofFrames(FrameRanges frames) {
  FrameSteps steps;
  steps.frames_ = std::move(frames);
  return steps;
}

FrameSteps FrameSteps::ofTurn(TimeCode time, std::int64_t count) {
  FrameSteps steps;
  steps.time_ = time;
  steps.turnCount_ = count;
  return steps;
}

FrameSteps FrameSteps::ofTime(TimeCode time) {
  FrameSteps steps;
  steps.time_ = time;
  return steps;
}

FrameSteps FrameSteps::spreadOver(const FrameRanges& frames, std::int64_t count) {
  const std::int64_t all = frames.count();
  const std::int64_t shown = std::clamp<std::int64_t>(count, 1, std::max<std::int64_t>(all, 1));
  FrameRanges chosen;
  for (std::int64_t i = 0; i < shown; ++i) {
    // Rounded in whole numbers, so that the steps differ by one frame at the most.
    const std::int64_t at =
        shown > 1 ? (i * (all - 1) + (shown - 1) / 2) / (shown - 1) : std::int64_t(0);
    chosen.ranges.push_back({frameAt(frames, at), 1.0, 1});
  }
  return ofFrames(std::move(chosen));
}

std::int64_t FrameSteps::count() const {
  if (isTurn()) return turnCount_;
  return frames_.ranges.empty() ? 1 : frames_.count();
}

FrameStep FrameSteps::at(std::int64_t index) const {
  if (isTurn()) {
    return {double(index + 1), time_, 2.0 * std::numbers::pi * double(index) / double(turnCount_)};
  }
  if (frames_.ranges.empty()) return {time_.isNumeric() ? time_.time() : 0.0, time_, 0.0};
  const double frame = frameAt(frames_, index);
  return {frame, frame, 0.0};
}

FrameRanges FrameSteps::numbers() const {
  if (isTurn()) return {{{1.0, 1.0, turnCount_}}, {}};
  if (!frames_.ranges.empty()) return frames_;
  return {{{at(0).number, 1.0, 1}}, {}};
}

}  // namespace usdscope
