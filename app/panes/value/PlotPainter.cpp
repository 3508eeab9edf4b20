// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/PlotPainter.h"

#include <QFontMetrics>
#include <QObject>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/theme/Theme.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// None of them is the colour of a value source.
const std::array<QColor, 4> kAxes = {QColor(240, 90, 80), QColor(110, 200, 90),
                                     QColor(90, 150, 255), QColor(227, 227, 227)};
const std::array<QColor, 6> kNumbers = {QColor(227, 227, 227), QColor(90, 150, 255),
                                        QColor(240, 90, 80),   QColor(170, 130, 250),
                                        QColor(110, 200, 90),  QColor(200, 140, 90)};
constexpr std::array<Qt::PenStyle, 4> kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine,
                                                 Qt::DashDotLine};
constexpr double kMarkGap = 5.0;  // Marks closer together are not drawn.
constexpr double kMarkRadius = 2.5;
constexpr double kLabelRoom = 40.0;
constexpr double kLeastBand = 4.0;  // The lines of narrower clips would cover the curve.
constexpr int kClipFill = 22;
constexpr int kClipFillOdd = 44;

// Lines are darker on light panes.
QColor onPane(const QColor& color) {
  if (color == kNumbers[0]) return theme::kText;
  return theme::look().ground == theme::Ground::Light ? color.darker(150) : color;
}

QString plotText(const std::string& text) { return QString::fromStdString(text); }

QString clipName(const std::string& path) { return plotText(path.substr(path.rfind('/') + 1)); }

// Coordinates far outside of the picture make painting slow.
double clamped(double y, const QRectF& area) {
  return std::clamp(y, area.top() - 1e4, area.bottom() + 1e4);
}

}  // namespace

QPen plotPen(const AttributePlot& of, std::size_t plot, std::size_t component) {
  const std::size_t count = of.curves.size();
  if (count < 2) return QPen(onPane(kNumbers[plot % kNumbers.size()]), 1.5);
  // The rows of a matrix differ in their dashes, too.
  const std::size_t columns = count == 16 ? 4 : count == 9 ? 3 : count;
  const std::size_t row = component / columns;
  return QPen(onPane(kAxes[component % columns % kAxes.size()]), 1.5,
              kDashes[(plot + row) % kDashes.size()]);
}

PlotPainter::PlotPainter(QPainter& painter, const PlotScale& scale, double lanes)
    : painter_(painter), scale_(scale), lanes_(lanes) {}

void PlotPainter::paintGrid(double axisTop) {
  QFont numbers = painter_.font();
  numbers.setPixelSize(theme::fontPx(10));
  painter_.setFont(numbers);
  const QRectF& area = scale_.area;
  for (const double value :
       roundNumbers(scale_.values.low, scale_.values.high, area.height(), 26)) {
    const double y = std::round(scale_.yOf(value)) + 0.5;
    painter_.setPen(theme::kLine);
    painter_.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter_.setPen(theme::kDim);
    painter_.drawText(QRectF(0, y - 7, area.left() - 6, 14), Qt::AlignRight | Qt::AlignVCenter,
                      plotText(numberToText(value)));
  }
  for (const double time : roundNumbers(scale_.from, scale_.to, area.width(), 70)) {
    const double x = std::round(scale_.xOf(time)) + 0.5;
    painter_.setPen(theme::kLine);
    painter_.drawLine(QPointF(x, area.top()), QPointF(x, axisTop + 3));
    painter_.setPen(theme::kDim);
    painter_.drawText(QRectF(x - 40, axisTop + 3, 80, 12), Qt::AlignCenter,
                      plotText(numberToText(time)));
  }
}

void PlotPainter::paintClips(const AttributePlot& plot) {
  const QRectF& area = scale_.area;
  const QColor color = theme::ofSource(ValueSource::Clips);
  for (std::size_t i = 0; i < plot.clips.size(); ++i) {
    const PlotClip& clip = plot.clips[i];
    // The first clip plays also before its start.
    const double left = i == 0 ? area.left() : scale_.xOf(clip.from);
    const double right = std::isfinite(clip.to) ? scale_.xOf(clip.to) : area.right();
    if (right <= area.left() || left >= area.right()) continue;
    const QRectF band(QPointF(std::max(left, area.left()), area.top()),
                      QPointF(std::min(right, area.right()), area.bottom()));
    QColor fill = clip.isMissing ? theme::kError : color;
    fill.setAlpha(clip.isMissing ? 70 : i % 2 == 0 ? kClipFill : kClipFillOdd);
    painter_.fillRect(band, clip.isMissing ? QBrush(fill, Qt::BDiagPattern) : QBrush(fill));
    const bool hasLine = clip.isMissing || right - left >= kLeastBand;
    if (i > 0 && left > area.left() && hasLine) {
      painter_.setPen(QPen(clip.isMissing ? theme::kError : color, 1.0));
      const double x = std::round(left) + 0.5;
      painter_.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    if (band.width() < kLabelRoom) continue;
    const QRectF inside = band.adjusted(4, 1, -4, 0);
    QString label = clipName(clip.file);
    if (clip.isMissing) label += QObject::tr("  missing");
    painter_.setPen(clip.isMissing ? theme::kError : color);
    painter_.drawText(
        inside, Qt::AlignLeft | Qt::AlignTop,
        painter_.fontMetrics().elidedText(label, Qt::ElideMiddle, int(inside.width())));
  }
}

void PlotPainter::paintCurves(const PlotList& plots) {
  painter_.save();
  painter_.setClipRect(scale_.area.adjusted(-4, -1, 1, 1));
  painter_.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < plots.size(); ++i) {
    for (std::size_t c = 0; c < plots[i]->curves.size(); ++c) {
      const QPen pen = plotPen(*plots[i], i, c);
      paintCurve(*plots[i], c, pen);
      paintMarks(*plots[i], c, pen);
    }
  }
  painter_.restore();
  // The name of a component stands where its curve leaves the picture.
  std::vector<double> taken;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const AttributePlot& plot = *plots[i];
    const auto last = plot.times.between(scale_.from, scale_.to).second;
    for (std::size_t c = 0; c < plot.curves.size() && last > 0; ++c) {
      const double value = plot.curves[c].values()[last - 1];
      const double y = scale_.yOf(value);
      if (plot.components[c].empty() || !(y >= scale_.area.top() && y <= scale_.area.bottom())) {
        continue;
      }
      if (std::ranges::any_of(taken, [&](double other) { return std::abs(other - y) < 11.0; })) {
        continue;
      }
      taken.push_back(y);
      painter_.setPen(plotPen(plot, i, c).color());
      painter_.drawText(QPointF(scale_.area.right() + 4, y + 4), plotText(plot.components[c]));
    }
  }
}

