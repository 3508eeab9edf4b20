// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/ViewportWidget.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

#include "app/session/ObserveSubject.h"
#include "app/session/document/ViewChoice.h"
#include "app/theme/Theme.h"
#include "app/viewport/BoxClicks.h"
#include "app/viewport/CameraPicking.h"
#include "app/viewport/ComparedView.h"
#include "app/viewport/DisplayLook.h"
#include "app/viewport/JointOverlay.h"
#include "app/viewport/PlaceExplanation.h"
#include "engine/render/CameraAperture.h"
#include "engine/render/ChosenObjects.h"
#include "engine/render/PickJoint.h"
#include "engine/render/Shown.h"
#include "engine/report/skel/SkelRig.h"

namespace usdscope {
namespace {

constexpr int kProbeMs = 40;  // The pointer rests so long before the vertex under it is looked up.
constexpr double kCameraReach = 4.0;  // Points around the lines of a camera that belong to it.

}  // namespace

ViewportWidget::ViewportWidget(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      message_(new QLabel(this)),
      marks_(session),
      rollover_(session),
      cameraPlace_(session, controller_),
      guides_(session),
      firstBoxes_(session),
      counts_(session),
      gestures_(session, controller_, *this),
      maker_(std::make_shared<PictureMaker>(session.textures())),
      drawing_(session, maker_, kMainView, [this] { return request(); }),
      reports_(session, drawing_, maker_),
      cancelling_([this] { return marquee_.isActive(); }, [this] { cancelMarquee(); }),
      picking_(session, drawing_),
      probeTask_(session.background()),
      rigTask_(session.background()) {
  setContextMenuPolicy(Qt::PreventContextMenu);  // The right button also dollies.
  message_->setAlignment(Qt::AlignCenter);
  message_->setWordWrap(true);
  message_->setAttribute(Qt::WA_TransparentForMouseEvents);
  message_->hide();
  setMinimumSize(200, 150);
  setFocusPolicy(Qt::ClickFocus);  // A click ends typing into a field.
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&drawing_, &PictureDrawing::changed, this, [this] {
    update();
    cameraPlace_.noteDrawn();
    Q_EMIT pictureChanged();
  });
  const auto redraw = [this] { drawing_.redraw(); };
  connect(&marks_, &ViewportMarks::changed, this, redraw);
  connect(&rollover_, &Rollover::changed, this, redraw);
  connect(&cameraPlace_, &CameraPlace::moved, this, redraw);
  connect(&gestures_, &PointerGestures::aboutToMove, this, [this] { session_.leaveSceneCamera(); });
  connect(&gestures_, &PointerGestures::cameraMoved, this, redraw);
  connect(&guides_, &PictureGuides::changed, this, redraw);
  connect(&firstBoxes_, &FirstBoxes::changed, this, &ViewportWidget::showFirstBoxes);
  connect(&counts_, &SubtreeCounts::changed, this, redraw);
  observeColors(session_, this, redraw);
  explainPlaces(session_, picking_, *this);
  loadBoxesOnDoubleClick(session_, picking_, *this);
  probing_.setSingleShot(true);
  probing_.setInterval(kProbeMs);
  connect(&probing_, &QTimer::timeout, this, &ViewportWidget::probe);
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>& scene) {
    const auto& stage = session_.document.value().stage;
    if (scene && stage != framedStage_) {
      // The first scene of what was opened; a reload keeps the camera.
      const bool isOther =
          !framedStage_ || !stage ||
          framedStage_->rootLayer()->identifier() != stage->rootLayer()->identifier();
      framedStage_ = stage;
      controller_.setZUp(scene->isZUp);
      // The boxes may be wrong, so the geometry is framed unless the user has moved.
      const bool isFramed = boxesPlace_ && *boxesPlace_ != controller_.place();
      boxesPlace_.reset();
      if (isOther && !isFramed && !session_.freeCamera.value()) {
        controller_.reset(shownBounds(*scene, settings()), aspectRatio());
        controller_.forgetFraming();
      }
    }
    showMessage();
    drawing_.redraw();
    probeAgain();
  });
  const auto say = [this](const auto&) { showMessage(); };
  session_.drawingProblem.observe(this, say);
  session_.loading.observe(this, say);
  session_.problems.observe(this, say);
  session_.viewChoice().arrangement.observe(this, say);
  session_.viewChoice().versionStage.observe(this, say);
  session_.document.observe(this, [this](const Document&) { findSelectedRigs(); });
  session_.selection.observe(this, [this](const Selection&) {
    findSelectedRigs();
    probeAgain();  // The facts name the source of the selected property.
    drawing_.redraw();
  });
  session_.joint.observe(this, [this](const ChosenJoint&) { drawing_.redraw(); });
  session_.shape.observe(this, [this](const ChosenShape&) { drawing_.redraw(); });
  session_.shapeOverrides.observe(this, [this](const ShapeOverrides&) { drawing_.redraw(); });
  session_.heat.observe(this, [this](const auto&) { drawing_.redraw(); });
  session_.view.observe(this, [this, ofSelected = false](const ViewSettings& view) mutable {
    if (view.bonesOfSelected && !ofSelected) findSelectedRigs();
    followPointer(view);
    ofSelected = view.bonesOfSelected;
    showMessage();
    drawing_.redraw();
  });
  // A new time is drawn when its scene comes.
  session_.playback.observe(this, [this, was = false](const PlaybackState& state) mutable {
    if (std::exchange(was, state.isPlaying) == state.isPlaying) return;
    if (state.isPlaying) rollover_.forget();
    probeAgain();
    drawing_.redraw();
  });
}

