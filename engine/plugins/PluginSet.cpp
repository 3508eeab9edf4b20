// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/PluginSet.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "engine/definitions/Definitions.h"
#include "engine/plugins/detail/PluginFields.h"
#include "engine/plugins/detail/PluginSchemas.h"

namespace usdscope {
namespace {

struct Problems {
  std::mutex mutex;
  std::shared_ptr<const Diagnostics> current = std::make_shared<const Diagnostics>();
};

Problems& problems() {
  static Problems instance;
  return instance;
}

}  // namespace

std::vector<std::string> pluginPlaces(const std::vector<std::string>& first) {
  std::vector<std::string> places = first;
  const char* const variable = std::getenv("PXR_PLUGINPATH_NAME");
  std::string_view listed = variable ? variable : "";
  while (!listed.empty()) {
    const std::string_view place = listed.substr(0, listed.find(':'));
    listed.remove_prefix(std::min(place.size() + 1, listed.size()));
    places.emplace_back(place);
  }
  std::erase_if(places, [](const std::string& place) { return place.empty(); });
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  for (std::string& place : places) place = (here / place).lexically_normal().string();
  return places;
}

void usePlugins(const std::vector<std::string>& places) {
  Diagnostics diagnostics;
  setPluginFields({});
  const std::vector<detail::Plugin> plugins = detail::readPlugins(places, diagnostics);
  setPluginFields(detail::readPluginFields(plugins, diagnostics));
  SchemaFacts facts;
  if (!plugins.empty()) facts = detail::readPluginSchemas(plugins, diagnostics);
  Definitions::setPluginFacts(std::move(facts), diagnostics);

  auto found = std::make_shared<const Diagnostics>(std::move(diagnostics));
  Problems& all = problems();
  const std::lock_guard lock(all.mutex);
  all.current = std::move(found);
}

std::shared_ptr<const Diagnostics> pluginProblems() {
  Problems& all = problems();
  const std::lock_guard lock(all.mutex);
  return all.current;
}

}  // namespace usdscope
