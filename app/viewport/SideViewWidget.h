// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "app/session/Session.h"
#include "app/session/scenes/SceneAtTime.h"
#include "app/session/view/ViewArrangement.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/Picking.h"
#include "app/viewport/PictureDrawing.h"
#include "app/viewport/PointerGestures.h"

class QLabel;
class QToolButton;

namespace usdscope {

class ViewportWidget;

/// A view beside the main one, with a camera and a time of its own. The rest is as in the main
/// view. Drags move its free camera as in the main view, a click selects. Its bar chooses the
/// camera and the time.
class SideViewWidget : public QWidget {
  Q_OBJECT
 public:
  /// `number` counts the views of the window; the main one is 1.
  SideViewWidget(Session& session, ViewportWidget& main, int number);

  /// The picture that is shown; empty before the first one.
  const std::optional<Picture>& picture() const { return drawing_.picture(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void buildBar();
  void fillCameras();
  void fillTimes();
  void show(const ViewArrangement& all);
  void showBar();
  void followMainView();
  QRect pictureRect() const;
  const SceneCamera* sceneCamera() const;
  ViewCamera currentCamera() const;
  void leaveSceneCamera();
  std::optional<PictureRequest> request() const;

  Session& session_;
  ViewportWidget& main_;
  const int number_;
  SideView shown_;
  bool isFramed_ = false;  ///< The free camera has a place.
  CameraController controller_;
  PointerGestures gestures_;
  QWidget* bar_ = nullptr;
  QLabel* title_ = nullptr;
  QToolButton* camera_ = nullptr;
  QToolButton* time_ = nullptr;
  PictureSubject requested_;  ///< The subject that followMainView() knows.
  SceneAtTime scene_;
  PictureDrawing drawing_;
  Picking picking_;
};

}  // namespace usdscope
