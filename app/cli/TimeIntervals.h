// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// A stretch of time, `from` not after `to`.
struct TimeInterval {
  double from = 0.0;
  double to = 0.0;
  bool operator==(const TimeInterval&) const = default;
};

struct TimeIntervals {
  std::vector<TimeInterval> intervals;
  bool hasStride = false;  ///< One was given; it says nothing of intervals.
  std::string problem;     ///< Why the text is no list of them, a sentence; else empty.
};

/// Reads what parseFrames() reads as intervals instead: each from one end to the other as they are
/// written, a single time as one from itself to itself. What parseFrames() refuses is refused, but
/// for the number of frames.
TimeIntervals parseIntervals(std::string_view text);

}  // namespace usdscope
