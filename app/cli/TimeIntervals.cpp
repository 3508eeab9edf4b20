// SPDX-License-Identifier: Apache-2.0
#include "app/cli/TimeIntervals.h"

#include <algorithm>

#include "app/capture/FrameRange.h"

namespace usdscope {
namespace {

// Reads and adds one item of the list. Returns its problem, or nothing.
void addInterval(std::string_view item, TimeIntervals& out) {
  const std::size_t x = item.find('x');
  const std::string_view ends = item.substr(0, x);
  const std::size_t colon = ends.find(':');
  const bool hasStride = x != std::string_view::npos;
  out.hasStride = out.hasStride || hasStride;
  if (hasStride || colon != ends.rfind(':')) out.problem = parseFrames(item).problem;
  if (!out.problem.empty()) return;
  const FrameRanges first = parseFrames(ends.substr(0, colon));
  const FrameRanges last =
      colon == std::string_view::npos ? first : parseFrames(ends.substr(colon + 1));
  out.problem = first.problem.empty() ? last.problem : first.problem;
  if (!out.problem.empty()) return;
  const auto [from, to] = std::minmax(first.ranges.front().first, last.ranges.front().first);
  out.intervals.push_back({from, to});
}

}  // namespace

TimeIntervals parseIntervals(std::string_view text) {
  TimeIntervals result;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    addInterval(text.substr(0, comma), result);
    if (!result.problem.empty()) return {{}, false, result.problem};
    if (comma == text.size()) return result;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace usdscope
