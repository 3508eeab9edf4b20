// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "app/session/playback/PlaybackState.h"
#include "app/session/view/FreeCamera.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// The time that a picture beside the main one shows.
struct ViewTime {
  enum class Kind : std::uint8_t {
    Playhead,  ///< The time of the playhead.
    Offset,    ///< `value` time codes after the playhead.
    Fixed      ///< Always `value`.
  };
  Kind kind = Kind::Playhead;
  double value = 0.0;

  /// Returns the time while the playhead is as `playback` says. An offset from the default time is
  /// the default time.
  TimeCode at(const PlaybackState& playback) const;
  bool operator==(const ViewTime&) const = default;
};

/// A view beside the main one.
struct SideView {
  Path camera;  ///< The camera of the scene to look through; empty for a free camera of its own.
  std::optional<FreeCamera> place;  ///< The free camera; empty until the view has been shown.
  ViewTime time;
  bool operator==(const SideView&) const = default;
};

/// How a second frame is shown in the main picture, to compare it with the frame at the playhead.
enum class CompareMode : std::uint8_t {
  Off,
  Wipe,       ///< The second frame stands at the right of a line.
  Ghost,      ///< Both frames are shown at half strength.
  Difference  ///< The differences of their colours, on black.
};

struct FrameComparison {
  CompareMode mode = CompareMode::Off;
  ViewTime time;      ///< The time of the second frame.
  double wipe = 0.5;  ///< The place of the line, as a share of the width.
  bool operator==(const FrameComparison&) const = default;
};

/// The frames around the playhead that are shown faintly in the main picture.
struct OnionFrames {
  static constexpr int kMost = 5;
  int count = 0;      ///< Before the playhead, and as many after it; 0 for none.
  double step = 1.0;  ///< The frames from one to the next.
  bool operator==(const OnionFrames&) const = default;
};

/// The pictures of the window: the main one, the views beside it, and the compared frame.
struct ViewArrangement {
  static constexpr int kMostSides = 3;
  int sideCount = 0;  ///< 0, 1 or 3 views beside the main one.
  std::array<SideView, kMostSides> sides;
  FrameComparison comparison;
  OnionFrames onion;
  bool hasTrail = false;        ///< The main picture shows the path of what is selected.
  bool isTrailOfPoint = false;  ///< The trail is that of the point that was clicked last.
  bool operator==(const ViewArrangement&) const = default;
};

}  // namespace usdscope
