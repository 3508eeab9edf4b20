// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/CameraPlace.h"
#include "app/viewport/Hud.h"
#include "app/viewport/InfluenceProbe.h"
#include "app/viewport/Rollover.h"
#include "app/viewport/ViewportMarks.h"
#include "engine/render/CameraFrustum.h"

class QLabel;

namespace usdscope {

struct DrawnFrame;

/// The viewport: draws the session's scene, moves the camera, and selects clicked prims.
///
/// Left drag tumbles, middle drag trucks, right drag and wheel dolly, with Alt or without; a click
/// selects, Shift adds, Ctrl toggles, the background clears. A click on a bone chooses its joint. A
/// drag while looking through a scene camera switches to the free camera at the same place.
class ViewportWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit ViewportWidget(Session& session, QWidget* parent = nullptr);
  ~ViewportWidget() override;

  void frameAll();
  /// Frames the selected prims, or everything when none is selected.
  void frameSelection();
  /// See CameraController::toggleFraming().
  bool toggleFraming();
  /// Looks from `eye` at `target` (in world space) with the free camera, upright.
  void look(const glm::dvec3& eye, const glm::dvec3& target);
  const RenderStatistics* statistics() const;
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

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void initializeGL() override;
  void paintGL() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  ViewCamera currentCamera() const;
  RenderSettings settings() const;
  const SceneCamera* sceneCamera() const;
  void leaveSceneCamera();
  std::optional<PickResult> hitAt(const QPoint& at);
  CameraFrustum frustum() const;
  bool chooseJointAt(const QPoint& at);
  void pickAt(const QPoint& at, Qt::KeyboardModifiers modifiers);
  void selectForMenu(const QPoint& at);
  void showMessage();
  QSize pixelSize() const;
  void drawHud(double drawMs);
  void findSelectedRigs();
  void followPointer(const ViewSettings& view);
  void probeAgain();
  void probe();
  void showProbe(ProbedVertex probed);
  void forgetProbe();
  DrawnFrame readDrawn(const std::vector<Path>& prims);
  std::string skinningText() const;
  double aspectRatio() const;
  void releaseGl();

  Session& session_;
  CameraController controller_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<Hud> hud_;
  std::shared_ptr<const std::string> hudFont_;  ///< Null until it has been read.
  QLabel* message_;  ///< Covers the picture when nothing can be drawn, and says why.
  /// The number of drawing problems that the session knows, and the Scene::source that they belong
  /// to.
  std::size_t reportedProblems_ = 0;
  std::shared_ptr<const void> reportedSource_;
  /// The stage of the last scene. The first scene of another file is framed.
  std::shared_ptr<const Stage> framedStage_;
  std::shared_ptr<const Scene> drawnScene_;
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
  LatestTask probeTask_;
  LatestTask rigTask_;
  LatestTask fontTask_;
};

}  // namespace usdscope
