// SPDX-License-Identifier: Apache-2.0
#include "app/session/Markers.h"

#include <fmt/format.h>

#include <QString>
#include <algorithm>
#include <cmath>

#include "app/session/Session.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostMarkers = 1000;
constexpr qsizetype kLongestName = 200;
constexpr double kSame = 1e-9;

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
  const double at = time.value_or(session_.playback.value().shownTime());
  if (!std::isfinite(at)) return "Expected a frame for the marker.";
  std::string text = tidied(name);
  if (text.empty()) text = freeName();
  std::vector<Marker> next = all.value();
  std::erase_if(next, [&](const Marker& each) { return each.name == text; });
  if (next.size() >= kMostMarkers) {
    return fmt::format("A scene has at most {} markers. Remove one first.", kMostMarkers);
  }
  next.push_back({text, at});
  restore(std::move(next));
  return {};
}

std::string Markers::remove(const std::string& name) {
  std::vector<Marker> next = all.value();
  const double now = session_.playback.value().time;
  const auto found = std::ranges::find_if(next, [&](const Marker& each) {
    return name.empty() ? std::abs(each.time - now) < kSame : each.name == tidied(name);
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
    const auto next = std::ranges::upper_bound(markers, now + kSame, {}, &Marker::time);
    if (next == markers.end()) return "There is no later marker.";
    session_.setTime(next->time);
  } else {
    const auto next = std::ranges::lower_bound(markers, now - kSame, {}, &Marker::time);
    if (next == markers.begin()) return "There is no earlier marker.";
    session_.setTime(std::prev(next)->time);
  }
  return {};
}

std::string Markers::goTo(const std::string& name) {
  const auto found = std::ranges::find(all.value(), tidied(name), &Marker::name);
  if (found == all.value().end()) return missing(name);
  session_.setTime(found->time);
  return {};
}

void Markers::restore(std::vector<Marker> markers) {
  std::ranges::stable_sort(markers, {}, &Marker::time);
  all.set(std::move(markers));
}

}  // namespace usdscope
