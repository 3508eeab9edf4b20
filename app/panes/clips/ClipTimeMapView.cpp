// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipTimeMapView.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/theme/Theme.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kLeft = 52;
constexpr int kRight = 20;
constexpr double kTop = 10.0;
constexpr double kAxis = 20.0;
constexpr double kNumberGap = 60.0;  // Pixels between two numbers across.
constexpr double kRowGap = 32.0;     // Pixels between two numbers upwards.
constexpr std::ptrdiff_t kMostInColumn = 4;

QString numberText(double number) { return QString::fromStdString(numberToText(number)); }

// Adds a point. The point before it is dropped if it lies on the straight line.
void addToLine(std::vector<ClipTimePoint>& points, const ClipTimePoint& point) {
  if (points.size() >= 2) {
    const ClipTimePoint& a = points[points.size() - 2];
    const ClipTimePoint& b = points.back();
    const double rise = (point.clip - a.clip) * (b.stage - a.stage);
    const double same = (b.clip - a.clip) * (point.stage - a.stage);
    const bool isJump = a.stage == b.stage || b.stage == point.stage;
    if (!isJump && std::abs(rise - same) <= 1e-9 * std::abs(rise)) points.pop_back();
  }
  points.push_back(point);
}

// The points of a lane's line in view, with its ends at both edges. A column with many points keeps
// the first, the lowest, the highest and the last one, which draw the same line.
std::vector<ClipTimePoint> pointsOf(const ClipLane& lane, double from, double to, double columns) {
  std::vector<ClipTimePoint> points = {{from, lane.clipTimeAt(from)}};
  const auto columnOf = [&](const ClipTimePoint& point) {
    return std::floor((point.stage - from) / (to - from) * columns);
  };
  const auto& map = lane.timeMap;
  auto first = std::ranges::upper_bound(map, from, {}, &ClipTimePoint::stage);
  const auto last = std::ranges::lower_bound(map, to, {}, &ClipTimePoint::stage);
  while (first < last) {
    const double column = columnOf(*first);
    auto low = first;
    auto high = first;
    auto end = first + 1;
    for (; end < last && columnOf(*end) == column; ++end) {
      if (end->clip < low->clip) low = end;
      if (end->clip > high->clip) high = end;
    }
    if (end - first <= kMostInColumn) {
      for (; first < end; ++first) addToLine(points, *first);
      continue;
    }
    addToLine(points, *first);
    for (const auto at : {std::min(low, high), std::max(low, high), end - 1}) {
      if (at->stage != points.back().stage || at->clip != points.back().clip) {
        addToLine(points, *at);
      }
    }
    first = end;
  }
  addToLine(points, {to, lane.clipTimeAt(to)});
  return points;
}

}  // namespace

ClipTimeMapView::ClipTimeMapView(QWidget* parent) : ClipTimeView(parent) {
  setMargins(kLeft, kRight);
  setAccessibleName(tr("Clip time over stage time"));
}

void ClipTimeMapView::show(const ShownClips& shown) {
  shown_ = &shown;
  update();
}

PlotScale ClipTimeMapView::mapScale() const {
  PlotScale drawn = scale();
  drawn.area =
      QRectF(drawn.area.left(), kTop, drawn.area.width(), std::max(1.0, height() - kTop - kAxis));
  PlotRange clipTimes;
  if (shown_) {
    for (const ClipLane& lane : shown_->lanes) {
      for (const ClipTimePoint& point : pointsOf(lane, drawn.from, drawn.to, drawn.area.width())) {
        if (std::isfinite(point.clip)) clipTimes.add({point.clip, point.clip});
      }
    }
  }
  if (clipTimes.isEmpty()) clipTimes = {0.0, 1.0};
  const double margin = std::max((clipTimes.high - clipTimes.low) * 0.06, 0.5);
  drawn.values = {clipTimes.low - margin, clipTimes.high + margin};
  return drawn;
}

