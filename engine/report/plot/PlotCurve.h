// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace usdscope {

/// The meaning of a time in a plot: an authored sample, a knot of a spline, or neither.
enum class PlotMark : std::uint8_t { None, Sample, Knot };

/// The times of a plot, ascending. A time that occurs twice is a step.
struct PlotTimes {
  std::vector<double> times;
  std::vector<PlotMark> marks;  ///< One for each time.

  /// Returns the indices of the times from `from` to `to`, both included, as a half-open range.
  std::pair<std::size_t, std::size_t> between(double from, double to) const;
};

/// A vertex of a line to draw. NaN as value ends the line; the next vertex begins another one.
struct PlotVertex {
  double time = 0.0;
  double value = 0.0;
  bool operator==(const PlotVertex&) const = default;
};

struct PlotRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool isEmpty() const { return !(low <= high); }
  void add(const PlotRange& other);
  bool operator==(const PlotRange&) const = default;
};

/// One number over time, with summaries, so that drawing millions of samples costs as much as
/// drawing a few thousand. Immutable and thread-safe.
class PlotCurve {
 public:
  PlotCurve() = default;
  /// Takes one value for each time of a plot; NaN where the plot has a gap. Infinite values are
  /// gaps, too.
  explicit PlotCurve(std::vector<double> values);

  std::span<const double> values() const { return values_; }
  /// Returns the range of the values [first, last), without gaps.
  PlotRange range(std::size_t first, std::size_t last) const;

  /// Returns the line between two times for a picture that is `columns` pixels wide. Includes the
  /// vertices next to both ends. If many vertices share a column, returns the first, the lowest,
  /// the highest and the last of them: at most about five vertices for each column. Requires:
  /// `times` has a time for each value.
  std::vector<PlotVertex> line(const PlotTimes& times, double from, double to,
                               std::size_t columns) const;

 private:
  std::vector<double> values_;
  /// Level i has the range of each 16^(i + 1) consecutive values.
  std::vector<std::vector<PlotRange>> levels_;
};

}  // namespace usdscope
