// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/value/TimeCode.h"

namespace usdscope {

enum class PlaybackPace { RealTime, EveryFrame };
enum class LoopMode : std::uint8_t { Once, Loop, PingPong };

/// The position of the playhead, and how it moves. Times are stage time codes.
struct PlaybackState {
  enum class RangeSource {
    None,      ///< Nothing is animated.
    Authored,  ///< startTimeCode and endTimeCode.
    Samples,   ///< The range of all samples, because no usable range is authored.
    Chosen,    ///< The range of all samples, which the user prefers to the authored range.
  };

  /// Decides how values are resolved at the playhead.
  enum class TimeKind : std::uint8_t {
    At,      ///< At `time`. While playing there is no other kind.
    Before,  ///< As the left limit at `time`.
    Default  ///< From defaults alone.
  };

  /// The place to which the playhead has been moved. Its picture may still be being made.
  double time = 0.0;
  TimeKind timeKind = TimeKind::At;
  /// The time of the picture on the screen; empty before the first one.
  std::optional<TimeCode> shown;
  double start = 0.0;
  double end = 0.0;
  /// The part of the range that plays: its first and its last frame.
  double playStart = 0.0;
  double playEnd = 0.0;
  double framesPerSecond = 24.0;
  double timeCodesPerSecond = 24.0;
  /// A sentence about authored rates that cannot be used; empty if they can.
  std::string rateProblem;
  RangeSource rangeSource = RangeSource::None;
  PlaybackPace pace = PlaybackPace::RealTime;
  LoopMode loop = LoopMode::Loop;
  double speed = 1.0;  ///< Factor of the scene's rate; positive.
  /// The number of steps in a frame; 0 steps to the next sample of the selection.
  int stepsPerFrame = 1;
  bool isReversed = false;  ///< The playhead moves to earlier times.
  bool isPlaying = false;
  bool isScrubbing = false;    ///< The user drags the playhead.
  bool redrawsOnScrub = true;  ///< The picture follows the playhead while the user drags it.
  double measuredFps = 0.0;    ///< Number of frames shown in the last second of playing.
  int droppedFrames = 0;       ///< Number of frames dropped since playing started.

  bool isAnimated() const { return rangeSource != RangeSource::None && end > start; }
  bool isPlayRangeWhole() const { return playStart == start && playEnd == end; }
  double timeCodesPerFrame() const;
  /// The time of the picture on the screen, at which all panes resolve values.
  TimeCode timeCode() const { return shown.value_or(wantedTime()); }
  /// The number of timeCode(); at the default time, the number that the playhead has left.
  double shownTime() const;
  /// The time to which the playhead has been moved.
  TimeCode wantedTime() const;
  /// Whether the picture on the screen is the picture at the playhead.
  bool isShown() const { return timeCode() == wantedTime(); }
  /// Moves the playhead. The default time leaves it at its number.
  void moveTo(TimeCode code);
  bool operator==(const PlaybackState&) const = default;
};

/// The rates of a scene, made usable.
struct PlaybackRates {
  double framesPerSecond = 24.0;
  double timeCodesPerSecond = 24.0;
  std::string problem;  ///< A sentence about rates that were replaced; empty if none was.
};

/// Replaces rates that are not finite, not positive, or beyond a million, by 24.
PlaybackRates usableRates(double framesPerSecond, double timeCodesPerSecond);

/// A position of the playhead while playing.
struct PlaybackPlace {
  double time = 0.0;
  bool isReversed = false;
  bool hasEnded = false;  ///< Playing once has come to its end.
  bool operator==(const PlaybackPlace&) const = default;
};

/// Returns the whole frame that real time shows `elapsedSeconds` after the playhead was at `time`.
/// `state` has the range, the rates, the way of looping and the direction at that time.
PlaybackPlace placeAfter(const PlaybackState& state, double time, double elapsedSeconds);

/// Returns the frame that follows the playhead while playing.
PlaybackPlace nextPlace(const PlaybackState& state);

/// Returns the time of the playhead after some steps by hand, as long as stepsPerFrame says.
/// Wraps within the play range unless playing ends there; outside of it, stops at the ends of the
/// range. Requires: stepsPerFrame > 0.
double stepped(const PlaybackState& state, int steps);

/// Returns every frame of the range. If there are more than `most` frames, returns `most` times
/// spread over the range. Empty if nothing is animated.
std::vector<double> framesOf(const PlaybackState& state, std::size_t most);

}  // namespace usdscope
