// SPDX-License-Identifier: Apache-2.0
#include "app/session/ViewChoice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/Session.h"

namespace usdscope {

TimeCode ViewTime::at(const PlaybackState& playback) const {
  if (kind == Kind::Fixed) return {value};
  if (kind == Kind::Playhead || playback.timeKind == PlaybackState::TimeKind::Default) {
    return playback.wantedTime();
  }
  return {playback.time + value};
}

ViewChoice::ViewChoice(Session& session) : session_(session) {
  session_.document.observe(this, [this](const Document& document) {
    if (std::exchange(file_, document.file) == document.file) return;
    change([](ViewArrangement& all) {
      all.sides = {};
      all.comparison = {};
    });
  });
}

void ViewChoice::change(const std::function<void(ViewArrangement&)>& change) {
  ViewArrangement next = arrangement.value();
  change(next);
  arrangement.set(next);
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
    if (comparison.mode == CompareMode::Off && comparison.time == ViewTime()) {
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
