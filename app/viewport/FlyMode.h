// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/HeldKeys.h"

namespace usdscope {

/// Flies with the camera while a button is held: W and S move forward and back, A and D to the
/// sides, E and Q up and down, Shift makes it faster. The speed is relative to the size of the
/// scene. GUI thread only.
class FlyMode : public QObject {
  Q_OBJECT
 public:
  /// All three must outlive this.
  FlyMode(Session& session, CameraController& controller, QWidget& viewport);

  void begin();
  void end();
  bool isOn() const { return isOn_; }
  /// Whether keys have moved the camera since begin().
  bool hasMoved() const { return hasMoved_; }
  /// Makes flying faster; slower if `notches` of the wheel is negative.
  void changeSpeed(double notches);

 Q_SIGNALS:
  /// The camera is about to move.
  void aboutToMove();
  /// The camera has moved.
  void moved();

 private:
  void advance();

  Session& session_;
  CameraController& controller_;
  HeldKeys keys_;
  QTimer timer_;
  QElapsedTimer sinceStep_;
  double speed_ = 1.0;  ///< Factor of the usual speed.
  bool isOn_ = false;
  bool hasMoved_ = false;
};

}  // namespace usdscope
