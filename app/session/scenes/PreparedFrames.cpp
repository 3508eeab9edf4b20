// SPDX-License-Identifier: Apache-2.0
#include "app/session/scenes/PreparedFrames.h"

#include <fmt/format.h>

#include <QSettings>
#include <algorithm>
#include <cmath>

#include "app/session/Session.h"
#include "app/session/tasks/FreeInBackground.h"
#include "engine/render/TextureStore.h"

namespace usdscope {
namespace {

constexpr int kRestMs = 250;
constexpr int kReportMs = 60;
constexpr double kMebibyte = 1024.0 * 1024.0;
constexpr double kUsualMebibytes = 512.0;
constexpr double kMostMebibytes = 1024.0 * 1024.0;
constexpr const char* kOnKey = "playback/preparedFrames";
constexpr const char* kBudgetKey = "playback/preparedMebibytes";

std::size_t storedBudget() {
  const double stored = QSettings().value(kBudgetKey, kUsualMebibytes).toDouble();
  const bool isUsable = stored >= 1.0 && stored <= kMostMebibytes;
  return static_cast<std::size_t>((isUsable ? stored : kUsualMebibytes) * kMebibyte);
}

}  // namespace

PreparedFrames::PreparedFrames(Session& session, std::shared_ptr<TextureStore> textures)
    : session_(session),
      textures_(std::move(textures)),
      scenes_(std::make_shared<PreparedScenes>()),
      freeing_(quiet_),
      task_(quiet_) {
  PreparedState now;
  now.isOn = QSettings().value(kOnKey, true).toBool();
  now.byteBudget = storedBudget();
  state.set(now);
  scenes_->setByteBudget(now.isOn ? now.byteBudget : 0);
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, &PreparedFrames::prepare);
  report_.setSingleShot(true);
  report_.setInterval(kReportMs);
  connect(&report_, &QTimer::timeout, this, &PreparedFrames::report);
  session_.playback.observe(this,
                            [this](const PlaybackState& playback) { scenes_->follow(playback); });
}

void PreparedFrames::setOn(bool isOn) {
  QSettings().setValue(kOnKey, isOn);
  PreparedState now = state.value();
  now.isOn = isOn;
  state.set(now);
  if (!isOn) task_.cancel();
  freeSoon(scenes_->setByteBudget(isOn ? now.byteBudget : 0));
  report();
  if (isOn) rest_.start();
}

std::string PreparedFrames::setBudget(double mebibytes) {
  if (!(mebibytes >= 1.0 && mebibytes <= kMostMebibytes)) {
    return fmt::format("Expected a number of MiB from 1 to {}.", kMostMebibytes);
  }
  QSettings().setValue(kBudgetKey, mebibytes);
  PreparedState now = state.value();
  now.byteBudget = static_cast<std::size_t>(mebibytes * kMebibyte);
  state.set(now);
  if (now.isOn) freeSoon(scenes_->setByteBudget(now.byteBudget));
  report();
  rest_.start();
  return {};
}

void PreparedFrames::takeKind(const SceneKind& kind) {
  rest_.stop();
  task_.cancel();
  kind_ = kind;
  freeSoon(scenes_->keepKind(kind));
}

void PreparedFrames::noteRequest(const SceneKind& kind, TimeCode time) {
  rest_.stop();
  // The extractor may still be collecting prims, which must not be waited for.
  if (session_.loading.value().isLoading() || !kind.extractor->isAnimated()) return;
  if (kind_ != kind) {
    takeKind(kind);
    report();
  } else if (!scenes_->hasOrMakes(kind, time)) {
    task_.cancel();
  }
}

void PreparedFrames::noteShown() {
  if (!kind_.extractor) return;
  report_.start();
  if (task_.isRunning()) return;  // It looks where the playhead is before each scene.
  if (session_.playback.value().isPlaying) {
    prepare();
  } else {
    rest_.start();
  }
}

void PreparedFrames::open(const SceneKind& kind, const std::shared_ptr<const Scene>& first) {
  if (kind_.extractor == kind.extractor) return;  // A newer request has come first.
  if (!kind.extractor->isAnimated()) return drop();
  takeKind(kind);
  scenes_->add(kind, first);
  report();
}

void PreparedFrames::drop() {
  takeKind({});
  report();
}

void PreparedFrames::pause() {
  rest_.stop();
  task_.cancel();
}

void PreparedFrames::prepare() {
  if (session_.loading.value().isLoading()) return;
  if (!state.value().isOn || !kind_.extractor || !session_.playback.value().isAnimated()) return;
  task_.start([this, kind = kind_](const TaskRun& run) -> LatestTask::Show {
    while (!run.stop.stop_requested()) {
      const auto time = scenes_->beginNext();
      if (!time) break;
      const auto made = freedInBackground(kind.extractor->extract(*time, run.stop, kind.options));
      if (made) textures_->prepare(*made, run.stop);
      scenes_->endNext(kind, made);
      run.post([this] {
        if (!report_.isActive()) report_.start();
      });
    }
    return [this] { report(); };
  });
}

void PreparedFrames::report() {
  report_.stop();
  PreparedState now = state.value();
  now.byteCount = scenes_->byteCount();
  now.frameCount = scenes_->count();
  now.ranges = scenes_->ranges();
  state.set(std::move(now));
}

// Freeing many scenes takes long.
void PreparedFrames::freeSoon(PreparedScenes::Scenes scenes) {
  if (scenes.empty()) return;
  freeing_.start(
      [held = std::make_shared<PreparedScenes::Scenes>(std::move(scenes))](
          const TaskRun&) -> LatestTask::Show {
        held->clear();
        return {};
      },
      LatestTask::Previous::Finish);
}

}  // namespace usdscope
