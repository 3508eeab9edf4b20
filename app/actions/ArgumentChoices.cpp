// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ArgumentChoices.h"

#include <algorithm>

#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"
#include "app/session/view/DisplayColors.h"

namespace usdscope {

namespace {

// The names for an action on OpenColorIO: displays, views of the present display, color
// spaces, or looks.
std::vector<std::string> ocioChoices(std::string_view id, const Session& session) {
  const DisplayColorState& state = session.displayColors().state.value();
  if (!state.names) return {};
  if (id == "ocioColorSpace") return state.names->colorSpaces;
  if (id == "ocioLooks") return state.names->looks;
  const std::string& chosen = session.view.value().display.ocioDisplay;
  const std::string& display = chosen.empty() ? state.names->defaultDisplay : chosen;
  std::vector<std::string> displays;
  for (const DisplayViews& each : state.names->displays) {
    if (id == "ocioView" && each.display == display) return each.views;
    displays.push_back(each.display);
  }
  return id == "ocioDisplay" ? displays : std::vector<std::string>();
}

}  // namespace

std::vector<std::string> argumentChoices(const ActionRow& row, const ActionContext& context) {
  const std::string_view id = row.id;
  const std::string_view arguments = row.arguments;
  std::vector<std::string> choices;
  if (id == "showView" || id == "deleteView") {
    for (const NamedView& view : context.session.memory().views.value()) {
      choices.push_back(view.name);
    }
  } else if (id == "marker" || id == "removeMarker" || id == "renameMarker") {
    for (const Marker& marker : context.session.transport().markers().all.value()) {
      choices.push_back(marker.name);
    }
  } else if (id.starts_with("ocio")) {
    choices = ocioChoices(id, context.session);
  } else if (id == "forgetRecent") {
    choices = context.session.recentFiles.value();
  } else if (arguments == "ID") {
    choices = context.window.paneIds();
  } else if (id == "camera" && context.session.scene.value()) {
    for (const SceneCamera& camera : context.session.scene.value()->cameras) {
      choices.push_back(camera.path.text());
    }
  } else if (arguments.find('|') != arguments.npos &&
             arguments.find_first_of(" [") == arguments.npos) {
    // The words of `inspect|animate|clips`.
    for (std::size_t begin = 0; begin <= arguments.size();) {
      const std::size_t end = std::min(arguments.find('|', begin), arguments.size());
      choices.emplace_back(arguments.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return choices;
}

}  // namespace usdscope
