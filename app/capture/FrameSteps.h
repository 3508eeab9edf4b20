// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/capture/FrameRange.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// One picture of a job.
struct FrameStep {
  double number = 0.0;  ///< The number in its file name.
  TimeCode time;        ///< The time of its scene.
  double turn = 0.0;    ///< The angle by which the camera has gone around the scene, in radians.
};

/// The pictures of a job, in order: frames of the scene, or a turn around one of them.
class FrameSteps {
 public:
  FrameSteps() = default;
  /// Each frame of the ranges is one picture.
  static FrameSteps ofFrames(FrameRanges frames);
  /// `count` pictures with the numbers 1, 2, …, in which the camera goes once around the scene of
  /// one time.
  static FrameSteps ofTurn(TimeCode time, std::int64_t count);
  /// One picture.
  static FrameSteps ofTime(TimeCode time);
  /// `count` frames that are spread over the ranges, with the first and the last one.
  static FrameSteps spreadOver(const FrameRanges& frames, std::int64_t count);

  std::int64_t count() const;
  /// Requires: 0 ≤ index < count().
  FrameStep at(std::int64_t index) const;
  bool isTurn() const { return turnCount_ > 0; }
  /// The numbers of all pictures, for naming them.
  FrameRanges numbers() const;

 private:
  FrameRanges frames_;
  TimeCode time_;               ///< Used without frames.
  std::int64_t turnCount_ = 0;  ///< 0: the camera stays.
};

}  // namespace usdscope
