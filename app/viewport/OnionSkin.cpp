// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/OnionSkin.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "app/session/document/ViewChoice.h"
#include "app/viewport/ViewportWidget.h"

namespace usdscope {
namespace {

// The strength of the frame at the playhead; the other frames share the rest.
constexpr double kMainStrength = 0.45;

}  // namespace

/// One of the faint frames.
struct OnionSkin::Skin {
  explicit Skin(OnionSkin& owner)
      : scene(owner.session_),
        drawing(owner.session_, owner.viewport_.maker(), owner.viewport_.maker()->addView(),
                [&owner, this] { return owner.requestFor(scene); }) {
    QObject::connect(&drawing, &PictureDrawing::changed, &owner, [&owner] { owner.update(); });
    scene.scene.observe(&owner, [this](const std::shared_ptr<const Scene>&) { drawing.redraw(); });
  }

  SceneAtTime scene;
  PictureDrawing drawing;
  PictureSubject requested;  ///< The subject of the last request.
};

OnionSkin::OnionSkin(Session& session, ViewportWidget& viewport)
    : QWidget(&viewport), session_(session), viewport_(viewport) {
  setObjectName("onionSkin");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  lower();
  viewport.installEventFilter(this);
  connect(&viewport, &ViewportWidget::pictureChanged, this, &OnionSkin::followMainPicture);
  session_.viewChoice().arrangement.observe(this, [this](const ViewArrangement&) { follow(); });
  session_.playback.observe(this, [this](const PlaybackState&) { follow(); });
}

OnionSkin::~OnionSkin() = default;

void OnionSkin::follow() {
  const OnionFrames& wanted = session_.viewChoice().arrangement.value().onion;
  const PlaybackState& playback = session_.playback.value();
  const bool isOn = wanted.count > 0 && playback.isAnimated() && !playback.isPlaying;
  setVisible(isOn);
  setGeometry(viewport_.rect());
  const std::size_t count = isOn ? 2 * std::size_t(wanted.count) : 0;
  while (skins_.size() > count) skins_.pop_back();
  while (skins_.size() < count) skins_.push_back(std::make_unique<Skin>(*this));
  for (std::size_t i = 0; i < count; ++i) {
    const double distance = double(wanted.count) - double(i / 2);
    const double offset =
        (i % 2 == 0 ? -distance : distance) * wanted.step * playback.timeCodesPerFrame();
    const TimeCode time = ViewTime{ViewTime::Kind::Offset, offset}.at(playback);
    const bool isInRange =
        !time.isDefault() && time.time() >= playback.start && time.time() <= playback.end;
    skins_[i]->scene.setTime(isInRange ? std::optional(time) : std::nullopt);
  }
  update();
}

// The faint pictures have the camera and the settings of the main one.
void OnionSkin::followMainPicture() {
  for (const auto& skin : skins_) {
    const std::optional<PictureRequest> wanted = requestFor(skin->scene);
    if (wanted && wanted->subject != skin->requested) skin->drawing.redraw();
    if (wanted) skin->requested = wanted->subject;
  }
}

std::optional<PictureRequest> OnionSkin::requestFor(const SceneAtTime& scene) const {
  if (!isVisible() || !scene.scene.value()) return std::nullopt;
  std::optional<PictureRequest> wanted = viewport_.request();
  if (!wanted) return std::nullopt;
  wanted->subject.scene = scene.scene.value();
  wanted->subject.painted = nullptr;
  wanted->hud.view.showHud = false;
  // The main picture has the legend and the box at the pointer.
  wanted->hud.heat = nullptr;
  wanted->hud.guides = nullptr;
  wanted->hud.atPointer = {};
  wanted->hud.box = {};
  // Only what the scene has covers the main picture: the display and the grid stay as they are.
  wanted->subject.settings.isTransparent = true;
  wanted->subject.settings.showGrid = false;
  return wanted;
}

std::vector<const OnionSkin::Skin*> OnionSkin::readySkins() const {
  std::vector<const Skin*> ready;
  for (const auto& skin : skins_) {
    const auto& picture = skin->drawing.picture();
    const auto& scene = skin->scene.scene.value();
    if (scene && picture && picture->scene == scene) ready.push_back(skin.get());
  }
  return ready;
}

std::vector<TimeCode> OnionSkin::shownTimes() const {
  std::vector<TimeCode> times;
  for (const Skin* skin : readySkins()) times.push_back(skin->drawing.picture()->scene->time);
  return times;
}

bool OnionSkin::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &viewport_ && event->type() == QEvent::Resize) setGeometry(viewport_.rect());
  return QWidget::eventFilter(watched, event);
}

void OnionSkin::paintEvent(QPaintEvent*) {
  const std::vector<const Skin*> ready = readySkins();
  QPainter painter(this);
  // All faint frames get the same strength, although each lies over those before it.
  const double share = (1.0 - kMainStrength) / double(std::max<std::size_t>(ready.size(), 1));
  double sum = kMainStrength;
  for (const Skin* skin : ready) {
    sum += share;
    painter.setOpacity(share / sum);
    painter.drawImage(rect(), skin->drawing.picture()->image);
  }
}

}  // namespace usdscope
