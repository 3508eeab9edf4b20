// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Json.h"

namespace usdscope::detail {

/// A plug-in as described in its plugInfo.json.
struct Plugin {
  std::string name;
  std::string file;            ///< The plugInfo.json.
  std::string resourceFolder;  ///< The folder of generatedSchema.usda.
  Json info;                   ///< An object: the key `Info`.
};

/// Returns the plug-ins at these places, in their order. If several plug-ins have the same name,
/// the first one wins. Invalid files and plug-ins are reported as kBrokenPlugInfo.
std::vector<Plugin> findPlugins(const std::vector<std::string>& places, Diagnostics& diagnostics);

/// Returns the object under a key of an object; an empty object when there is none.
const Json& objectAt(const Json& object, std::string_view key);

/// Returns the text under a key of an object; empty when there is none.
std::string textAt(const Json& object, std::string_view key);

/// Returns the texts in the list under a key, or the single text under it. Ignores items that are
/// not texts.
std::vector<std::string> textsAt(const Json& object, std::string_view key);

}  // namespace usdscope::detail
