// SPDX-License-Identifier: Apache-2.0
#include "app/panes/value/PlotView.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/theme/Theme.h"
#include "app/widgets/FramingKey.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kLeft = 56;   // Room for the numbers of values.
constexpr int kRight = 24;  // Room for the names of components.
constexpr int kTop = 18;    // Room for the tab of the playhead.
constexpr int kAxis = 18;
constexpr double kClipNames = 14.0;  // Room for the names of clips above the curves.
constexpr int kRestMs = 120;
constexpr double kNearMark = 7.0;
constexpr double kNearPlayhead = 5.0;
constexpr double kWheelFactor = 1.2;
constexpr double kFitMargin = 0.08;  // Above and below curves that fit, as a share of their height.

PlotRange widened(PlotRange range, double share) {
  if (range.isEmpty()) return {0.0, 1.0};
  double margin = (range.high - range.low) * share;
  // A constant is a line in the middle.
  if (!(margin > 0.0)) margin = std::max(std::abs(range.high) * 0.1, 0.5);
  return {range.low - margin, range.high + margin};
}

// The value of a line at a time; NaN before its first vertex, after its last one and in gaps.
double drawnAt(const AttributePlot& plot, const PlotCurve& curve, double time) {
  const auto& times = plot.times.times;
  const auto after = std::size_t(std::ranges::upper_bound(times, time) - times.begin());
  if (after == 0 || after == times.size()) return std::numeric_limits<double>::quiet_NaN();
  const double share = (time - times[after - 1]) / (times[after] - times[after - 1]);
  const double before = curve.values()[after - 1];
  return before + (curve.values()[after] - before) * share;
}

}  // namespace

PlotView::PlotView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, &PlotView::askForTip);
}

void PlotView::setPlots(PlotList plots) {
  plots_ = std::move(plots);
  update();
}

void PlotView::setView(Range times, Range values) {
  times_ = times;
  values_ = values;
  update();
}

void PlotView::setPlayhead(double time, double timeCodesPerFrame) {
  playhead_ = time;
  frame_ = timeCodesPerFrame;
  update();
}

void PlotView::showTip(const QString& text) {
  if (underMouse() && drag_ == Drag::None) {
    QToolTip::showText(mapToGlobal(pointer_.toPoint() + QPoint(8, 8)), text, this);
  }
}

std::size_t PlotView::laneCount() const {
  return std::size_t(
      std::ranges::count_if(plots_, [](const auto& plot) { return !plot->spans.empty(); }));
}

PlotRange PlotView::fullTimes() const {
  PlotRange range;
  for (const auto& plot : plots_) range.add({plot->from, plot->to});
  if (range.isEmpty()) range = {playhead_, playhead_};
  if (!(range.high > range.low)) return {range.low - 1.0, range.high + 1.0};
  return widened(range, 0.02);
}

PlotRange PlotView::fittingValues(double from, double to) const {
  PlotRange range;
  for (const auto& plot : plots_) {
    const auto [first, last] = plot->times.between(from, to);
    for (const PlotCurve& curve : plot->curves) {
      range.add(curve.range(first, last));
      // Lines go on beyond both edges.
      for (const double edge : {from, to}) {
        const double value = drawnAt(*plot, curve, edge);
        if (std::isfinite(value)) range.add({value, value});
      }
    }
  }
  return widened(range, kFitMargin);
}

PlotScale PlotView::scale() const {
  PlotScale scale;
  const bool hasCurves =
      std::ranges::any_of(plots_, [](const auto& plot) { return !plot->curves.empty(); });
  const double lanes = double(laneCount()) * kPlotLane;
  scale.area = QRectF(kLeft, kTop, std::max(1, width() - kLeft - kRight),
                      std::max(1.0, height() - kTop - kAxis - lanes));
  if (!hasCurves) scale.area.setHeight(1.0);
  const PlotRange times = times_ ? PlotRange{times_->first, times_->second} : fullTimes();
  scale.from = times.low;
  scale.to = times.high;
  scale.values =
      values_ ? PlotRange{values_->first, values_->second} : fittingValues(scale.from, scale.to);
  const bool hasClips =
      std::ranges::any_of(plots_, [](const auto& plot) { return !plot->clips.empty(); });
  if (hasClips && !values_ && scale.area.height() > 3.0 * kClipNames) {
    const double share = kClipNames / (scale.area.height() - kClipNames);
    scale.values.high += (scale.values.high - scale.values.low) * share;
  }
  return scale;
}

void PlotView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  const PlotScale drawn = scale();
  const double lanes = drawn.area.bottom() + 1.0;
  PlotPainter plots(painter, drawn, lanes);
  plots.paintGrid(lanes + double(laneCount()) * kPlotLane);
  const auto withClips =
      std::ranges::find_if(plots_, [](const auto& plot) { return !plot->clips.empty(); });
  if (withClips != plots_.end()) plots.paintClips(**withClips);
  plots.paintCurves(plots_);
  plots.paintSpans(plots_);
  paintPlayhead(painter, drawn);
}

void PlotView::paintPlayhead(QPainter& painter, const PlotScale& scale) const {
  const double x = std::round(scale.xOf(playhead_)) + 0.5;
  if (x < scale.area.left() - 1 || x > scale.area.right() + 1) return;
  painter.setPen(QPen(theme::kPlayhead, 1.0));
  painter.drawLine(QPointF(x, kTop - 3), QPointF(x, height() - kAxis));
  const QString label = QString::fromStdString(numberToText(playhead_));
  const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + 5.0;
  const QRectF tab(x - half, 1, 2.0 * half, kTop - 4);
  painter.fillRect(tab, theme::kPlayhead);
  painter.setPen(theme::kWindow);
  painter.drawText(tab, Qt::AlignCenter, label);
}

