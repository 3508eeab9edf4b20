// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QRect>
#include <vector>

class QPainter;

namespace usdscope {

/// A weight over a range of time, as it is drawn in a row. Shared by all rows: the times.
struct WeightPlot {
  std::vector<float> weights;     ///< One for each time; empty: there is nothing over time.
  std::vector<float> inbetweens;  ///< Marked at the left edge, with a line across.
  QColor color;
  bool isOverridden = false;  ///< The animated weight does not count.
  bool operator==(const WeightPlot&) const = default;
};

/// The weights that fit into a plot: 0, 1 and all of its own.
struct WeightRange {
  float low = 0.0f;
  float high = 1.0f;
};
WeightRange rangeOf(const WeightPlot& plot);

/// Draws a plot: lines at 0 and 1, marks of in-betweens, the weight, and the playhead where it is
/// in the range. `times` ascend.
void paintWeightPlot(QPainter& painter, const QRect& area, const WeightPlot& plot,
                     const std::vector<double>& times, double playhead);

}  // namespace usdscope
