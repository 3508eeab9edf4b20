// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/Hud.h"
#include "app/viewport/InfluenceProbe.h"
#include "engine/render/CameraFrustum.h"

class QLabel;

namespace usdscope {

struct DrawnFrame;

/// The picture: draws the session's scene, moves the camera, selects what is clicked.
///
/// Left drag tumbles, middle drag trucks, right drag and wheel dolly, with Alt or without; a click
/// selects, Shift adds, Ctrl toggles, the background clears. A click on a bone chooses its joint.
/// Dragging away from a scene camera goes on with the free one from there.
class ViewportWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit ViewportWidget(Session& session, QWidget* parent = nullptr);
  ~ViewportWidget() override;

  void frameAll();
  /// Frames the selected prims, or everything when none is selected.
  void frameSelection();
  /// Looks from `eye` at `target` with the free camera, upright; in world space.
  void look(const glm::dvec3& eye, const glm::dvec3& target);
  const RenderStatistics* statistics() const;
  /// The influences of the vertex under the pointer, as text; empty: none.
  const std::string& textAtPointer() const { return atPointer_.text; }
  /// The bones that are highlighted now.
  HighlightedBones highlightedBones() const;

 Q_SIGNALS:
  /// The user wants a context menu. The prim under the pointer is selected.
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
  QLabel* message_;                   ///< Over the picture: why there is none.
  std::size_t reportedProblems_ = 0;  ///< The number of problems of drawing, and their scene.
  std::shared_ptr<const void> reportedSource_;
  std::shared_ptr<const Stage> framedStage_;  ///< Framed when its first scene came.
  std::shared_ptr<const Scene> drawnScene_;
  InfluenceProbe influences_;  ///< Used by the task's thread only.
  QTimer probing_;             ///< Runs while the pointer rests: picking costs a draw.
  QPoint pointerAt_;
  ProbedVertex atPointer_;
  std::vector<Path>
      selectedRigs_;  ///< Skeletons; kept up to date while only their bones are shown.
  QPoint pressedAt_;
  QPoint lastAt_;
  bool isDragging_ = false;
  LatestTask probeTask_;
  LatestTask rigTask_;
};

}  // namespace usdscope