double ViewportWidget::aspectRatio() const { return double(width()) / std::max(height(), 1); }

void ViewportWidget::frameAll() {
  if (const auto& scene = session_.scene.value()) {
    session_.leaveSceneCamera();
    controller_.frame(shownBounds(*scene, settings()), aspectRatio());
    drawing_.redraw();
  }
}

void ViewportWidget::frameSelection() {
  const auto& scene = session_.scene.value();
  if (!scene) return;
  const Outlines chosen = selectedOutlines(session_.selection.value());
  const Box bounds =
      boundsOfChosen(*scene, ChosenObjects(chosen.selected, chosen.selectedInstances), settings());
  if (bounds.isEmpty()) return frameAll();
  session_.leaveSceneCamera();
  controller_.frame(bounds, aspectRatio());
  drawing_.redraw();
}

void ViewportWidget::resetView() {
  if (const auto& scene = session_.scene.value()) {
    session_.leaveSceneCamera();
    controller_.reset(shownBounds(*scene, settings()), aspectRatio());
    session_.noteFreeCamera(controller_.place());  // Its lens is shown in menus.
    drawing_.redraw();
  }
}

bool ViewportWidget::toggleFraming() {
  session_.leaveSceneCamera();
  const bool isDone = controller_.toggleFraming();
  drawing_.redraw();
  return isDone;
}

void ViewportWidget::look(const glm::dvec3& eye, const glm::dvec3& target) {
  session_.leaveSceneCamera();
  controller_.look(eye, target);
  drawing_.redraw();
}

ViewCamera ViewportWidget::currentCamera() const {
  const SceneCamera* camera = session_.sceneCamera();
  if (!camera) return controller_.camera();
  const bool isFitted = session_.view.value().display.marksAperture();
  return isFitted ? viewOfAperture(*camera, aspectRatio()) : viewOf(*camera);
}

QSize ViewportWidget::pixelSize() const { return size() * devicePixelRatioF(); }

QPoint ViewportWidget::pixelOf(const QPoint& at) const { return at * devicePixelRatioF(); }

void ViewportWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  drawing_.redraw();
  message_->setGeometry(rect().adjusted(40, 60, -40, -60));
}

void ViewportWidget::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  drawing_.redraw();
}

void ViewportWidget::showFirstBoxes() {
  const StageBoxes& boxes = firstBoxes_.boxes();
  if (boxes.lines && !session_.freeCamera.value()) {
    controller_.setZUp(boxes.isZUp);
    controller_.reset(boxes.bounds, aspectRatio());
    controller_.forgetFraming();
    boxesPlace_ = controller_.place();
  }
  showMessage();
  drawing_.redraw();
}

