// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRect>
#include <vector>

class QPainter;

namespace usdscope {

/// A weight over a range of time, drawn in a row. All rows share the times.
struct WeightPlot {
  std::vector<float> weights;     ///< One for each time; empty: not known.
  std::vector<float> inbetweens;  ///< Marked at the left edge, with a line across.
  QColor color;
  bool isOverridden = false;  ///< Another weight replaces the animated one.
  bool operator==(const WeightPlot&) const = default;
};

/// The range of weights that a plot shows: 0, 1 and all of its weights.
struct WeightRange {
  float low = 0.0f;
  float high = 1.0f;
};
WeightRange rangeOf(const WeightPlot& plot);

/// Draws a plot: lines at 0 and 1, marks of in-betweens, the weight, and the playhead if it is in
/// the range. Requires: `times` is sorted.
void paintWeightPlot(QPainter& painter, const QRect& area, const WeightPlot& plot,
                     const std::vector<double>& times, double playhead);

}  // namespace usdscope
