// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPen>
#include <memory>
#include <vector>

#include "app/widgets/PlotScale.h"
#include "engine/report/plot/AttributePlot.h"

class QPainter;

namespace usdscope {

/// Height of the lane of an attribute whose values are not numbers.
inline constexpr int kPlotLane = 20;

using PlotList = std::vector<std::shared_ptr<const AttributePlot>>;

/// Returns the line of a component of plot number `plot`. Components of vectors are red, green,
/// blue and white, as axes are; plots differ in their dashes. Plots of one number differ in colour.
QPen plotPen(const AttributePlot& of, std::size_t plot, std::size_t component);

/// Draws plots, without the playhead. Spans have lanes below the curves: `lanes` is where the first
/// one begins, at the left edge of the scale.
class PlotPainter {
 public:
  PlotPainter(QPainter& painter, const PlotScale& scale, double lanes);

  /// Lines at round values and times, with their numbers.
  void paintGrid(double axisTop);
  /// A band for each clip, with its file when there is room.
  void paintClips(const AttributePlot& plot);
  void paintCurves(const PlotList& plots);
  void paintSpans(const PlotList& plots);

 private:
  void paintCurve(const AttributePlot& plot, std::size_t component, const QPen& pen);
  void paintMarks(const AttributePlot& plot, std::size_t component, const QPen& pen);
  void paintLane(const AttributePlot& plot, const QPen& pen, double top);

  QPainter& painter_;
  const PlotScale& scale_;
  double lanes_;
};

}  // namespace usdscope
