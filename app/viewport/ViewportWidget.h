// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/CameraPlace.h"
#include "app/viewport/Hud.h"
#include "app/viewport/InfluenceProbe.h"
#include "app/viewport/PictureDrawing.h"
#include "app/viewport/Rollover.h"
#include "app/viewport/ViewportMarks.h"
#include "engine/render/CameraFrustum.h"

class QLabel;

namespace usdscope {

/// The viewport: draws the session's scene, moves the camera, and selects clicked prims.
///
/// Left drag tumbles, middle drag trucks, right drag and wheel dolly, with Alt or without; a click
/// selects, Shift adds, Ctrl toggles, the background clears. A click on a bone chooses its joint. A
/// drag while looking through a scene camera switches to the free camera at the same place.
class ViewportWidget : public QWidget {
  Q_OBJECT
 public:
  explicit ViewportWidget(Session& session, QWidget* parent = nullptr);

  void frameAll();
  /// Frames the selected prims, or everything when none is selected.
  void frameSelection();
  /// See CameraController::toggleFraming().
  bool toggleFraming();
  /// Looks from `eye` at `target` (in world space) with the free camera, upright.
  void look(const glm::dvec3& eye, const glm::dvec3& target);
  /// The picture that is shown; empty before the first one.
  const std::optional<Picture>& picture() const { return drawing_.picture(); }
  /// Gives up everything on the graphics device and draws again.
  void restartDrawing() { drawing_.restart(); }
  /// The influences of the vertex under the pointer, as text; may be empty.
  const std::string& textAtPointer() const { return atPointer_.text; }
  /// The facts about the prim under the pointer; empty unless ViewSettings::showRollover.
  const std::optional<PrimFacts>& factsAtPointer() const { return rollover_.facts(); }
  const ViewportMarks& marks() const { return marks_; }
  /// The bones that are currently highlighted.
  HighlightedBones highlightedBones() const;

 Q_SIGNALS:
  /// The user wants a context menu. The prim under the pointer has been selected.
  void menuWanted(const QPoint& globalPosition);
  /// A new picture is shown.
  void pictureChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  ViewCamera currentCamera() const;
  RenderSettings settings() const;
  std::optional<PictureRequest> request() const;
  HudContents hudContents() const;
  const SceneCamera* sceneCamera() const;
  void leaveSceneCamera();
  CameraFrustum frustum() const;
  bool chooseJointAt(const QPoint& at, const std::optional<PickResult>& hit);
  void pickAt(const QPoint& at, Qt::KeyboardModifiers modifiers);
  void select(const std::optional<PickResult>& hit, Qt::KeyboardModifiers modifiers);
  void selectForMenu(const QPoint& at, const QPoint& globalAt);
  void showMessage();
  QSize pixelSize() const;
  QPoint pixelOf(const QPoint& at) const;
  void findSelectedRigs();
  void followPointer(const ViewSettings& view);
  void probeAgain();
  void probe();
  void probeHit(const std::optional<PickResult>& hit);
  void showProbe(ProbedVertex probed);
  void forgetProbe();
  double aspectRatio() const;

  Session& session_;
  CameraController controller_;
  QLabel* message_;  ///< Covers the picture when nothing can be drawn, and says why.
  /// The stage of the last scene. The first scene of another file is framed.
  std::shared_ptr<const Stage> framedStage_;
  ViewportMarks marks_;
  InfluenceProbe influences_;  ///< Used by the task's thread only.
  QTimer probing_;             ///< Waits until the pointer rests, because picking draws the scene.
  QPoint pointerAt_;
  bool isPointerInside_ = false;  ///< Updated while the pointer is followed.
  Rollover rollover_;
  CameraPlace cameraPlace_;
  ProbedVertex atPointer_;
  /// The skeletons of the selected rigs. Updated only while ViewSettings::bonesOfSelected.
  std::vector<Path> selectedRigs_;
  QPoint pressedAt_;
  QPoint lastAt_;
  bool isDragging_ = false;
  PictureDrawing drawing_;
  LatestTask probeTask_;
  LatestTask rigTask_;
};

}  // namespace usdscope
