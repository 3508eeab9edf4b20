// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <utility>
#include <vector>

#include "engine/report/plot/PlotCurve.h"

namespace usdscope {

/// Maps times and values of a plot to the pixels of a rectangle.
struct PlotScale {
  QRectF area;
  double from = 0.0;  ///< The time at the left edge.
  double to = 1.0;
  PlotRange values{0.0, 1.0};  ///< The values at the lower and the upper edge.

  double xOf(double time) const { return area.left() + (time - from) / (to - from) * area.width(); }
  double yOf(double value) const {
    return area.bottom() - (value - values.low) / (values.high - values.low) * area.height();
  }
  double timeAt(double x) const { return from + (x - area.left()) / area.width() * (to - from); }
  double valueAt(double y) const {
    return values.low + (area.bottom() - y) / area.height() * (values.high - values.low);
  }
};

/// Returns a range zoomed by a factor around a number in it, which keeps its place.
std::pair<double, double> zoomed(double low, double high, double at, double factor);

/// Whether a range of times is finite, and so long that a double can distinguish its times.
bool isLongEnough(const std::pair<double, double>& times);

/// Returns round numbers from `low` to `high`, so that about `pixels` lie between two of them in a
/// picture of `size` pixels: multiples of 1, 2 or 5 times a power of ten.
std::vector<double> roundNumbers(double low, double high, double size, double pixels);

}  // namespace usdscope
