// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/SideViewWidget.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "app/session/ObserveSubject.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/playback/FrameText.h"
#include "app/theme/Theme.h"
#include "app/viewport/BoxClicks.h"
#include "app/viewport/ViewportWidget.h"
#include "engine/render/Shown.h"

namespace usdscope {
namespace {

constexpr int kMostCamera = 180;
constexpr int kLeastCamera = 30;  // An arrow remains of narrower names.
// Offsets that the menu of times offers, in frames.
constexpr int kOffsets[] = {-10, -1, 1, 10};

QString offsetText(double frames) {
  return QObject::tr("Playhead %1 %2").arg(frames < 0 ? "−" : "+").arg(std::abs(frames));
}

}  // namespace

SideViewWidget::SideViewWidget(Session& session, ViewportWidget& main, int number)
    : session_(session),
      main_(main),
      number_(number),
      gestures_(session, controller_, *this),
      scene_(session),
      drawing_(session, main.maker(), main.maker()->addView(), [this] { return request(); }),
      picking_(session, drawing_) {
  setObjectName(QStringLiteral("view%1").arg(number));
  setAccessibleName(tr("View %1").arg(number));
  setFocusPolicy(Qt::ClickFocus);
  setMinimumSize(100, 80);
  setAttribute(Qt::WA_OpaquePaintEvent);
  buildBar();
  loadBoxesOnDoubleClick(session_, picking_, *this, [this] { return pictureRect().topLeft(); });
  connect(&drawing_, &PictureDrawing::changed, this, [this] {
    update();
    showBar();
  });
  scene_.scene.observe(this, [this](const std::shared_ptr<const Scene>& scene) {
    if (!scene) isFramed_ = false;
    if (scene && !isFramed_ && !shown_.place) {
      controller_.setZUp(scene->isZUp);
      controller_.setPlace(main_.cameraPlace());
      isFramed_ = true;
    }
    drawing_.redraw();
  });
  connect(&gestures_, &PointerGestures::aboutToMove, this, &SideViewWidget::leaveSceneCamera);
  connect(&gestures_, &PointerGestures::cameraMoved, this, [this] {
    session_.viewChoice().notePlace(number_, controller_.place());
    drawing_.redraw();
  });
  connect(&main_, &ViewportWidget::pictureChanged, this, &SideViewWidget::followMainView);
  session_.viewChoice().arrangement.observe(this,
                                            [this](const ViewArrangement& all) { show(all); });
  session_.playback.observe(
      this, [this](const PlaybackState& state) { scene_.setTime(shown_.time.at(state)); });
  observeColors(session_, this, [this] { showBar(); });
}

void SideViewWidget::buildBar() {
  bar_ = new QWidget(this);
  bar_->setObjectName("viewBar");
  bar_->setAutoFillBackground(true);
  auto* line = new QHBoxLayout(bar_);
  line->setContentsMargins(8, 0, 4, 0);
  line->setSpacing(4);
  title_ = new QLabel;
  line->addWidget(title_);
  line->addStretch(1);
  const auto add = [&](const QString& tip) {
    auto* button = new QToolButton;
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setMenu(new QMenu(button));
    line->addWidget(button);
    return button;
  };
  camera_ = add(tr("Camera of this view"));
  time_ = add(tr("Time of this view"));
  connect(camera_->menu(), &QMenu::aboutToShow, this, &SideViewWidget::fillCameras);
  connect(time_->menu(), &QMenu::aboutToShow, this, &SideViewWidget::fillTimes);
}

void SideViewWidget::fillCameras() {
  QMenu& menu = *camera_->menu();
  menu.clear();
  const auto add = [&](const QString& title, Path camera) {
    QAction* action = menu.addAction(title);
    action->setCheckable(true);
    action->setChecked(shown_.camera == camera);
    connect(action, &QAction::triggered, this, [this, camera] {
      session_.showNote(session_.viewChoice().setCamera(number_, camera));
    });
  };
  add(tr("Free camera"), {});
  const auto& scene = scene_.scene.value();
  if (!scene || scene->cameras.empty()) return;
  menu.addSeparator();
  for (const SceneCamera& each : scene->cameras) {
    add(fontMetrics().elidedText(QString::fromStdString(std::string(each.path.text())),
                                 Qt::ElideMiddle, 500),
        each.path);
  }
}

void SideViewWidget::fillTimes() {
  QMenu& menu = *time_->menu();
  menu.clear();
  const auto add = [&](const QString& title, ViewTime time) {
    QAction* action = menu.addAction(title);
    action->setCheckable(true);
    action->setChecked(shown_.time == time);
    connect(action, &QAction::triggered, this,
            [this, time] { session_.showNote(session_.viewChoice().setTime(number_, time)); });
  };
  const PlaybackState& playback = session_.playback.value();
  add(tr("Playhead"), {});
  for (const int frames : kOffsets) {
    add(offsetText(frames), {ViewTime::Kind::Offset, frames * playback.timeCodesPerFrame()});
  }
  menu.addSeparator();
  add(tr("Always %1").arg(QString::fromStdString(frameText(TimeCode(playback.time)))),
      {ViewTime::Kind::Fixed, playback.time});
}

void SideViewWidget::show(const ViewArrangement& all) {
  shown_ = all.sides[std::size_t(number_ - 2)];
  if (shown_.place) {
    controller_.setPlace(*shown_.place);
    isFramed_ = true;
  }
  scene_.setTime(shown_.time.at(session_.playback.value()));
  showBar();
  drawing_.redraw();
}

void SideViewWidget::showBar() {
  const QString arrow = QStringLiteral(" ▾");
  const QString name = shown_.camera.isEmpty()
                           ? tr("Free camera")
                           : QString::fromStdString(shown_.camera.name().string());
  const auto& picture = drawing_.picture();
  const QString frame = picture && picture->scene
                            ? QString::fromStdString(frameText(picture->scene->time))
                            : tr("Time");
  time_->setText(frame + arrow);
  // The name of the camera gets the room that the other parts leave. In a very narrow bar the
  // number of the view stands alone.
  camera_->setText(arrow);
  const auto roomFor = [this](const QString& title) {
    title_->setText(title);
    return width() - bar_->layout()->minimumSize().width();
  };
  int room = roomFor(tr("View %1").arg(number_));
  if (room < theme::px(kLeastCamera)) room = roomFor(QString::number(number_));
  room = std::min(room, theme::px(kMostCamera));
  const bool isShown = room >= theme::px(kLeastCamera);
  const bool isLong = fontMetrics().horizontalAdvance(name) > room;
  const QString shortest = isLong && shown_.camera.isEmpty() ? tr("Free") : name;
  camera_->setText(
      (isShown ? fontMetrics().elidedText(shortest, Qt::ElideMiddle, room) : QString()) + arrow);
  camera_->setToolTip(tr("Camera of this view") + QStringLiteral(": ") + name);
}

// The settings of the picture, other than camera and time, are those of the main view.
void SideViewWidget::followMainView() {
  const std::optional<PictureRequest> wanted = request();
  if (!wanted) return;
  if (wanted->subject != requested_) drawing_.redraw();
  requested_ = wanted->subject;
}

QRect SideViewWidget::pictureRect() const {
  return rect().adjusted(0, bar_->sizeHint().height(), 0, 0);
}

void SideViewWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  bar_->setGeometry(0, 0, width(), bar_->sizeHint().height());
  showBar();
  drawing_.redraw();
}

