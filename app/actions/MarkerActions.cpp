// SPDX-License-Identifier: Apache-2.0
#include "app/actions/MarkerActions.h"

#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"

namespace usdscope {
namespace {

Markers& markersOf(const ActionContext& c) { return c.session.transport().markers(); }

bool hasMarkers(const ActionContext& c) { return !markersOf(c).all.value().empty(); }

// A single number is the time of a marker that needs no name of its own.
ActionProblem add(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 2) return "Expected a name, and a frame after it.";
  if (arguments.size() < 2) return markersOf(c).add(arguments.empty() ? "" : arguments[0]);
  const auto time = numberOf(arguments[1]);
  if (!time || !std::isfinite(*time)) return "Expected a frame after the name.";
  return markersOf(c).add(arguments[0], time);
}

ActionProblem addWithView(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 1) return "Expected a name.";
  return markersOf(c).addWithView(arguments.empty() ? "" : arguments[0]);
}

ActionProblem remove(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 1) return "Expected the name of a marker.";
  return markersOf(c).remove(arguments.empty() ? "" : arguments[0]);
}

ActionProblem rename(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 2) return "Expected the name of a marker and its new name.";
  return markersOf(c).rename(arguments[0], arguments[1]);
}

ActionProblem goTo(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the name of a marker.";
  return markersOf(c).goTo(arguments[0]);
}

template <bool IsForward>
ActionProblem goToNext(const ActionContext& c, const Arguments&) {
  return markersOf(c).goToNext(IsForward);
}

constexpr ActionRow kMarkerRows[] = {
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"addMarker", "Time", "Add Marker", "M", "[NAME] [TIME]", hasDocument, nullptr, add},
    {"addViewMarker", "Time", "Add Marker With View and Selection", "", "[NAME]", hasDocument,
     nullptr, addWithView},
    {"removeMarker", "Time", "Remove Marker at the Playhead", "", "[NAME]", hasMarkers, nullptr,
     remove},
    {"renameMarker", "", "Rename Marker", "", "NAME NEW-NAME", hasMarkers, nullptr, rename},
    {"marker", "", "Go to Marker", "", "NAME", hasMarkers, nullptr, goTo},
    {"nextMarker", "Time", "Next Marker", "Shift+Right", "", hasMarkers, nullptr, goToNext<true>},
    {"previousMarker", "Time", "Previous Marker", "Shift+Left", "", hasMarkers, nullptr,
     goToNext<false>},
};

}  // namespace

std::span<const ActionRow> markerActionRows() { return kMarkerRows; }

}  // namespace usdscope
