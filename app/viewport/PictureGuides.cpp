// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureGuides.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/viewport/BoxGuides.h"
#include "app/viewport/TrailGuides.h"

namespace usdscope {
namespace {

// The trail lies over the other guides. It does not depend on the time, so that it is not made anew
// with them.
TrailGuides& trailIn(const PictureGuides& guides) {
  return *guides.findChild<TrailGuides*>(QString(), Qt::FindDirectChildrenOnly);
}

}  // namespace

PictureGuides::PictureGuides(Session& session)
    : session_(session),
      picture_(std::make_shared<const GuidePicture>()),
      task_(session.background()) {
  auto* trail = new TrailGuides(session_, this);
  connect(trail, &TrailGuides::changed, this, [this, trail] {
    picture_ = trail->picture();
    Q_EMIT changed();
  });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { update(); });
  session_.selection.observe(this, [this](const Selection&) { update(); });
  session_.view.observe(this, [this](const ViewSettings&) { update(); });
  session_.playback.observe(this, [this, was = false](const PlaybackState& state) mutable {
    if (std::exchange(was, state.isPlaying) != state.isPlaying) update();
  });
}

void PictureGuides::update() {
  const ViewSettings& view = session_.view.value();
  const DisplaySettings& display = view.display;
  const bool isStill = !session_.playback.value().isPlaying;
  const bool hasBoxes = display.boxes && (isStill || display.boxesInPlayback);
  GuideSubject wanted;
  wanted.alignedBox = hasBoxes && display.alignedBox;
  wanted.orientedBox = hasBoxes && display.orientedBox;
  wanted.comparesExtents = display.comparesExtents && (isStill || display.boxesInPlayback);
  wanted.cameraOracles = display.cameraOracles;
  const bool readsStage = wanted.alignedBox || wanted.orientedBox || wanted.comparesExtents;
  if (readsStage || wanted.cameraOracles) {
    wanted.scene = session_.scene.value();
    wanted.camera = view.camera;
  }
  if (readsStage) {
    wanted.stage = session_.document.value().stage;
  }
  if (wanted.scene) {
    wanted.selected = session_.selection.value().prims;
    wanted.selectionColor = displayColorOf(view.picking.color);
  }
  if (!wanted.scene) wanted = {};  // Nothing is kept of a scene that is closed.
  if (wanted == subject_) return;
  GuideSubject before = std::exchange(subject_, wanted);
  if (!wanted.scene) {
    task_.cancel();
    const bool wasEmpty = !picture_->lines && picture_->legend.title.empty();
    picture_ = trailIn(*this).over(std::make_shared<const GuidePicture>());
    if (!wasEmpty) Q_EMIT changed();
    return;
  }
  // Guides of the same things at another time are shown, so that they follow the playhead.
  before.scene = wanted.scene;
  const auto previous =
      before == wanted ? LatestTask::Previous::Finish : LatestTask::Previous::Stop;
  task_.start(
      [this, wanted = std::move(wanted)](const TaskRun& run) -> LatestTask::Show {
        auto made = std::make_shared<const GuidePicture>(makeGuides(wanted, run.stop));
        return [this, made] {
          picture_ = trailIn(*this).over(made);
          Q_EMIT changed();
        };
      },
      previous);
}

GuidePicture makeGuides(const GuideSubject& subject, const std::stop_token& stop) {
  GuidePicture picture;
  if (!subject.scene) return picture;
  std::vector<GuideLine> lines;
  if (subject.cameraOracles) addCameraOracles(subject, lines, picture);
  if (subject.stage) {
    if (subject.comparesExtents) addExtents(subject, stop, lines, picture.legend);
    addSelectionBoxes(subject, lines, picture.legend);
  }
  if (!lines.empty()) {
    picture.lines = std::make_shared<const std::vector<GuideLine>>(std::move(lines));
  }
  return picture;
}

void addGuides(const GuidePicture& guides, const CameraFrustum& frustum, HudState& hud) {
  for (const PlacedText& name : guides.names) {
    const auto clip = frustum.clipFromWorld(name.world);
    if (!clip || !(std::abs(clip->x) <= 1.0) || !(std::abs(clip->y) <= 1.0)) continue;
    hud.labels.push_back(
        {{float((clip->x + 1.0) * 0.5) * hud.width, float((1.0 - clip->y) * 0.5) * hud.height},
         name.text,
         HudColor::Text});
  }
  if (!guides.legend.title.empty()) hud.legends.push_back(guides.legend);
}

}  // namespace usdscope
