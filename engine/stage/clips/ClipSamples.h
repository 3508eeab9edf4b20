// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "engine/stage/clips/ClipTimeMap.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {

/// The set times of the samples that bracket a time. Both are equal on a sample, before the first
/// sample and after the last sample.
struct TimeBracket {
  double lower = 0.0;
  double upper = 0.0;
};

/// The time span in which a clip of a set plays: from `start` up to but not including `end`.
struct ClipSpan {
  static constexpr double kForever = std::numeric_limits<double>::max();

  std::size_t file = 0;        ///< Index into the asset paths of the set.
  double authoredStart = 0.0;  ///< As authored in `active`.
  double start = -kForever;  ///< `authoredStart`, except that the first clip plays from -kForever.
  double end = kForever;

  bool contains(double setTime) const { return start <= setTime && setTime < end; }
};

/// A limit of sample times: `times` of a set that plays samples again and again multiply them.
struct ClipTimesLimit {
  std::size_t left = static_cast<std::size_t>(-1);  ///< How many more are allowed.
  bool isReached = false;                           ///< Sample times are missing.
};

/// Returns the set times at which a clip has samples while it plays. Ascending, without duplicates.
/// For this purpose, a clip has a sample at:
/// - its sample times `clipTimes`, mapped through every segment that contains them;
/// - the knots of the map;
/// - its authored start.
/// Beyond the limit, only the earliest segments of the map count.
std::vector<double> clipSampleTimes(const ClipSpan& span, const ClipTimeMap& map,
                                    const Array<double>& clipTimes, ClipTimesLimit& limit);

/// The samples of a clip around a place.
struct ClipBracket {
  TimeBracket inSet;
  TimeBracket inClip;  ///< In clip time, without regard to the span. Unset if there are no samples.
};

/// Returns the samples of the clip that bracket a place of the map, without mapping all samples.
/// Empty only if it finds no sample and no knot in the span, and the span does not contain its own
/// authored start.
///
/// The place may lie outside of the span. The function then finds the samples on either side of the
/// place's clip time and keeps those inside the span. Other samples in the span may be nearer in
/// set time; OpenUSD does the same.
std::optional<ClipBracket> bracketInClip(const ClipSpan& span, const ClipTimeMap& map,
                                         const Array<double>& clipTimes,
                                         const ClipTimeMap::Place& place);

}  // namespace usdscope
