// SPDX-License-Identifier: Apache-2.0
#include "engine/report/plot/PlotCurve.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

constexpr std::size_t kFan = 16;
// Columns with fewer vertices on average are drawn with all of them.
constexpr std::size_t kFewVertices = 4;

PlotRange rangeOf(double value) {
  return std::isfinite(value) ? PlotRange{value, value} : PlotRange();
}

// Adds the vertices [first, last), which share a column, as at most five vertices.
void addColumn(const PlotTimes& times, const PlotCurve& curve, std::size_t first, std::size_t last,
               std::vector<PlotVertex>& line) {
  const auto add = [&](std::size_t i) { line.push_back({times.times[i], curve.values()[i]}); };
  if (last - first <= kFewVertices) {
    for (std::size_t i = first; i < last; ++i) add(i);
    return;
  }
  add(first);
  const PlotRange range = curve.range(first, last);
  if (!range.isEmpty()) {
    const double middle = times.times[first + (last - first) / 2];
    line.push_back({middle, range.low});
    line.push_back({middle, range.high});
  }
  add(last - 1);
}

}  // namespace

std::pair<std::size_t, std::size_t> PlotTimes::between(double from, double to) const {
  const auto first = std::ranges::lower_bound(times, from);
  const auto last = std::upper_bound(first, times.end(), std::max(from, to));
  return {std::size_t(first - times.begin()), std::size_t(last - times.begin())};
}

void PlotRange::add(const PlotRange& other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

PlotCurve::PlotCurve(std::vector<double> values) : values_(std::move(values)) {
  std::vector<PlotRange> level((values_.size() + kFan - 1) / kFan);
  for (std::size_t i = 0; i < values_.size(); ++i) level[i / kFan].add(rangeOf(values_[i]));
  while (level.size() > 1) {
    levels_.push_back(std::move(level));
    const std::vector<PlotRange>& below = levels_.back();
    level.assign((below.size() + kFan - 1) / kFan, {});
    for (std::size_t i = 0; i < below.size(); ++i) level[i / kFan].add(below[i]);
  }
}

PlotRange PlotCurve::range(std::size_t first, std::size_t last) const {
  PlotRange range;
  last = std::min(last, values_.size());
  for (; first < last && (first % kFan != 0 || first + kFan > last || levels_.empty()); ++first) {
    range.add(rangeOf(values_[first]));
  }
  // From here on, `first` starts a whole group of level 0, 1, …
  std::size_t size = kFan;
  std::size_t level = 0;
  while (first + size <= last) {
    while (level + 1 < levels_.size() && first % (size * kFan) == 0 &&
           first + size * kFan <= last) {
      size *= kFan;
      ++level;
    }
    range.add(levels_[level][first / size]);
    first += size;
    while (level > 0 && first + size > last) {
      size /= kFan;
      --level;
    }
  }
  for (; first < last; ++first) range.add(rangeOf(values_[first]));
  return range;
}

std::vector<PlotVertex> PlotCurve::line(const PlotTimes& times, double from, double to,
                                        std::size_t columns) const {
  std::vector<PlotVertex> line;
  if (values_.empty() || columns == 0 || !(from <= to)) return line;
  auto [first, last] = times.between(from, to);
  if (first > 0) --first;
  if (last < values_.size()) ++last;
  if (last - first <= kFewVertices * columns) {
    for (std::size_t i = first; i < last; ++i) line.push_back({times.times[i], values_[i]});
    return line;
  }
  const auto begin = times.times.begin();
  std::size_t at = first;
  for (std::size_t column = 0; column < columns && at < last; ++column) {
    const double end = from + (to - from) * double(column + 1) / double(columns);
    const auto found =
        std::upper_bound(begin + std::ptrdiff_t(at), begin + std::ptrdiff_t(last), end);
    const auto next = std::size_t(found - begin);
    if (next > at) addColumn(times, *this, at, next, line);
    at = next;
  }
  for (; at < last; ++at) line.push_back({times.times[at], values_[at]});
  return line;
}

}  // namespace usdscope