void PlotPainter::paintCurve(const AttributePlot& plot, std::size_t component, const QPen& pen) {
  painter_.setPen(pen);
  const auto columns = std::size_t(std::max(scale_.area.width(), 1.0));
  QPolygonF line;
  const auto flush = [&] {
    if (line.size() > 1) painter_.drawPolyline(line);
    line.clear();
  };
  for (const PlotVertex& vertex :
       plot.curves[component].line(plot.times, scale_.from, scale_.to, columns)) {
    if (std::isfinite(vertex.value)) {
      line << QPointF(scale_.xOf(vertex.time), clamped(scale_.yOf(vertex.value), scale_.area));
    } else {
      flush();
    }
  }
  flush();
}

// Samples are dots, knots are squares. Crowded marks are not drawn, so that the line can be seen.
void PlotPainter::paintMarks(const AttributePlot& plot, std::size_t component, const QPen& pen) {
  const auto [first, last] = plot.times.between(scale_.from, scale_.to);
  std::size_t count = 0;
  const auto most = std::size_t(scale_.area.width() / kMarkGap);
  // Curves have many vertices between their knots.
  if (last - first > 200 * std::max<std::size_t>(most, 1)) return;
  for (std::size_t i = first; i < last; ++i) count += plot.times.marks[i] != PlotMark::None;
  if (count > most) return;
  painter_.setPen(QPen(theme::kPane, 1.0));
  painter_.setBrush(pen.color());
  for (std::size_t i = first; i < last; ++i) {
    const PlotMark mark = plot.times.marks[i];
    const double value = plot.curves[component].values()[i];
    if (mark == PlotMark::None || !std::isfinite(value)) continue;
    const QPointF at(scale_.xOf(plot.times.times[i]), clamped(scale_.yOf(value), scale_.area));
    if (mark == PlotMark::Knot) {
      painter_.drawRect(QRectF(at.x() - 3, at.y() - 3, 6, 6));
    } else {
      painter_.drawEllipse(at, kMarkRadius + 0.5, kMarkRadius + 0.5);
    }
  }
  painter_.setBrush(Qt::NoBrush);
}

void PlotPainter::paintSpans(const PlotList& plots) {
  double top = lanes_;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    if (plots[i]->spans.empty()) continue;
    paintLane(*plots[i], plotPen(*plots[i], i, 0), top);
    top += kPlotLane;
  }
}

void PlotPainter::paintLane(const AttributePlot& plot, const QPen& pen, double top) {
  const QRectF& area = scale_.area;
  const auto& spans = plot.spans;
  auto at = std::ranges::lower_bound(spans, scale_.from, {}, &PlotSpan::to);
  while (at != spans.end() && at->from <= scale_.to) {
    const double left = std::max(scale_.xOf(at->from), area.left());
    const double right = std::min(scale_.xOf(at->to), area.right());
    const QRectF box(left, top + 1, std::max(right - left, 1.0), kPlotLane - 3);
    QColor fill = pen.color();
    fill.setAlpha(40);
    painter_.fillRect(box, fill);
    painter_.setPen(pen.color());
    painter_.drawLine(box.topLeft(), box.bottomLeft());
    if (box.width() > 20.0) {
      const QRectF inside = box.adjusted(5, 0, -3, 0);
      painter_.setPen(theme::kText);
      painter_.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                        painter_.fontMetrics().elidedText(plotText(at->text), Qt::ElideMiddle,
                                                          int(inside.width())));
      ++at;
    } else {
      // Spans that share a pixel are drawn once.
      const double next = scale_.timeAt(std::floor(left) + 1.0);
      at = std::max(at + 1,
                    std::lower_bound(at, spans.end(), next, [](const PlotSpan& span, double time) {
                      return span.to < time;
                    }));
    }
  }
}

}  // namespace usdscope
