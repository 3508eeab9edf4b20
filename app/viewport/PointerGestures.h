// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPoint>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/FlyMode.h"
#include "app/viewport/KeyScrub.h"
#include "app/viewport/NavigationPreset.h"
#include "app/widgets/DragCancel.h"

class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace usdscope {

/// Makes moves of the camera from drags, wheel and touchpad over the viewport, as the chosen
/// NavigationPreset says, and scrubs while K is held down. GUI thread only.
class PointerGestures : public QObject {
  Q_OBJECT
 public:
  /// All three must outlive this.
  PointerGestures(Session& session, CameraController& controller, QWidget& viewport);

  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  /// Returns whether the press and this release were a click that has no other meaning.
  bool release(const QMouseEvent& event);
  void wheel(const QWheelEvent& event);
  /// Returns false if the gesture has no meaning.
  bool nativeGesture(const QNativeGestureEvent& event);

  /// Ends the drag of the pressed button before it goes up, which is not a click then. A playhead
  /// that was scrubbed goes back, as it does with Esc; a camera that has moved stays.
  void cancel();

  /// Whether the drag of the pressed button moves the camera, or scrubs.
  bool isDragging() const { return isDragging_ || isScrubbing_; }
  /// The place of the pointer when the button went down.
  const QPoint& pressedAt() const { return pressedAt_; }
  const NavigationPreset& preset() const { return presetOf(session_.view.value().navigation); }

 Q_SIGNALS:
  /// The camera is about to move. A view that looks through a camera of the scene leaves it.
  void aboutToMove();
  /// The camera has moved.
  void cameraMoved();

 private:
  void apply(CameraMove move, double dx, double dy);

  Session& session_;
  CameraController& controller_;
  QWidget& viewport_;
  KeyScrub scrub_;
  FlyMode fly_;
  QPoint pressedAt_;
  QPoint lastAt_;
  Qt::MouseButton button_ = Qt::NoButton;  ///< The button of the drag; the first that went down.
  CameraMove move_ = CameraMove::None;
  bool isDragging_ = false;  ///< The pointer has left the place of the press.
  bool isScrubbing_ = false;
  DragCancel cancelling_;
};

}  // namespace usdscope