void SideViewWidget::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  drawing_.redraw();
}

const SceneCamera* SideViewWidget::sceneCamera() const {
  const auto& scene = scene_.scene.value();
  if (!scene || shown_.camera.isEmpty()) return nullptr;
  const auto found = std::ranges::find(scene->cameras, shown_.camera, &SceneCamera::path);
  return found == scene->cameras.end() ? nullptr : &*found;
}

ViewCamera SideViewWidget::currentCamera() const {
  const SceneCamera* camera = sceneCamera();
  return camera ? viewOf(*camera) : controller_.camera();
}

void SideViewWidget::leaveSceneCamera() {
  const SceneCamera* camera = sceneCamera();
  if (!camera) return;
  const Scene& scene = *scene_.scene.value();
  const glm::dvec3 eye(camera->worldFromView[3]);
  const double distance =
      scene.bounds.isEmpty() ? 10.0 : std::max(glm::length(scene.bounds.center() - eye), 1e-3);
  controller_.setPlace(freeCameraOf(viewOf(*camera), distance, scene.isZUp));
}

std::optional<PictureRequest> SideViewWidget::request() const {
  if (!isVisible() || pictureRect().isEmpty()) return std::nullopt;
  std::optional<PictureRequest> wanted = main_.request();
  if (!wanted) return std::nullopt;
  const QSize pixels = pictureRect().size() * devicePixelRatioF();
  PictureSubject& subject = wanted->subject;
  // The painted scene is that of the playhead.
  if (subject.scene != scene_.scene.value()) subject.painted = nullptr;
  subject.scene = scene_.scene.value();
  subject.camera = currentCamera();
  subject.settings.width = std::max(pixels.width(), 1);
  subject.settings.height = std::max(pixels.height(), 1);
  wanted->hud.size =
      glm::vec2(float(pixels.width()), float(pixels.height())) / wanted->hud.pixelRatio;
  wanted->hud.view.showHud = false;
  wanted->hud.sceneCamera.reset();  // Masks and reticles belong to the main view.
  return wanted;
}

void SideViewWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& shown = drawing_.picture();
  if (shown) return painter.drawImage(pictureRect(), shown->image);
  const glm::vec3 color = RenderSettings().background * 255.0f;
  painter.fillRect(rect(), QColor(int(color.x), int(color.y), int(color.z)));
}

void SideViewWidget::mousePressEvent(QMouseEvent* event) { gestures_.press(*event); }

void SideViewWidget::mouseMoveEvent(QMouseEvent* event) { gestures_.move(*event); }

void SideViewWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (!gestures_.release(*event) || event->button() != Qt::LeftButton) return;
  const QPoint at = event->position().toPoint() - pictureRect().topLeft();
  const SelectionChange change = event->modifiers() & Qt::ControlModifier ? SelectionChange::Toggle
                                 : event->modifiers() & Qt::ShiftModifier
                                     ? SelectionChange::Add
                                     : SelectionChange::Replace;
  picking_.find(at * devicePixelRatioF(), [this, change](const std::optional<PickedObject>& found) {
    std::vector<PickedPrim> picked;
    if (found) picked.push_back(found->picked);
    session_.selectPicked(picked, change);
  });
}

void SideViewWidget::wheelEvent(QWheelEvent* event) { gestures_.wheel(*event); }

}  // namespace usdscope
