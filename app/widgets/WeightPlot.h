// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRect>
#include <vector>

class QPainter;

namespace usdscope {

/// A weight over a range of time, drawn in one row of a table. All rows have the same times.
struct WeightPlot {
  std::vector<float> weights;  ///< One for each time; empty until they are known.
  /// Weights of in-betweens, drawn as marks at the left edge with a line across.
  std::vector<float> inbetweens;
  QColor color;
  bool isOverridden = false;  ///< Whether an override replaces the animated weight.
  bool operator==(const WeightPlot&) const = default;
};

/// The range of weights that a plot shows. It contains 0, 1 and all weights of the plot.
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
