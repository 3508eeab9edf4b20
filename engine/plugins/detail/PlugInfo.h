// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Json.h"

namespace usdscope::detail {

/// A plug-in as its plugInfo.json names it.
struct Plugin {
  std::string name;
  std::string file;            ///< The plugInfo.json.
  std::string resourceFolder;  ///< Where generatedSchema.usda lies.
  Json info;                   ///< An object: the key `Info`.
};

/// The plug-ins at these places, in their order; the first of a name counts. What makes no sense is
/// reported as kBrokenPlugInfo.
std::vector<Plugin> findPlugins(const std::vector<std::string>& places, Diagnostics& diagnostics);

/// The object under a key of an object; an empty one when there is none.
const Json& objectAt(const Json& object, std::string_view key);

/// The text under a key of an object; empty when there is none.
std::string textAt(const Json& object, std::string_view key);

/// The list of texts under a key, or the one text; what is neither is left out.
std::vector<std::string> textsAt(const Json& object, std::string_view key);

}  // namespace usdscope::detail
