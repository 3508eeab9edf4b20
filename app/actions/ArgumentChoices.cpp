// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ArgumentChoices.h"

#include <algorithm>

#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/Transport.h"

namespace usdscope {

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
