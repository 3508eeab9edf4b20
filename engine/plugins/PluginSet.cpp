// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/PluginSet.h"

#include <cstdlib>
#include <filesystem>

#include "engine/definitions/Definitions.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/plugins/detail/PluginFields.h"
#include "engine/plugins/detail/PluginSchemas.h"

namespace usdscope {

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

Environment readPlugins(const std::vector<std::string>& places) {
  Diagnostics diagnostics;
  const std::vector<detail::Plugin> plugins = detail::findPlugins(places, diagnostics);

  // Schemas come after fields: their layers may have metadata of plug-ins.
  std::shared_ptr<const FieldDefinitions> fields;
  if (auto added = detail::readPluginFields(plugins, diagnostics); !added.empty()) {
    fields = std::make_shared<const FieldDefinitions>(std::move(added));
  }
  std::shared_ptr<const Definitions> definitions;
  if (!plugins.empty()) {
    const Environment withFields(nullptr, fields, {});
    SchemaFacts added = detail::readPluginSchemas(plugins, withFields, diagnostics);
    if (!added.isEmpty()) {
      SchemaFacts facts = builtinSchemaFacts();
      facts.append(std::move(added));
      definitions = std::make_shared<const Definitions>(facts, diagnostics);
    }
  }
  return {std::move(definitions), std::move(fields), std::move(diagnostics)};
}

}  // namespace usdscope
