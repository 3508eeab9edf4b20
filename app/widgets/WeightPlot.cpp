// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/WeightPlot.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kPlotMargin = 4;
constexpr double kMarkLength = 5.0;

}  // namespace

WeightRange rangeOf(const WeightPlot& plot) {
  WeightRange range;
  for (const auto* numbers : {&plot.weights, &plot.inbetweens}) {
    for (const float number : *numbers) {
      if (!std::isfinite(number)) continue;
      range.low = std::min(range.low, number);
      range.high = std::max(range.high, number);
    }
  }
  return range;
}

void paintWeightPlot(QPainter& painter, const QRect& area, const WeightPlot& plot,
                     const std::vector<double>& times, double playhead) {
  const QRectF inner = QRectF(area).adjusted(kPlotMargin, kPlotMargin, -kPlotMargin, -kPlotMargin);
  if (inner.width() < 2.0 || inner.height() < 2.0) return;
  const WeightRange range = rangeOf(plot);
  const auto yOf = [&](double weight) {
    return inner.bottom() - (weight - range.low) / (range.high - range.low) * inner.height();
  };
  painter.save();
  painter.setClipRect(area);
  painter.setPen(QPen(theme::kLine, 1.0));
  for (const double line : {0.0, 1.0}) {
    painter.drawLine(QPointF(inner.left(), yOf(line)), QPointF(inner.right(), yOf(line)));
  }
  for (const float weight : plot.inbetweens) {
    painter.setPen(QPen(theme::kLine, 1.0, Qt::DotLine));
    painter.drawLine(QPointF(inner.left(), yOf(weight)), QPointF(inner.right(), yOf(weight)));
    painter.setPen(QPen(theme::kDim, 2.0));
    painter.drawLine(QPointF(inner.left(), yOf(weight)),
                     QPointF(inner.left() + kMarkLength, yOf(weight)));
  }
  const bool hasTimes = times.size() > 1 && times.back() > times.front();
  const auto xOf = [&](double time) {
    return inner.left() + (time - times.front()) / (times.back() - times.front()) * inner.width();
  };
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasTimes && plot.weights.size() == times.size()) {
    painter.setPen(QPen(plot.isOverridden ? theme::kFaint : plot.color, 1.5,
                        plot.isOverridden ? Qt::DashLine : Qt::SolidLine));
    QPolygonF line;
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (std::isfinite(plot.weights[i])) {
        line << QPointF(xOf(times[i]), yOf(double(plot.weights[i])));
      } else {
        painter.drawPolyline(line);
        line.clear();
      }
    }
    painter.drawPolyline(line);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (hasTimes && playhead >= times.front() && playhead <= times.back()) {
    painter.setPen(QPen(theme::kPlayhead, 1.0));
    const double x = std::round(xOf(playhead));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  painter.restore();
}

}  // namespace usdscope