void ViewportWidget::showMessage() {
  const auto scene = isVersionCompared(session_) ? nullptr : session_.scene.value();
  const QString problem = QString::fromStdString(session_.drawingProblem.value());
  QString text;
  if (!problem.isEmpty()) {
    text = tr("The picture cannot be drawn. %1\nThe rest works. Reload tries again.").arg(problem);
  } else if (!scene && session_.loading.value().isLoading() && !firstBoxes_.boxes().lines) {
    text = tr("Reading …");
  } else if (scene && scene->items.empty() && scene->bones.empty()) {
    text = tr("There is nothing to draw in this scene.");
    const auto& problems = session_.problems.value().list;
    if (problems &&
        std::ranges::find(*problems, Severity::Error, &Problem::severity) != problems->end()) {
      text += '\n' + tr("The pane Problems lists files that are missing, and other errors.");
    }
  } else if (scene) {
    const auto hasShownPurpose = [shown = settings()](const Item& item) {
      return isShown(item.purpose, shown);
    };
    if (!scene->bones.empty()) {
      // Bones are shown whatever else is.
    } else if (std::ranges::none_of(scene->items, &Item::isVisible)) {
      text = tr("Everything in this scene is invisible.");
    } else if (std::ranges::none_of(scene->items, hasShownPurpose)) {
      text = tr("All prims of this scene have purposes that are not shown; see the menu View.");
    }
  }
  // The ground is that of the picture, in every theme.
  const auto& onGround = theme::colorsOn(groundOf(session_.view.value().display.background));
  QPalette colors = message_->palette();
  colors.setColor(QPalette::WindowText, problem.isEmpty() ? onGround.dim : onGround.error);
  message_->setPalette(colors);
  message_->setText(text);
  message_->setVisible(!text.isEmpty());
  update();
}

RenderSettings ViewportWidget::settings() const {
  const ViewSettings& view = session_.view.value();
  RenderSettings settings{.width = pixelSize().width(), .height = pixelSize().height()};
  settings.shading = view.shading;
  settings.showRender = view.showRender;
  settings.showProxy = view.showProxy;
  settings.showGuides = view.showGuides;
  settings.bones = view.bones;
  if (view.bonesOfSelected) settings.bonesOf = selectedRigs_;
  settings.highlightedBones = highlightedBones();
  settings.showGrid = view.showGrid;
  settings.skinning = view.skinning;
  setLook(session_, settings);
  settings.guides = guides_.picture()->lines;
  if (const GuideLines& boxes = firstBoxes_.boxes().lines) settings.guides = boxes;
  return settings;
}

void ViewportWidget::findSelectedRigs() {
  const Document& document = session_.document.value();
  if (!session_.view.value().bonesOfSelected || !document.isOpen()) {
    selectedRigs_.clear();
    return rigTask_.cancel();
  }
  rigTask_.start([this, stage = document.stage,
                  prims = session_.selection.value().prims](const TaskRun&) -> LatestTask::Show {
    std::vector<Path> rigs;
    for (const Path path : prims) {
      const Prim prim = stage->primAt(path);
      const SkelRig rig = prim ? SkelRig(prim) : SkelRig();
      if (rig) rigs.push_back(rig.path());
      rigs.insert(rigs.end(), rig.skeletons().begin(), rig.skeletons().end());
    }
    return [this, rigs = std::move(rigs)] {
      selectedRigs_ = rigs;
      drawing_.redraw();
    };
  });
}

// The bones of the joints that influence the vertex under the pointer; else of the chosen joint.
HighlightedBones ViewportWidget::highlightedBones() const {
  const ChosenJoint& chosen = session_.joint.value();
  const auto& scene = session_.scene.value();
  const bool isProbed = !atPointer_.joints.empty();
  const Path path = isProbed ? atPointer_.skeleton : chosen.skeleton;
  if (!scene || (!isProbed && !chosen)) return {};
  const auto skeleton = std::ranges::find(scene->skeletons, path, &PosedSkeleton::path);
  if (skeleton == scene->skeletons.end()) return {};
  HighlightedBones lit{path, {}};
  for (const Token name : isProbed ? atPointer_.joints : std::vector<Token>{chosen.joint}) {
    const auto joint = std::ranges::find(skeleton->joints, name);
    if (joint == skeleton->joints.end()) continue;
    const auto index = std::size_t(joint - skeleton->joints.begin());
    for (const std::uint32_t bone : bonesOfJoint(*skeleton, index)) lit.bones.push_back(bone);
  }
  return lit.bones.empty() ? HighlightedBones() : lit;
}

