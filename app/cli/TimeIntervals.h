// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// An interval of time. `from` is not after `to`.
struct TimeInterval {
  double from = 0.0;
  double to = 0.0;
  bool operator==(const TimeInterval&) const = default;
};

struct TimeIntervals {
  std::vector<TimeInterval> intervals;
  bool hasStride = false;  ///< Whether the text has a stride, which is ignored.
  std::string problem;     ///< A sentence that says why the text cannot be read; empty if it can.
};

/// Reads the texts of parseFrames() as intervals: each range from its lower to its upper end, and a
/// single time as an interval of length 0. Has the same errors as parseFrames(), except that any
/// number of frames is allowed.
TimeIntervals parseIntervals(std::string_view text);

}  // namespace usdscope
