// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipTimeView.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/theme/Theme.h"
#include "app/widgets/FramingKey.h"

namespace usdscope {
namespace {

constexpr double kWheelFactor = 1.25;
constexpr double kPanPart = 0.1;     // A part of the width for a step of the wheel.
constexpr double kWideFrame = 40.0;  // Pixels; such frames have times between them.
constexpr double kPartsOfFrame = 20.0;

}  // namespace

ClipTimeView::ClipTimeView(QWidget* parent)
    : QWidget(parent), cancel_([this] { return drag_ != Drag::None; }, [this] { takeBack(); }) {
  setFocusPolicy(Qt::ClickFocus);
  setMouseTracking(true);
}

void ClipTimeView::setTimes(double from, double to) {
  from_ = from;
  to_ = to;
  update();
}

void ClipTimeView::setPlayhead(double time, double timeCodesPerFrame) {
  playhead_ = time;
  frame_ = timeCodesPerFrame;
  update();
}

void ClipTimeView::setMargins(int left, int right) {
  left_ = left;
  right_ = right;
}

PlotScale ClipTimeView::scale() const {
  PlotScale scale;
  scale.area = QRectF(left_, 0, std::max(1, width() - left_ - right_), std::max(1, height()));
  scale.from = from_;
  scale.to = to_;
  return scale;
}

void ClipTimeView::paintPlayhead(QPainter& painter, double top, double bottom) const {
  const PlotScale drawn = scale();
  const double x = std::round(drawn.xOf(playhead_)) + 0.5;
  if (!(x >= drawn.area.left() - 1.0 && x <= drawn.area.right() + 1.0)) return;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, top), QPointF(x, bottom));
}

double ClipTimeView::timeFor(double x, Qt::KeyboardModifiers modifiers) const {
  const PlotScale drawn = scale();
  double time = drawn.timeAt(std::clamp(x, drawn.area.left(), drawn.area.right()));
  const double pixels = frame_ / (to_ - from_) * drawn.area.width();
  const double step = pixels > kWideFrame ? frame_ / kPartsOfFrame : frame_;
  if (!(modifiers & Qt::AltModifier) && step > 0.0) time = std::round(time / step) * step;
  return time;
}

void ClipTimeView::moveTo(double x, Qt::KeyboardModifiers modifiers) {
  Q_EMIT timeWanted(timeFor(x, modifiers));
}

bool ClipTimeView::event(QEvent* event) {
  return acceptFramingKey(*event) || QWidget::event(event);
}

void ClipTimeView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_F) return QWidget::keyPressEvent(event);
  Q_EMIT timesWanted(std::nullopt);
}

void ClipTimeView::wheelEvent(QWheelEvent* event) {
  event->accept();
  const QPoint turned = event->angleDelta();
  const bool isAcross = turned.x() != 0 || event->modifiers() & Qt::ShiftModifier;
  const double steps = (turned.x() != 0 ? turned.x() : turned.y()) / 120.0;
  const double width = to_ - from_;
  if (isAcross) {
    const double by = -steps * kPanPart * width;
    Q_EMIT timesWanted(std::pair(from_ + by, to_ + by));
    return;
  }
  const double at = scale().timeAt(event->position().x());
  const auto times = zoomed(from_, to_, at, std::pow(kWheelFactor, -steps));
  if (isLongEnough(times)) Q_EMIT timesWanted(times);
}

void ClipTimeView::takeBack() {
  const Drag was = std::exchange(drag_, Drag::None);
  unsetCursor();
  if (was == Drag::Playhead) Q_EMIT timeWanted(pressedTime_);
  if (was == Drag::Pan) Q_EMIT timesWanted(std::pair(pressedScale_.from, pressedScale_.to));
}

void ClipTimeView::mousePressEvent(QMouseEvent* event) {
  pressedTime_ = playhead_;
  pressedScale_ = scale();
  pressedX_ = event->position().x();
  if (event->button() == Qt::LeftButton) {
    drag_ = Drag::Playhead;
    moveTo(pressedX_, event->modifiers());
  } else if (event->button() == Qt::MiddleButton) {
    drag_ = Drag::Pan;
    setCursor(Qt::ClosedHandCursor);
  }
}

void ClipTimeView::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (drag_ == Drag::Playhead) moveTo(x, event->modifiers());
  if (drag_ != Drag::Pan) return;
  const PlotScale& was = pressedScale_;
  const double by = (x - pressedX_) / was.area.width() * (was.to - was.from);
  Q_EMIT timesWanted(std::pair(was.from - by, was.to - by));
}

void ClipTimeView::mouseReleaseEvent(QMouseEvent*) {
  drag_ = Drag::None;
  unsetCursor();
}

void ClipTimeView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT timesWanted(std::nullopt);
}

}  // namespace usdscope
