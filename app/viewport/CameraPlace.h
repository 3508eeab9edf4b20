// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <string>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"

namespace usdscope {

/// Keeps the free camera of the viewport and Session::freeCamera the same. GUI thread only.
class CameraPlace : public QObject {
  Q_OBJECT
 public:
  /// The camera and the session must outlive this.
  CameraPlace(Session& session, CameraController& controller);
  /// Call this when a picture has been drawn. The session gets the place of the camera a moment
  /// later.
  void noteDrawn();

 Q_SIGNALS:
  /// The session has moved the camera.
  void moved();

 private:
  void publish();

  Session& session_;
  CameraController& controller_;
  std::string file_;       ///< The open file.
  bool isFramed_ = false;  ///< Something of the file has been drawn. An empty scene is not framed.
  QTimer waiting_;
};

}  // namespace usdscope