CameraFrustum ViewportWidget::frustum() const {
  const auto& scene = session_.scene.value();
  return makeFrustum(currentCamera(), pixelSize().width(), pixelSize().height(),
                     scene ? scene->bounds : Box());
}

// Unless bones are shown through everything, nearer surfaces hide them.
bool ViewportWidget::chooseJointAt(const QPoint& at, const std::optional<PickedObject>& found) {
  const auto& scene = session_.scene.value();
  if (!scene) return false;
  const RenderSettings now = settings();
  const std::vector<PosedSkeleton> shown = skeletonsWithBones(*scene, now);
  if (shown.empty()) return false;
  const CameraFrustum seen = frustum();
  JointPick pick{.skeletons = shown,
                 .frustum = &seen,
                 .pictureSize = {now.width, now.height},
                 .point = glm::dvec2(at.x(), at.y()) * devicePixelRatioF()};
  if (now.bones != BonesDisplay::XRay && found) {
    pick.hidingDepth = seen.depthOf(found->hit.worldPosition);
  }
  const auto joint = pick.run();
  if (!joint) return false;
  const PosedSkeleton& skeleton = shown[joint->skeleton];
  session_.perform("joint", {skeleton.path.text(), skeleton.joints[joint->joint].string()});
  return true;
}

std::optional<PictureRequest> ViewportWidget::request() const {
  if (!isVisible() || width() <= 0 || height() <= 0) return std::nullopt;
  PictureRequest wanted;
  const auto& heat = session_.heat.value();
  wanted.subject.scene = session_.scene.value();
  if (heat && heat->scene == wanted.subject.scene) wanted.subject.painted = heat->painted;
  wanted.subject.camera = currentCamera();
  wanted.subject.settings = settings();
  wanted.outlines = outlines();
  wanted.hud = hudContents();
  return wanted;
}

HudContents ViewportWidget::hudContents() const {
  const PlaybackState& playback = session_.playback.value();
  const SceneCamera* camera = session_.sceneCamera();
  // The renderer fits the clipping planes of a camera without planes.
  const bool isFitted = !(currentCamera().nearPlane > 0.0);
  HudContents hud;
  // Points of the display are as large as the texts of the window.
  const float scale = float(theme::px(1000)) / 1000.0f;
  hud.size = glm::vec2(float(width()), float(height())) / scale;
  hud.pixelRatio = float(devicePixelRatioF()) * scale;
  hud.view = session_.view.value();
  hud.joint = session_.joint.value();
  hud.heat = session_.heat.value();
  hud.marked = marks_.points();
  HudState atPointer;
  atPointer.atPointer = {glm::vec2(float(pointerAt_.x()), float(pointerAt_.y())) / scale,
                         atPointer_.text, HudColor::Text};
  rollover_.addTo(atPointer);
  hud.atPointer = atPointer.atPointer;
  hud.box = atPointer.box;
  hud.camera = camera     ? std::string(camera->path.name().text())
               : isFitted ? "Free AutoClip"
                          : "Free";
  if (camera) hud.sceneCamera = *camera;
  hud.guides = guides_.picture();
  hud.counts = counts_.text();
  hud.isPlaying = playback.isPlaying;
  hud.hasShapeOverrides = !session_.shapeOverrides.value().isEmpty();
  hud.playedFps = playback.isPlaying ? playback.measuredFps : 0.0;
  return hud;
}

void ViewportWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (const auto& shown = drawing_.picture()) {
    painter.drawImage(rect(), shown->image);
    return marquee_.paint(painter);
  }
  const glm::vec3 color = colorOf(session_.view.value().display.background) * 255.0f;
  painter.fillRect(rect(), QColor(int(color.x), int(color.y), int(color.z)));
}

void ViewportWidget::followPointer(const ViewSettings& view) {
  const bool isFollowed = view.showInfluences || view.showRollover;
  if (isFollowed && !hasMouseTracking()) {
    pointerAt_ = mapFromGlobal(QCursor::pos());
    isPointerInside_ = underMouse();
  }
  setMouseTracking(isFollowed);
  if (!view.showInfluences) {
    probeTask_.cancel();
    showProbe({});
  }
  if (!view.showRollover) rollover_.forget();
  if (!isFollowed) return forgetProbe();
  probeAgain();
}

