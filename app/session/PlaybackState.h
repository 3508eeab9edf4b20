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
    Samples,   ///< The range of all samples, because no range is authored.
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
  double measuredFps = 0.0;  ///< Number of frames shown in the last second of playing.
  int droppedFrames = 0;     ///< Number of frames dropped since playing started.

  bool isAnimated() const { return rangeSource != RangeSource::None && end > start; }
  double timeCodesPerFrame() const;
  bool operator==(const PlaybackState&) const = default;
};

/// Returns the time of the playhead `elapsedSeconds` after it was at `time`. Wraps within the range
/// when looping; else stops at the end of the range.
double advanced(const PlaybackState& state, double time, double elapsedSeconds);

/// Returns the time of the playhead after moving it by whole frames. Wraps within the range when
/// looping; else stops at its ends.
double stepped(const PlaybackState& state, int frames);

/// Returns every frame of the range. If there are more than `most` frames, returns `most` times
/// spread over the range. Empty if nothing is animated.
std::vector<double> framesOf(const PlaybackState& state, std::size_t most);

}  // namespace usdscope
