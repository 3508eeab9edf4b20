// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "engine/stage/clips/ClipTimeMap.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {

/// Set times of samples around a time; equal on a sample, before the first, after the last.
struct TimeBracket {
  double lower = 0.0;
  double upper = 0.0;
};

/// When a clip of a set plays: from `start` on, up to and without `end`.
struct ClipSpan {
  static constexpr double kForever = std::numeric_limits<double>::max();

  std::size_t file = 0;        ///< Into the asset paths of the set.
  double authoredStart = 0.0;  ///< As the metadatum `active` has it.
  double start = -kForever;    ///< The same, but the first clip plays from the beginning of time.
  double end = kForever;

  bool contains(double setTime) const { return start <= setTime && setTime < end; }
};

/// Set times at which a clip with samples at `clipTimes` has samples while it plays: those
/// times, through every part of the map that has them; the knots of the map; its authored start.
/// Ascending, each once.
std::vector<double> clipSampleTimes(const ClipSpan& span, const ClipTimeMap& map,
                                    const Array<double>& clipTimes);

/// The samples of the clip around a place of the map, without listing them all. Empty when none
/// lies in the span.
///
/// The place may lie outside of the span. Then those samples inside count that a clip has next to
/// its clip time: not always the nearest ones, but those of the reference.
std::optional<TimeBracket> bracketInClip(const ClipSpan& span, const ClipTimeMap& map,
                                         const Array<double>& clipTimes,
                                         const ClipTimeMap::Place& place);

}  // namespace usdscope