// The facts follow edits and the playhead while the pointer rests.
void ViewportWidget::probeAgain() {
  const bool isPlaying = session_.playback.value().isPlaying;
  if (isPointerInside_ && session_.view.value().showRollover && !isPlaying) probing_.start();
}

void ViewportWidget::probe() {
  const auto& scene = session_.scene.value();
  const auto& stage = session_.document.value().stage;
  const ViewSettings& view = session_.view.value();
  const bool hasRollover = view.showRollover && !session_.playback.value().isPlaying;
  const bool isWanted = scene && stage && (hasRollover || view.showInfluences);
  if (!isWanted) return forgetProbe();
  drawing_.pickUnderPointer(pixelOf(pointerAt_),
                            [this](const std::optional<PickResult>& hit) { probeHit(hit); });
}

void ViewportWidget::probeHit(const std::optional<PickResult>& hit) {
  const auto& scene = session_.scene.value();
  const auto& stage = session_.document.value().stage;
  const ViewSettings& view = session_.view.value();
  if (!hit || !scene || !stage || !isPointerInside_) return forgetProbe();
  if (view.showRollover && !session_.playback.value().isPlaying) rollover_.showFor(*hit);
  if (!view.showInfluences) return;
  probeTask_.start([this, stage, scene, hit = *hit](const TaskRun&) -> LatestTask::Show {
    return [this, probed = influences_.at(stage, scene, hit)] { showProbe(probed); };
  });
}

void ViewportWidget::showProbe(ProbedVertex probed) {
  if (probed.text.empty() && atPointer_.text.empty()) return;
  atPointer_ = std::move(probed);
  drawing_.redraw();
}

void ViewportWidget::forgetProbe() {
  probing_.stop();
  drawing_.forgetPointer();
  probeTask_.cancel();
  rollover_.forget();
  showProbe({});
}

void ViewportWidget::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  isPointerInside_ = false;
  forgetProbe();
}

void ViewportWidget::mousePressEvent(QMouseEvent* event) { gestures_.press(*event); }

void ViewportWidget::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() != Qt::NoButton) {
    forgetProbe();
    if (!dragMarquee(*event)) gestures_.move(*event);
    return;
  }
  pointerAt_ = event->position().toPoint();
  isPointerInside_ = true;
  const ViewSettings& view = session_.view.value();
  if (view.showInfluences || view.showRollover) probing_.start();
}

// Returns whether the drag draws a rectangle. It does not if it moves the camera already.
bool ViewportWidget::dragMarquee(const QMouseEvent& event) {
  const QPoint at = event.position().toPoint();
  if (!marquee_.isActive()) {
    if (event.buttons() != Qt::LeftButton || gestures_.isDragging()) return false;
    const bool isFar =
        (at - gestures_.pressedAt()).manhattanLength() >= QApplication::startDragDistance();
    const auto change = Marquee::changeFor(event.modifiers(), navigatesWithPlainLeftDrag());
    if (!isFar || !change) return false;
    marquee_.begin(gestures_.pressedAt(), *change);
  }
  marquee_.move(at);
  update();
  return true;
}

void ViewportWidget::cancelMarquee() {
  marquee_.cancel();
  gestures_.cancel();
  update();
}

void ViewportWidget::mouseReleaseEvent(QMouseEvent* event) {
  const bool isClick = gestures_.release(*event);
  if (marquee_.isActive() && event->button() == Qt::LeftButton) {
    const QRect area = marquee_.end();
    session_.perform("selectRectangle", {std::to_string(area.x()), std::to_string(area.y()),
                                         std::to_string(area.width()),
                                         std::to_string(area.height()), wordOf(marquee_.change())});
    return update();
  }
  if (!isClick) return;
  const QPoint at = event->position().toPoint();
  if (event->button() == Qt::LeftButton) pickAt(at, event->modifiers());
  if (event->button() == Qt::RightButton) selectForMenu(at, event->globalPosition().toPoint());
}

