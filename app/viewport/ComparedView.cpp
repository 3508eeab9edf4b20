// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/ComparedView.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/document/VersionNames.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/playback/FrameText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/viewport/ViewportWidget.h"

namespace usdscope {
namespace {

constexpr int kHandleWidth = 9;
constexpr int kLabelMargin = 8;
// The room that the texts of the heads-up display usually take at the top.
constexpr int kLeftCorner = 150;
constexpr int kRightCorner = 270;
constexpr int kBelowCorners = 74;

QString timeText(TimeCode time) { return QString::fromStdString(frameText(time)); }

}  // namespace

bool isVersionCompared(const Session& session) {
  const ViewChoice& choice = session.viewChoice();
  return choice.arrangement.value().comparison.mode != CompareMode::Off &&
         choice.versionStage.value();
}

ComparedView::ComparedView(Session& session, ViewportWidget& viewport)
    : QWidget(&viewport),
      session_(session),
      viewport_(viewport),
      handle_(new QWidget(&viewport)),
      second_(session),
      drawing_(session, viewport.maker(), viewport.maker()->addView(),
               [this] { return request(); }),
      cancelling_([this] { return wipedFrom_.has_value(); },
                  [this] { wipeTo(*std::exchange(wipedFrom_, std::nullopt)); }) {
  setObjectName("comparedView");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  lower();
  handle_->setCursor(Qt::SplitHCursor);
  handle_->setToolTip(tr("Drag to wipe between the two frames"));
  handle_->installEventFilter(this);
  viewport.installEventFilter(this);
  connect(&drawing_, &PictureDrawing::changed, this, [this] { update(); });
  connect(&viewport, &ViewportWidget::pictureChanged, this, &ComparedView::followMainPicture);
  // Each side is painted with the suppliers of its own frame.
  second_.showHeat(true);
  second_.heat.observe(this,
                       [this](const std::shared_ptr<const HeatPicture>&) { drawing_.redraw(); });
  second_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { drawing_.redraw(); });
  const ViewChoice& choice = session_.viewChoice();
  choice.versionStage.observe(this, [this, &choice](const std::shared_ptr<const Stage>& stage) {
    second_.setStage(stage);
    show(choice.arrangement.value());
  });
  choice.version.observe(this, [this, &choice](const VersionChoice&) {
    drawing_.forget();  // The labels name the version, so its pictures alone may be shown.
    show(choice.arrangement.value());
  });
  choice.arrangement.observe(this, [this](const ViewArrangement& all) { show(all); });
  session_.playback.observe(
      this, [this](const PlaybackState&) { show(session_.viewChoice().arrangement.value()); });
}

void ComparedView::show(const ViewArrangement& all) {
  const bool isOtherMode = all.comparison.mode != shown_.mode;
  shown_ = all.comparison;
  // A ghost has other pictures than the rest.
  if (isOtherMode) drawing_.forget();
  const bool isOn = shown_.mode != CompareMode::Off;
  const bool isWanted = isOn && hasSecond();
  second_.setTime(isWanted ? std::optional(shown_.time.at(session_.playback.value()))
                           : std::nullopt);
  setVisible(isOn);
  handle_->setVisible(shown_.mode == CompareMode::Wipe);
  place();
  update();
  if (isOtherMode && isOn) drawing_.redraw();
}

// Until a version is open there is no second picture: that of the open scene is not its picture.
bool ComparedView::hasSecond() const {
  const ViewChoice& choice = session_.viewChoice();
  return !choice.version.value().isChosen() || choice.versionStage.value();
}

// The compared picture has the camera and the settings of the main one.
void ComparedView::followMainPicture() {
  if (!isVisible()) return;
  const std::optional<PictureRequest> wanted = request();
  if (wanted && wanted->subject != requested_) drawing_.redraw();
  if (wanted) requested_ = wanted->subject;
}

std::optional<PictureRequest> ComparedView::request() const {
  if (!isVisible() || !second_.scene.value()) return std::nullopt;
  std::optional<PictureRequest> wanted = viewport_.request();
  if (!wanted) return std::nullopt;
  wanted->subject.scene = second_.scene.value();
  const auto& heat = second_.heat.value();
  const bool isPainted = heat && heat->scene == wanted->subject.scene;
  wanted->subject.painted = isPainted ? heat->painted : nullptr;
  // Each side of a wipe has the display of its own picture; a ghost and a difference keep that of
  // the main picture. Counts of the selection are those of the main stage and time.
  if (shown_.mode != CompareMode::Wipe) wanted->hud.view.showHud = false;
  wanted->hud.counts.clear();
  wanted->hud.heat = isPainted ? heat : nullptr;
  if (shown_.mode == CompareMode::Ghost) {
    // Only what the scene has covers the main picture: the display and the grid stay as they are.
    wanted->subject.settings.isTransparent = true;
    wanted->subject.settings.showGrid = false;
    wanted->hud.guides = nullptr;
    wanted->hud.atPointer = {};
    wanted->hud.box = {};
  }
  return wanted;
}