std::optional<PlotView::Near> PlotView::nearTo(QPointF at) const {
  const PlotScale drawn = scale();
  const double time = drawn.timeAt(at.x());
  const double reach = kNearMark / drawn.area.width() * (drawn.to - drawn.from);
  std::optional<Near> found;
  double least = kNearMark;
  for (std::size_t i = 0; i < plots_.size(); ++i) {
    const AttributePlot& plot = *plots_[i];
    const auto [first, last] = plot.times.between(time - reach, time + reach);
    if (last - first > 10'000) continue;
    for (std::size_t v = first; v < last; ++v) {
      if (plot.times.marks[v] == PlotMark::None) continue;
      for (const PlotCurve& curve : plot.curves) {
        const QPointF mark(drawn.xOf(plot.times.times[v]), drawn.yOf(curve.values()[v]));
        const double distance = std::hypot(mark.x() - at.x(), mark.y() - at.y());
        if (!(distance < least)) continue;
        least = distance;
        found = Near{i, plot.times.times[v], true};
      }
    }
  }
  if (found || plots_.empty()) return found;
  double top = drawn.area.bottom() + 1.0;
  for (std::size_t i = 0; i < plots_.size(); ++i) {
    if (plots_[i]->spans.empty()) continue;
    if (at.y() >= top && at.y() < top + kPlotLane) return Near{i, time, false};
    top += kPlotLane;
  }
  // The curve nearest in height.
  least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < plots_.size(); ++i) {
    const AttributePlot& plot = *plots_[i];
    for (const PlotCurve& curve : plot.curves) {
      const double distance = std::abs(drawn.yOf(drawnAt(plot, curve, time)) - at.y());
      if (!(distance < least)) continue;
      least = distance;
      found = Near{i, time, false};
    }
  }
  return found;
}

bool PlotView::isOnPlayhead(QPointF at) const {
  const bool isOnAxis = at.y() < kTop || at.y() >= height() - kAxis;
  return isOnAxis || std::abs(scale().xOf(playhead_) - at.x()) <= kNearPlayhead;
}

// Whole frames; with Alt, any time.
double PlotView::frameAt(double x, Qt::KeyboardModifiers modifiers) const {
  const double time = scale().timeAt(x);
  if (modifiers & Qt::AltModifier || !(frame_ > 0.0)) return time;
  return std::round(time / frame_) * frame_;
}

void PlotView::askForTip() {
  if (const auto near = nearTo(pointer_)) Q_EMIT tipWanted(near->plot, near->time);
}

bool PlotView::event(QEvent* event) { return acceptFramingKey(*event) || QWidget::event(event); }

void PlotView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_F) return QWidget::keyPressEvent(event);
  Q_EMIT viewWanted(std::nullopt, std::nullopt);
}

void PlotView::wheelEvent(QWheelEvent* event) {
  event->accept();
  const double factor = std::pow(kWheelFactor, -event->angleDelta().y() / 120.0);
  const PlotScale now = scale();
  if (event->modifiers() & Qt::ControlModifier) {
    const auto values =
        zoomed(now.values.low, now.values.high, now.valueAt(event->position().y()), factor);
    if (std::isfinite(values.second - values.first) && values.second > values.first) {
      Q_EMIT viewWanted(times_, values);
    }
    return;
  }
  const auto times = zoomed(now.from, now.to, now.timeAt(event->position().x()), factor);
  if (isLongEnough(times)) Q_EMIT viewWanted(times, values_);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  QToolTip::hideText();
  rest_.stop();
  pressedAt_ = event->position();
  pressedScale_ = scale();
  const bool isLeft = event->button() == Qt::LeftButton;
  drag_ = isLeft && isOnPlayhead(pressedAt_) ? Drag::Playhead : Drag::Undecided;
  const bool isOnAxis = pressedAt_.y() < kTop || pressedAt_.y() >= height() - kAxis;
  if (drag_ == Drag::Playhead && isOnAxis) {
    Q_EMIT timeWanted(frameAt(pressedAt_.x(), event->modifiers()));
  }
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  const QPointF moved = pointer_ - pressedAt_;
  switch (drag_) {
    case Drag::None:
      setCursor(isOnPlayhead(pointer_) ? Qt::SizeHorCursor : Qt::ArrowCursor);
      rest_.start();
      return;
    case Drag::Playhead:
      Q_EMIT timeWanted(frameAt(pointer_.x(), event->modifiers()));
      return;
    case Drag::Undecided:
      if (moved.manhattanLength() < QApplication::startDragDistance()) return;
      drag_ = Drag::Pan;
      setCursor(Qt::ClosedHandCursor);
      [[fallthrough]];
    case Drag::Pan: {
      const PlotScale& was = pressedScale_;
      const double times = moved.x() / was.area.width() * (was.to - was.from);
      Range values = values_;
      if (values_) {
        const double height = was.values.high - was.values.low;
        const double up = moved.y() / was.area.height() * height;
        values = {was.values.low + up, was.values.high + up};
      }
      Q_EMIT viewWanted(std::pair(was.from - times, was.to - times), values);
      return;
    }
  }
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag was = std::exchange(drag_, Drag::None);
  setCursor(Qt::ArrowCursor);
  if (was != Drag::Undecided || event->button() != Qt::LeftButton) return;
  const auto near = nearTo(event->position());
  Q_EMIT timeWanted(near && near->isMark ? near->time
                                         : frameAt(event->position().x(), event->modifiers()));
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT viewWanted(std::nullopt, std::nullopt);
}

void PlotView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  rest_.stop();
}

}  // namespace usdscope