void ViewportWidget::wheelEvent(QWheelEvent* event) {
  gestures_.wheel(*event);
  probeAgain();
}

// The menu is that of the selection. It opens at the pointer, or else in the middle.
void ViewportWidget::keyPressEvent(QKeyEvent* event) {
  const bool isMenuKey = event->key() == Qt::Key_Menu ||
                         (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier);
  if (!isMenuKey) return QWidget::keyPressEvent(event);
  Q_EMIT menuWanted(underMouse() ? QCursor::pos() : mapToGlobal(rect().center()));
}

bool ViewportWidget::event(QEvent* event) {
  const bool isGesture = event->type() == QEvent::NativeGesture;
  if (isGesture && gestures_.nativeGesture(*static_cast<QNativeGestureEvent*>(event))) return true;
  return QWidget::event(event);
}

void ViewportWidget::pickAt(const QPoint& at, Qt::KeyboardModifiers modifiers) {
  const bool isToggle = modifiers & Qt::ControlModifier;
  const SelectionChange change = isToggle                        ? SelectionChange::Toggle
                                 : modifiers & Qt::ShiftModifier ? SelectionChange::Add
                                                                 : SelectionChange::Replace;
  if (!session_.document.value().isOpen()) return;
  session_.perform("pick", {std::to_string(at.x()), std::to_string(at.y()), wordOf(change)});
}

void ViewportWidget::clickAt(const QPoint& at, SelectionChange change) {
  const std::optional<Path> camera = cameraAt(pixelOf(at));
  const bool mayBeJoint = change == SelectionChange::Replace && !camera;
  picking_.find(
      pixelOf(at),
      [this, at, change, mayBeJoint](const std::optional<PickedObject>& found) {
        if (mayBeJoint && chooseJointAt(at, found)) return;
        select(found, change);
      },
      camera);
}

void ViewportWidget::select(const std::optional<PickedObject>& found, SelectionChange change) {
  // A click on the prim whose array is shown leads to the element there.
  const Selection& selection = session_.selection.value();
  const bool isShown = found && selection.leading() == found->hit.path;
  if (isShown && selection.property && change == SelectionChange::Replace) {
    marks_.click(found->hit);
  }
  std::vector<PickedPrim> picked;
  if (found) picked.push_back(found->picked);
  session_.selectPicked(picked, change);
}

void ViewportWidget::selectRectangle(const QRect& area, SelectionChange change) {
  const QRect seen = area & rect();
  if (seen.isEmpty()) return;
  const QRect pixels(pixelOf(seen.topLeft()), seen.size() * devicePixelRatioF());
  picking_.select(pixels, change,
                  camerasWithin(*guides_.picture(), frustum(), pixelSize(), pixels));
}

void ViewportWidget::listAt(const QPoint& at,
                            std::function<void(const std::vector<PickedObject>&)> use) {
  picking_.list(pixelOf(at), std::move(use), cameraAt(pixelOf(at)));
}

void ViewportWidget::pointAt(const std::optional<PickedPrim>& inList) {
  if (std::exchange(pointedInList_, inList) != inList) drawing_.redraw();
}

std::optional<Path> ViewportWidget::cameraAt(const QPoint& pixel) const {
  if (pixelSize().isEmpty() || guides_.picture()->cameras.empty()) return std::nullopt;
  return cameraUnder(*guides_.picture(), frustum(), pixelSize(), pixel,
                     kCameraReach * devicePixelRatioF());
}

Outlines ViewportWidget::outlines() const {
  return pictureOutlines(session_, marks_, {rollover_.pointed(), pointedInList_});
}

void ViewportWidget::selectForMenu(const QPoint& at, const QPoint& globalAt) {
  const auto open = [this, globalAt](const std::optional<PickedObject>& found) {
    // A click on a selected prim keeps the selection.
    const bool isSelected =
        found && std::ranges::any_of(session_.selection.value().prims, [&](Path path) {
          return found->hit.path.hasPrefix(path) || found->picked.prim.hasPrefix(path);
        });
    if (found && !isSelected) session_.selectPicked({found->picked}, SelectionChange::Replace);
    Q_EMIT menuWanted(globalAt);
  };
  picking_.find(pixelOf(at), open, cameraAt(pixelOf(at)));
}

}  // namespace usdscope
