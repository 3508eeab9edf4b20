// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/CameraController.h"
#include "app/viewport/CameraPlace.h"
#include "app/viewport/FirstBoxes.h"
#include "app/viewport/Hud.h"
#include "app/viewport/InfluenceProbe.h"
#include "app/viewport/Marquee.h"
#include "app/viewport/Picking.h"
#include "app/viewport/PictureDrawing.h"
#include "app/viewport/PictureGuides.h"
#include "app/viewport/PictureOutlines.h"
#include "app/viewport/PictureReports.h"
#include "app/viewport/PointerGestures.h"
#include "app/viewport/Rollover.h"
#include "app/viewport/SubtreeCounts.h"
#include "app/viewport/ViewportMarks.h"
#include "app/widgets/DragCancel.h"
#include "engine/render/CameraFrustum.h"

class QLabel;

namespace usdscope {

/// The viewport: draws the session's scene, moves the camera, and selects clicked prims.
///
/// Drags, wheel and touchpad move the camera: see PointerGestures. A click selects, Shift adds,
/// Ctrl toggles, the background clears. A drag with Shift, Ctrl or both selects what is in its
/// rectangle. A click on a bone chooses its joint; a click on the lines of a camera selects it. Esc
/// takes back a rectangle or a scrub that is being dragged.
class ViewportWidget : public QWidget {
  Q_OBJECT
 public:
  explicit ViewportWidget(Session& session, QWidget* parent = nullptr);

  /// Frames what is shown.
  void frameAll();
  /// Frames what is shown of the selected prims, or everything when that is nothing.
  void frameSelection();
  /// Frames what is shown with the usual lens, from the front and a little above.
  void resetView();
  /// See CameraController::toggleFraming().
  bool toggleFraming();
  /// Looks from `eye` at `target` (in world space) with the free camera, upright.
  void look(const glm::dvec3& eye, const glm::dvec3& target);
  /// The camera of the picture.
  ViewCamera currentCamera() const;
  /// Whether a drag with the left button alone moves the camera. Else it is free for a marquee.
  bool navigatesWithPlainLeftDrag() const {
    return gestures_.preset().navigatesWithPlainLeftDrag();
  }
  /// The picture that is shown; empty before the first one.
  const std::optional<Picture>& picture() const { return drawing_.picture(); }
  /// Draws the pictures of this view, and of views beside it.
  const std::shared_ptr<PictureMaker>& maker() const { return maker_; }
  /// The inputs of the picture as they are now; empty if nobody sees it.
  std::optional<PictureRequest> request() const;
  /// The place of the free camera.
  FreeCamera cameraPlace() const { return controller_.place(); }
  /// Gives up everything on the graphics device and draws again.
  void restartDrawing() { drawing_.restart(); }
  /// The influences of the vertex under the pointer, as text; may be empty.
  const std::string& textAtPointer() const { return atPointer_.text; }
  /// The facts about the prim under the pointer; empty unless ViewSettings::showRollover.
  const std::optional<PrimFacts>& factsAtPointer() const { return rollover_.facts(); }
  const ViewportMarks& marks() const { return marks_; }
  /// Selects the prim at a point, as a click does.
  void clickAt(const QPoint& at, SelectionChange change);
  /// Selects the prims that can be seen in a rectangle.
  void selectRectangle(const QRect& area, SelectionChange change);
  /// Calls `use` with the prims at a point, from front to back.
  void listAt(const QPoint& at, std::function<void(const std::vector<PickedObject>&)> use);
  /// Shows where a prim of a list is; nothing with an empty one.
  void pointAt(const std::optional<PickedPrim>& inList);
  const PictureGuides& guides() const { return guides_; }
  const FirstBoxes& firstBoxes() const { return firstBoxes_; }
  const SubtreeCounts& counts() const { return counts_; }
  /// The outlines that the next picture has.
  Outlines outlines() const;
  /// The bones that are currently highlighted.
  HighlightedBones highlightedBones() const;

 Q_SIGNALS:
  /// The user wants a context menu. After a click, the prim under the pointer has been selected.
  void menuWanted(const QPoint& globalPosition);
  /// A new picture is shown.
  void pictureChanged();

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  RenderSettings settings() const;
  HudContents hudContents() const;
  CameraFrustum frustum() const;
  bool chooseJointAt(const QPoint& at, const std::optional<PickedObject>& found);
  bool dragMarquee(const QMouseEvent& event);
  void cancelMarquee();
  std::optional<Path> cameraAt(const QPoint& pixel) const;
  void pickAt(const QPoint& at, Qt::KeyboardModifiers modifiers);
  void select(const std::optional<PickedObject>& found, SelectionChange change);
  void selectForMenu(const QPoint& at, const QPoint& globalAt);
  void showFirstBoxes();
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
  PictureGuides guides_;
  FirstBoxes firstBoxes_;
  /// The place of the camera that shows the first boxes; empty without them.
  std::optional<FreeCamera> boxesPlace_;
  SubtreeCounts counts_;
  ProbedVertex atPointer_;
  /// The skeletons of the selected rigs. Updated only while ViewSettings::bonesOfSelected.
  std::vector<Path> selectedRigs_;
  PointerGestures gestures_;
  std::shared_ptr<PictureMaker> maker_;
  PictureDrawing drawing_;
  PictureReports reports_;
  Marquee marquee_;
  DragCancel cancelling_;
  std::optional<PickedPrim> pointedInList_;
  Picking picking_;
  LatestTask probeTask_;
  LatestTask rigTask_;
};

}  // namespace usdscope