int ComparedView::wipeX() const { return int(std::lround(shown_.wipe * width())); }

void ComparedView::place() {
  setGeometry(viewport_.rect());
  handle_->setGeometry(wipeX() - kHandleWidth / 2, 0, kHandleWidth, height());
}

void ComparedView::wipeTo(double share) {
  session_.perform("wipe", {argumentOf(std::clamp(share, 0.0, 1.0))});
}

bool ComparedView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &viewport_ && event->type() == QEvent::Resize) place();
  if (watched == handle_ && event->type() == QEvent::MouseButtonPress) wipedFrom_ = shown_.wipe;
  if (watched == handle_ && event->type() == QEvent::MouseButtonRelease) wipedFrom_.reset();
  if (watched == handle_ && event->type() == QEvent::MouseMove) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const double x = mapFromGlobal(mouse->globalPosition()).x();
    if (wipedFrom_ && (mouse->buttons() & Qt::LeftButton)) {
      wipeTo(x / std::max(width(), 1));
    }
  }
  // A press on the line is not one on the picture.
  const bool isButton = event->type() == QEvent::MouseButtonPress ||
                        event->type() == QEvent::MouseButtonRelease ||
                        event->type() == QEvent::MouseMove;
  if (watched == handle_ && isButton) return true;
  return QWidget::eventFilter(watched, event);
}

void ComparedView::paintEvent(QPaintEvent*) {
  const auto& second = drawing_.picture();
  if (!second || !second->scene) return;
  QPainter painter(this);
  switch (shown_.mode) {
    case CompareMode::Off:
      return;
    case CompareMode::Wipe:
      painter.setClipRect(rect().adjusted(wipeX(), 0, 0, 0));
      painter.drawImage(rect(), second->image);
      painter.setClipping(false);
      painter.setPen(theme::kPlayhead);
      painter.drawLine(wipeX(), 0, wipeX(), height());
      break;
    case CompareMode::Ghost:
      painter.setOpacity(0.5);
      painter.drawImage(rect(), second->image);
      painter.setOpacity(1.0);
      break;
    case CompareMode::Difference:
      painter.setCompositionMode(QPainter::CompositionMode_Difference);
      painter.drawImage(rect(), second->image);
      painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
      break;
  }
  paintLabels(painter);
}

// The frames of both pictures: at both sides of the line, or together in the middle.
void ComparedView::paintLabels(QPainter& painter) const {
  const auto& main = viewport_.picture();
  QString first = main && main->scene ? timeText(main->scene->time) : QString();
  QString second = timeText(drawing_.picture()->scene->time);
  const VersionChoice& version = session_.viewChoice().version.value();
  if (version.isChosen()) {
    const VersionNames names = versionNames(session_.document.value().file, version);
    first = textOf(names.first) + QStringLiteral("  ") + first;
    second = textOf(names.second) + QStringLiteral("  ") + second;
  }
  const auto widthOf = [&](const QString& text) {
    return painter.fontMetrics().horizontalAdvance(text) + 2 * kLabelMargin;
  };
  const bool hasDisplay = session_.view.value().showHud;
  const auto paint = [&](const QString& text, int x) {
    const int right = x + widthOf(text);
    const bool isInCorner = x < theme::px(kLeftCorner) || right > width() - theme::px(kRightCorner);
    const int top = hasDisplay && isInCorner ? theme::px(kBelowCorners) : kLabelMargin;
    const QRect box(x, top, widthOf(text), painter.fontMetrics().height() + kLabelMargin);
    painter.fillRect(box, QColor(0, 0, 0, 150));
    painter.setPen(QColor(Qt::white));
    painter.drawText(box, Qt::AlignCenter, text);
  };
  if (shown_.mode == CompareMode::Wipe) {
    paint(first, wipeX() - widthOf(first) - kLabelMargin);
    return paint(second, wipeX() + kLabelMargin);
  }
  const QString both = shown_.mode == CompareMode::Ghost
                           ? tr("%1 and %2").arg(first, second)
                           : tr("Difference of %1 and %2").arg(first, second);
  paint(both, (width() - widthOf(both)) / 2);
}

}  // namespace usdscope
