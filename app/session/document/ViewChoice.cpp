// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/ViewChoice.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/files/SceneFile.h"
#include "app/files/StageInputs.h"
#include "app/session/Session.h"
#include "app/session/tasks/FreeInBackground.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {

TimeCode ViewTime::at(const PlaybackState& playback) const {
  if (kind == Kind::Fixed) return {value};
  if (kind == Kind::Playhead || playback.timeKind == PlaybackState::TimeKind::Default) {
    return playback.wantedTime();
  }
  return {playback.time + value};
}

ViewChoice::ViewChoice(Session& session) : session_(session), opening_(session.background()) {
  session_.document.observe(this, [this](const Document& document) {
    const bool isOther = document.file != file_;
    if (isOther) {
      compareWithNoVersion();
    } else if (!version.value().muted.empty() && openedFor_.lock() != document.stage) {
      openVersion();
    }
    if (std::exchange(file_, document.file) == document.file) return;
    change([](ViewArrangement& all) {
      all.sides = {};
      all.comparison = {};
      all.onion = {};
    });
  });
}

void ViewChoice::change(const std::function<void(ViewArrangement&)>& change) {
  ViewArrangement next = arrangement.value();
  change(next);
  arrangement.set(next);
}

std::string ViewChoice::compareWithFile(const std::string& file) {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  if (file.empty()) return "Expected a file.";
  const QFileInfo found(QString::fromStdString(file));
  if (!found.isFile()) return "There is no file " + file + ".";
  choose({.file = found.absoluteFilePath().toStdString(), .muted = {}});
  return {};
}

std::string ViewChoice::compareWithMuted(const std::string& layer) {
  const Document& open = session_.document.value();
  if (!open.isOpen() || !open.stage) return "Open a scene first.";
  for (const auto& used : open.stage->usedLayers()) {
    const bool isNamed = used->identifier() == layer || layerLabel(*used, *open.stage) == layer;
    if (!isNamed || used->isAnonymous()) continue;
    if (used == open.stage->rootLayer()) return "The root layer of a stage cannot be muted.";
    choose({.file = {}, .muted = used->identifier()});
    return {};
  }
  return "The scene uses no layer " + layer + ".";
}

void ViewChoice::compareWithNoVersion() {
  opening_.cancel();
  version.set({});
  versionStage.set(nullptr);
  // The scene would be compared with itself.
  const FrameComparison& comparison = arrangement.value().comparison;
  if (comparison.mode != CompareMode::Off && comparison.time == ViewTime()) {
    compare(CompareMode::Off);
  }
}

void ViewChoice::choose(VersionChoice wanted) {
  versionStage.set(nullptr);
  version.set(std::move(wanted));
  change([](ViewArrangement& all) { all.comparison.time = {}; });
  openVersion();
}

void ViewChoice::openVersion() {
  const Document& open = session_.document.value();
  if (!open.stage) return;
  openedFor_ = open.stage;
  opening_.start([this, choice = version.value(), open](const TaskRun& run) -> LatestTask::Show {
    StageRequest request = open.stage->request();
    std::shared_ptr<LayerCache> layers = open.layers;
    if (choice.muted.empty()) {
      layers = makeLayerCache(request.environment, choice.file);
      request.rootLayer = identifierOf(*layers, choice.file);
      request.sessionLayer = withContextVariables(nullptr);
      request.mutedLayers.clear();
    } else {
      request.mutedLayers.insert(choice.muted);
    }
    const StageResult result = composeStage(request, layers, run.stop);
    if (run.stop.stop_requested()) return {};
    std::string problem;
    if (!result.stage) {
      const auto& entries = result.diagnostics.entries();
      problem = entries.empty() ? choice.file + " cannot be opened." : entries.front().message;
    }
    return [this, stage = freedInBackground(result.stage), problem] {
      if (!problem.empty()) {
        session_.showNote(problem);
        compareWithNoVersion();
      }
      versionStage.set(stage);
    };
  });
}

std::string ViewChoice::showOnion(int count, double step) {
  if (count < 0 || count > OnionFrames::kMost || !std::isfinite(step) || step <= 0.0) {
    return "Expected 0 to " + std::to_string(OnionFrames::kMost) + " frames, and a step above 0.";
  }
  change([&](ViewArrangement& all) { all.onion = {count, step}; });
  return {};
}

void ViewChoice::setTrail(bool isShown) {
  change([&](ViewArrangement& all) {
    all.hasTrail = isShown;
    all.isTrailOfPoint = false;
  });
}

void ViewChoice::setTrailOfPoint(bool isShown) {
  change([&](ViewArrangement& all) { all.hasTrail = all.isTrailOfPoint = isShown; });
}

std::string ViewChoice::setCount(int count) {
  if (count != 1 && count != 2 && count != 4) return "Expected 1, 2 or 4 views.";
  change([&](ViewArrangement& all) { all.sideCount = count - 1; });
  return {};
}

std::string ViewChoice::problemOf(int view) const {
  const int count = arrangement.value().sideCount + 1;
  if (view >= 2 && view <= count) return {};
  if (view == 1) return "The first view is the main one: it has the camera and time of the window.";
  return "There is no view " + std::to_string(view) + "; there are " + std::to_string(count) + ".";
}

std::string ViewChoice::setCamera(int view, Path camera) {
  std::string problem = problemOf(view);
  if (!problem.empty()) return problem;
  const auto& scene = session_.scene.value();
  const bool isThere = scene && std::ranges::find(scene->cameras, camera, &SceneCamera::path) !=
                                    scene->cameras.end();
  if (!camera.isEmpty() && !isThere)
    return "There is no camera " + std::string(camera.text()) + ".";
  change([&](ViewArrangement& all) { all.sides[std::size_t(view - 2)].camera = camera; });
  return {};
}

std::string ViewChoice::setTime(int view, const ViewTime& time) {
  std::string problem = problemOf(view);
  if (problem.empty() && !std::isfinite(time.value)) problem = "The time is not finite.";
  if (!problem.empty()) return problem;
  change([&](ViewArrangement& all) { all.sides[std::size_t(view - 2)].time = time; });
  return {};
}

void ViewChoice::notePlace(int view, const FreeCamera& place) {
  if (!problemOf(view).empty()) return;
  change([&](ViewArrangement& all) {
    SideView& side = all.sides[std::size_t(view - 2)];
    side.camera = {};
    side.place = place;
  });
}

void ViewChoice::compare(CompareMode mode) {
  change([&](ViewArrangement& all) {
    FrameComparison& comparison = all.comparison;
    // Without a time of its own, the frame at the playhead is kept to compare others with it.
    // Another version is compared at the playhead.
    const bool isOwnTime = version.value().isChosen() || comparison.time != ViewTime();
    if (comparison.mode == CompareMode::Off && !isOwnTime) {
      comparison.time = {ViewTime::Kind::Fixed, session_.playback.value().time};
    }
    comparison.mode = mode;
    if (mode == CompareMode::Off) comparison.time = {};
  });
}

std::string ViewChoice::compareWith(const ViewTime& time) {
  if (!std::isfinite(time.value)) return "The time is not finite.";
  change([&](ViewArrangement& all) {
    all.comparison.time = time;
    if (all.comparison.mode == CompareMode::Off) all.comparison.mode = CompareMode::Wipe;
  });
  return {};
}

void ViewChoice::setWipe(double share) {
  if (!std::isfinite(share)) return;
  change([&](ViewArrangement& all) { all.comparison.wipe = std::clamp(share, 0.0, 1.0); });
}

}  // namespace usdscope
