// SPDX-License-Identifier: Apache-2.0
#include "app/session/scenes/SceneAtTime.h"

#include <utility>

#include "app/session/Session.h"
#include "app/session/scenes/PreparedFrames.h"

namespace usdscope {

SceneAtTime::SceneAtTime(Session& session) : session_(session) {
  producer_ = std::make_unique<SceneProducer>(
      session.background(), session.textures(), session.preparedFrames().scenes(),
      [this](std::shared_ptr<const Scene> produced, std::shared_ptr<const HeatPicture> painted) {
        heat.set(std::move(painted));
        scene.set(std::move(produced));
      });
  session_.heat.observe(this, [this](const std::shared_ptr<const HeatPicture>&) { update(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { update(); });
  session_.document.observe(this, [this](const Document&) { update(); });
}

void SceneAtTime::setTime(std::optional<TimeCode> time) {
  time_ = time;
  update();
}

void SceneAtTime::showHeat(bool isShown) {
  showsHeat_ = isShown;
  update();
}

void SceneAtTime::setStage(std::shared_ptr<const Stage> stage) {
  if (stage == stage_) return;
  stage_ = std::move(stage);
  extractor_ = stage_ ? std::make_shared<SceneExtractor>(stage_) : nullptr;
  // No scene of the stage before may be taken for one of this stage.
  if (std::exchange(requestedFrom_, nullptr)) producer_->clear();
  heat.set(nullptr);
  scene.set(nullptr);
  update();
}

void SceneAtTime::update() {
  const Document& open = session_.document.value();
  const auto& atPlayhead = session_.scene.value();
  if (!time_ || !open.isOpen() || !atPlayhead) {
    if (std::exchange(requestedFrom_, nullptr)) producer_->clear();
    heat.set(nullptr);
    return scene.set(nullptr);
  }
  const auto& extractor = extractor_ ? extractor_ : open.extractor;
  if (!extractor_ && atPlayhead->time == *time_) {
    if (std::exchange(requestedFrom_, nullptr)) producer_->clear();
    heat.set(showsHeat_ ? session_.heat.value() : nullptr);
    return scene.set(atPlayhead);
  }
  const ExtractOptions options = session_.wantedOptions();
  const HeatSubject wantedHeat = showsHeat_ ? session_.wantedHeat() : HeatSubject();
  const bool isSame = requestedFrom_ == extractor && requestedTime_ == *time_ &&
                      requestedOptions_ == options && requestedHeat_ == wantedHeat;
  if (isSame) return;
  requestedFrom_ = extractor;
  requestedTime_ = *time_;
  requestedOptions_ = options;
  requestedHeat_ = wantedHeat;
  producer_->request({extractor_ ? stage_ : open.stage, {extractor, options}, *time_, wantedHeat});
}

}  // namespace usdscope
