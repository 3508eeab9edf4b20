// SPDX-License-Identifier: Apache-2.0
#include "app/session/playback/Markers.h"

#include <fmt/format.h>

#include <QString>
#include <algorithm>
#include <cmath>

#include "app/session/Session.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostMarkers = 1000;
constexpr qsizetype kLongestName = 200;
constexpr double kSameTime = 1e-9;

std::string tidied(const std::string& name) {
  return QString::fromStdString(name).simplified().left(kLongestName).toStdString();
}

std::string missing(const std::string& name) {
  return "This scene has no marker \"" + name + "\".";
}

}  // namespace

std::string Markers::freeName() const {
  for (std::size_t number = 1;; ++number) {
    std::string name = fmt::format("Marker {}", number);
    if (std::ranges::find(all.value(), name, &Marker::name) == all.value().end()) return name;
  }
}

std::string Markers::add(const std::string& name, std::optional<double> time) {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  return put({.name = name, .time = time.value_or(session_.playback.value().shownTime())});
}

std::string Markers::addWithView(const std::string& name) {
  if (!session_.document.value().isOpen()) return "Open a scene first.";
  Q_EMIT session_.freeCameraWanted();
  return put({.name = name,
              .time = session_.playback.value().shownTime(),
              .camera = session_.freeCamera.value().value_or(FreeCamera()),
              .sceneCamera = session_.view.value().camera,
              .selected = session_.selection.value().prims});
}

// Adds a marker, or replaces the one with its name.
std::string Markers::put(Marker marker) {
  if (!std::isfinite(marker.time)) return "Expected a frame for the marker.";
  marker.name = tidied(marker.name);
  if (marker.name.empty()) marker.name = freeName();
  std::vector<Marker> next = all.value();
  std::erase_if(next, [&](const Marker& each) { return each.name == marker.name; });
  if (next.size() >= kMostMarkers) {
    return fmt::format("A scene has at most {} markers. Remove one first.", kMostMarkers);
  }
  next.push_back(std::move(marker));
  restore(std::move(next));
  return {};
}

std::string Markers::remove(const std::string& name) {
  std::vector<Marker> next = all.value();
  const double now = session_.playback.value().time;
  const auto found = std::ranges::find_if(next, [&](const Marker& each) {
    return name.empty() ? std::abs(each.time - now) < kSameTime : each.name == tidied(name);
  });
  if (found == next.end()) {
    return name.empty() ? "There is no marker at the playhead." : missing(name);
  }
  next.erase(found);
  restore(std::move(next));
  return {};
}

std::string Markers::rename(const std::string& from, const std::string& to) {
  std::vector<Marker> next = all.value();
  const auto found = std::ranges::find(next, tidied(from), &Marker::name);
  if (found == next.end()) return missing(from);
  const std::string text = tidied(to);
  if (text.empty()) return "Expected a name for the marker.";
  const auto same = std::ranges::find(next, text, &Marker::name);
  if (same != next.end() && same != found) return "There is a marker \"" + text + "\" already.";
  found->name = text;
  restore(std::move(next));
  return {};
}

std::string Markers::goToNext(bool isForward) {
  const std::vector<Marker>& markers = all.value();
  const double now = session_.playback.value().time;
  if (markers.empty()) return "This scene has no markers.";
  if (isForward) {
    const auto next = std::ranges::upper_bound(markers, now + kSameTime, {}, &Marker::time);
    if (next == markers.end()) return "There is no later marker.";
    show(*next);
  } else {
    const auto next = std::ranges::lower_bound(markers, now - kSameTime, {}, &Marker::time);
    if (next == markers.begin()) return "There is no earlier marker.";
    show(*std::prev(next));
  }
  return {};
}

std::string Markers::goTo(const std::string& name) {
  const auto found = std::ranges::find(all.value(), tidied(name), &Marker::name);
  if (found == all.value().end()) return missing(name);
  show(*found);
  return {};
}

void Markers::show(const Marker& shown) {
  const Marker marker = shown;  // A copy: signals may change the list.
  session_.setTime(marker.time);
  if (!marker.keepsView()) return;
  session_.leaveSceneCamera();
  Q_EMIT session_.freeCameraWanted();  // Else an old place could pass for the present one.
  session_.freeCamera.set(marker.camera);
  const auto& scene = session_.scene.value();
  const bool isThere = scene && std::ranges::any_of(scene->cameras, [&](const SceneCamera& each) {
                         return each.path == marker.sceneCamera;
                       });
  if (isThere) {
    session_.changeView([&](ViewSettings& settings) { settings.camera = marker.sceneCamera; });
  }
  session_.select(marker.selected);
}

void Markers::restore(std::vector<Marker> markers) {
  std::ranges::stable_sort(markers, {}, &Marker::time);
  all.set(std::move(markers));
}

}  // namespace usdscope