std::optional<std::size_t> ClipTimeMapView::nearestLane(QPointF at) const {
  if (!shown_) return std::nullopt;
  const PlotScale drawn = mapScale();
  const double time = drawn.timeAt(at.x());
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shown_->lanes.size(); ++i) {
    const double distance = std::abs(drawn.yOf(shown_->lanes[i].clipTimeAt(time)) - at.y());
    if (!(distance < least)) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

QString ClipTimeMapView::textAt(QPointF at) const {
  const auto lane = nearestLane(at);
  if (!lane) return {};
  const PlotScale drawn = mapScale();
  // A pixel is no more exact than a hundredth of the frames in it.
  const double pixel = (drawn.to - drawn.from) / drawn.area.width();
  const double step = std::pow(10.0, std::floor(std::log10(std::max(pixel, 1e-6))));
  const double time = std::round(drawn.timeAt(at.x()) / step) * step;
  const ClipLane& of = shown_->lanes[*lane];
  const ClipNow now = clipNow(*shown_->stage, of, time);
  const std::string& file = of.blocks[now.block].file;
  return tr("frame %1 → %2 at %3")
      .arg(numberText(time), QString::fromStdString(file.substr(file.rfind('/') + 1)),
           numberText(now.clipTime));
}

// The strongest set has the colour of clips; weaker ones are paler.
QColor ClipTimeMapView::colorOf(std::size_t lane) const {
  QColor color = theme::ofSource(ValueSource::Clips);
  color.setAlpha(lane == 0 ? 255 : 130);
  return color;
}

void ClipTimeMapView::paintAxes(QPainter& painter, const PlotScale& drawn) const {
  const auto draw = [&](const QRectF& box, int alignment, double number) {
    painter.setPen(theme::kDim);
    painter.drawText(box, alignment, numberText(number));
  };
  for (const double time : roundNumbers(drawn.from, drawn.to, drawn.area.width(), kNumberGap)) {
    const double x = std::round(drawn.xOf(time)) + 0.5;
    painter.setPen(theme::kLine);
    painter.drawLine(QPointF(x, drawn.area.top()), QPointF(x, drawn.area.bottom()));
    draw(QRectF(x - 40, drawn.area.bottom() + 2, 80, kAxis - 2), Qt::AlignCenter, time);
  }
  for (const double time :
       roundNumbers(drawn.values.low, drawn.values.high, drawn.area.height(), kRowGap)) {
    const double y = std::round(drawn.yOf(time)) + 0.5;
    painter.setPen(theme::kLine);
    painter.drawLine(QPointF(drawn.area.left(), y), QPointF(drawn.area.right(), y));
    draw(QRectF(0, y - 10, kLeft - 6, 20), Qt::AlignRight | Qt::AlignVCenter, time);
  }
}

void ClipTimeMapView::paintLine(QPainter& painter, const PlotScale& drawn, std::size_t lane) const {
  std::vector<ClipTimePoint> points =
      pointsOf(shown_->lanes[lane], drawn.from, drawn.to, drawn.area.width());
  // `times` may have infinite clip times, which have no place on the map.
  std::erase_if(points, [](const ClipTimePoint& point) {
    return !std::isfinite(point.stage) || !std::isfinite(point.clip);
  });
  const QColor color = colorOf(lane);
  const QPen line(color, lane == 0 ? 2.0 : 1.4);
  QPen jump(color, 1.0, Qt::DotLine);
  std::vector<QPointF> places;
  for (const ClipTimePoint& point : points) {
    places.emplace_back(drawn.xOf(point.stage), drawn.yOf(point.clip));
  }
  // A dense line shows the range of clip times in each pixel. Thin lines are drawn fast.
  const bool isDense = double(points.size()) > drawn.area.width();
  painter.setRenderHint(QPainter::Antialiasing, !isDense);
  if (isDense) {
    painter.setPen(QPen(color, 0));
    painter.drawPolyline(places.data(), int(places.size()));
    painter.setRenderHint(QPainter::Antialiasing);
  }
  for (std::size_t i = 1; i < points.size() && !isDense; ++i) {
    painter.setPen(points[i - 1].stage == points[i].stage ? jump : line);
    painter.drawLine(places[i - 1], places[i]);
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::kPlayhead);
  const QPointF now(drawn.xOf(playhead()), drawn.yOf(shown_->lanes[lane].clipTimeAt(playhead())));
  if (std::isfinite(now.y()) && drawn.area.adjusted(-1, -1, 1, 1).contains(now)) {
    painter.drawEllipse(now, 3.5, 3.5);
  }
  painter.setBrush(Qt::NoBrush);
}

void ClipTimeMapView::paintCrossHair(QPainter& painter, const PlotScale& drawn) const {
  const auto lane = pointer_ ? nearestLane(*pointer_) : std::nullopt;
  if (!lane || !drawn.area.contains(*pointer_)) return;
  const double time = drawn.timeAt(pointer_->x());
  const double y = drawn.yOf(shown_->lanes[*lane].clipTimeAt(time));
  painter.setPen(QPen(theme::kText, 1.0, Qt::DashLine));
  painter.drawLine(QPointF(pointer_->x(), drawn.area.top()),
                   QPointF(pointer_->x(), drawn.area.bottom()));
  painter.drawLine(QPointF(drawn.area.left(), y), QPointF(drawn.area.right(), y));
  const QString text = painter.fontMetrics().elidedText(textAt(*pointer_), Qt::ElideMiddle,
                                                        int(drawn.area.width()) - 12);
  const double width = painter.fontMetrics().horizontalAdvance(text) + 12.0;
  const double left = std::clamp(pointer_->x() + 8.0, drawn.area.left(),
                                 std::max(drawn.area.left(), drawn.area.right() - width));
  const double above = pointer_->y() - fontMetrics().height() - 14.0;
  const QRectF box(left, above > drawn.area.top() ? above : pointer_->y() + 14.0, width,
                   fontMetrics().height() + 6.0);
  painter.fillRect(box, theme::kRaised);
  painter.setPen(theme::kText);
  painter.drawText(box, Qt::AlignCenter, text);
}

void ClipTimeMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  if (!shown_ || shown_->lanes.empty()) return;
  const PlotScale drawn = mapScale();
  paintAxes(painter, drawn);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(drawn.area.adjusted(-4, -4, 4, 4));
  // The strongest set is drawn on top.
  for (std::size_t i = shown_->lanes.size(); i-- > 0;) paintLine(painter, drawn, i);
  painter.setClipping(false);
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintPlayhead(painter, drawn.area.top(), drawn.area.bottom());
  paintCrossHair(painter, drawn);
}

void ClipTimeMapView::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  update();
  ClipTimeView::mouseMoveEvent(event);
}

void ClipTimeMapView::leaveEvent(QEvent* event) {
  pointer_.reset();
  update();
  ClipTimeView::leaveEvent(event);
}

}  // namespace usdscope
