// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PointerGestures.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <QWidget>
#include <algorithm>

namespace usdscope {
namespace {

constexpr double kAnglePerNotch = 120.0;  // In the units of QWheelEvent::angleDelta().
constexpr double kPixelsPerNotch = 40.0;  // A wheel that acts like two fingers.

}  // namespace

PointerGestures::PointerGestures(Session& session, CameraController& controller, QWidget& viewport)
    : session_(session),
      controller_(controller),
      viewport_(viewport),
      scrub_(session, viewport),
      fly_(session, controller, viewport),
      cancelling_([this] { return isScrubbing_; }, [this] { cancel(); }) {
  connect(&fly_, &FlyMode::aboutToMove, this, &PointerGestures::aboutToMove);
  connect(&fly_, &FlyMode::moved, this, &PointerGestures::cameraMoved);
}

void PointerGestures::press(const QMouseEvent& event) {
  const bool isOther = button_ != Qt::NoButton && event.button() != button_;
  if (isOther && (event.buttons() & button_)) return;  // It joins a drag that goes on.
  button_ = event.button();
  pressedAt_ = lastAt_ = event.position().toPoint();
  isDragging_ = false;
  isScrubbing_ = scrub_.isHeld() && button_ == Qt::LeftButton;
  if (isScrubbing_) return scrub_.begin(event.position().x());
  move_ = preset().moveOf(button_, event.modifiers());
  if (move_ == CameraMove::Look) fly_.begin();
}

void PointerGestures::move(const QMouseEvent& event) {
  const QPoint at = event.position().toPoint();
  if (isScrubbing_) {
    isScrubbing_ = scrub_.isHeld();
    move_ = CameraMove::None;
    isDragging_ = true;
    if (isScrubbing_) scrub_.dragTo(event.position().x(), event.modifiers());
    return;
  }
  const bool isFar = (at - pressedAt_).manhattanLength() >= QApplication::startDragDistance();
  if (!isDragging_ && !isFar) return;
  isDragging_ = true;
  const QPoint moved = at - lastAt_;
  lastAt_ = at;
  if (event.buttons() & button_) apply(move_, moved.x(), moved.y());
}

bool PointerGestures::release(const QMouseEvent& event) {
  if (event.button() != button_) return false;
  const bool isClick = !isDragging_ && !isScrubbing_ && !(fly_.isOn() && fly_.hasMoved()) &&
                       !(event.modifiers() & (Qt::AltModifier | Qt::MetaModifier));
  if (fly_.isOn()) fly_.end();
  button_ = Qt::NoButton;
  move_ = CameraMove::None;
  isDragging_ = isScrubbing_ = false;
  return isClick;
}

void PointerGestures::cancel() {
  if (isScrubbing_) scrub_.takeBack();
  isScrubbing_ = false;
  isDragging_ = true;
  move_ = CameraMove::None;
}

void PointerGestures::wheel(const QWheelEvent& event) {
  const QPointF angle = event.angleDelta();
  // With Alt, some systems turn the wheel sideways.
  const double turned = angle.y() != 0.0 ? angle.y() : angle.x();
  if (fly_.isOn()) return fly_.changeSpeed(turned / kAnglePerNotch);
  const CameraMove move = preset().moveOf(Qt::NoButton, event.modifiers());
  if (move == CameraMove::Dolly) {
    Q_EMIT aboutToMove();
    controller_.zoomBy(turned);
    Q_EMIT cameraMoved();
    return;
  }
  const QPointF pixels = event.pixelDelta().isNull() ? angle * (kPixelsPerNotch / kAnglePerNotch)
                                                     : QPointF(event.pixelDelta());
  apply(move, pixels.x(), pixels.y());
}

bool PointerGestures::nativeGesture(const QNativeGestureEvent& event) {
  if (event.gestureType() != Qt::ZoomNativeGesture) return false;
  Q_EMIT aboutToMove();
  controller_.scaleDistance(1.0 / std::max(1.0 + event.value(), 0.1));
  Q_EMIT cameraMoved();
  return true;
}

void PointerGestures::apply(CameraMove move, double dx, double dy) {
  if (move == CameraMove::None) return;
  Q_EMIT aboutToMove();
  switch (move) {
    case CameraMove::None:
      break;
    case CameraMove::Tumble:
      controller_.tumble(dx, dy);
      break;
    case CameraMove::Truck:
      controller_.truck(dx, dy, viewport_.height());
      break;
    case CameraMove::Dolly:
      controller_.dolly(dx, dy);
      break;
    case CameraMove::Look:
      controller_.lookAround(dx, dy);
      break;
  }
  Q_EMIT cameraMoved();
}

}  // namespace usdscope
