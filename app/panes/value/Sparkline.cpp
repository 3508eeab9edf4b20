// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/Sparkline.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "app/panes/value/PlotPainter.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kMargin = 4;

}  // namespace

void paintSparkline(QPainter& painter, const QRect& area, const AttributePlot& plot, double from,
                    double to, double playhead) {
  const QRectF inner = QRectF(area).adjusted(kMargin, kMargin, -kMargin, -kMargin);
  if (inner.width() < 2.0 || inner.height() < 2.0 || !(from < to)) return;
  const auto xOf = [&](double time) {
    return inner.left() + (std::clamp(time, from, to) - from) / (to - from) * inner.width();
  };
  painter.save();
  painter.setClipRect(area);
  bool isOdd = false;
  for (const PlotSpan& span : plot.spans) {
    if (span.to < from || span.from > to) continue;
    isOdd = !isOdd;
    painter.fillRect(
        QRectF(QPointF(xOf(span.from), inner.top()), QPointF(xOf(span.to), inner.bottom())),
        isOdd ? theme::kLine : theme::kRaised);
  }
  const auto [first, last] = plot.times.between(from, to);
  PlotRange range;
  for (const PlotCurve& curve : plot.curves) range.add(curve.range(first, last));
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < plot.curves.size() && !range.isEmpty(); ++i) {
    const double height = range.high - range.low;
    const auto yOf = [&](double value) {
      const double share = height > 0.0 ? (value - range.low) / height : 0.5;
      return inner.bottom() - std::clamp(share, -10.0, 10.0) * inner.height();
    };
    painter.setPen(plotPen(plot, 0, i));
    QPolygonF line;
    const auto columns = std::size_t(inner.width());
    for (const PlotVertex& vertex : plot.curves[i].line(plot.times, from, to, columns)) {
      if (std::isfinite(vertex.value)) {
        line << QPointF(xOf(vertex.time), yOf(vertex.value));
      } else {
        painter.drawPolyline(line);
        line.clear();
      }
    }
    painter.drawPolyline(line);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (playhead >= from && playhead <= to) {
    painter.setPen(QPen(theme::kPlayhead, 1.0));
    const double x = std::round(xOf(playhead));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  painter.restore();
}

}  // namespace usdscope
