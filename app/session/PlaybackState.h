// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace usdscope {

enum class PlaybackPace { RealTime, EveryFrame };

/// The position of the playhead, and how it moves. Times are stage time codes.
struct PlaybackState {
  enum class RangeSource {
    None,      ///< Nothing is animated.
    Authored,  ///< startTimeCode and endTimeCode.
    Samples,   ///< The span of all samples; no range is authored.
  };

  double time = 0.0;
  double start = 0.0;
  double end = 0.0;
  double framesPerSecond = 24.0;
  double timeCodesPerSecond = 24.0;
  RangeSource rangeSource = RangeSource::None;
  PlaybackPace pace = PlaybackPace::RealTime;
  bool isPlaying = false;
  bool isLooping = true;
  double measuredFps = 0.0;  ///< Frames shown in the last second of playing.
  int droppedFrames = 0;     ///< Since playing started.

  bool isAnimated() const { return rangeSource != RangeSource::None && end > start; }
  double timeCodesPerFrame() const;
  bool operator==(const PlaybackState&) const = default;
};

/// Returns the time `elapsedSeconds` of real time after `time`. Wraps in the range when looping;
/// otherwise stops at its end.
double advanced(const PlaybackState& state, double time, double elapsedSeconds);

/// Returns the time of the playhead moved by whole frames. Stays in the range, or wraps when
/// looping.
double stepped(const PlaybackState& state, int frames);

/// Returns every frame of the range, or `most` times spread over it; empty if nothing is animated.
std::vector<double> framesOf(const PlaybackState& state, std::size_t most);

}  // namespace usdscope
