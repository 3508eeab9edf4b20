// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/StageStateText.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "engine/layer/Layer.h"

namespace usdscope {
namespace {

// In the order of LoadRules::Rule.
constexpr const char* kRules[] = {"all", "only", "none"};

Json filesOf(const std::set<std::string>& layers) {
  Json files = Json::array();
  for (const std::string& layer : layers) {
    if (!LayerIdentity{layer}.isAnonymous()) files.push_back(layer);
  }
  return files;
}

}  // namespace

Json stageStateToJson(const StageState& state) {
  Json rules = Json::array();
  for (const auto& [path, rule] : state.loadRules.entries()) {
    rules.push_back({path.text(), kRules[static_cast<std::size_t>(rule)]});
  }
  return {{"muted", filesOf(state.mutedLayers)},
          {"soloLayer", state.soloLayer},
          {"soloMuted", filesOf(state.soloMuted)},
          {"load", std::move(rules)}};
}

StageState stageStateFromJson(const Json& json) {
  StageState state;
  state.mutedLayers = json.at("muted").get<std::set<std::string>>();
  state.soloLayer = json.at("soloLayer").get<std::string>();
  state.soloMuted = json.at("soloMuted").get<std::set<std::string>>();
  // Parents come before children, so that each rule only removes rules that are not made yet.
  for (const Json& each : json.at("load")) {
    const Path path = Path::fromText(each.at(0).get<std::string>());
    const auto found = std::ranges::find(kRules, each.at(1).get<std::string>());
    if (found == std::end(kRules)) throw std::out_of_range("rule");
    const auto rule = static_cast<LoadRules::Rule>(found - kRules);
    if (path.isEmpty()) continue;
    if (rule == LoadRules::Rule::None) {
      state.loadRules.unload(path);
    } else {
      state.loadRules.load(path, rule == LoadRules::Rule::All);
    }
  }
  return state;
}

}  // namespace usdscope
