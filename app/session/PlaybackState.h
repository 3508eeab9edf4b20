// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace usdscope {

enum class PlaybackPace { RealTime, EveryFrame };

/// Where the playhead is and how it moves. Times are stage time codes.
struct PlaybackState {
  enum class RangeSource {
    None,      ///< Nothing is animated.
    Authored,  ///< startTimeCode and endTimeCode.
    Samples,   ///< Of all authored samples, where no range is authored.
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

/// Where the playhead is after `elapsedSeconds` of real time from `time`: wraps in the range when
/// looping, else stops at its end.
double advanced(const PlaybackState& state, double time, double elapsedSeconds);

/// The playhead moved to the next or a further whole frame; kept in the range, or wrapped when
/// looping.
double stepped(const PlaybackState& state, int frames);

/// Every frame of the range, or `most` times spread over it; none where nothing is animated.
std::vector<double> framesOf(const PlaybackState& state, std::size_t most);

}  // namespace usdscope
