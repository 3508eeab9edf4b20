// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/Environment.h"

namespace usdscope {

/// A folder or pattern for plug-ins leads to no plugInfo.json.
inline constexpr DiagnosticCode kNoPlugInfo{"plugins.no-plug-info", Severity::Warning};
/// A plugInfo.json, or a plug-in or an entry in it, is invalid and ignored.
inline constexpr DiagnosticCode kBrokenPlugInfo{"plugins.broken-plug-info", Severity::Error};
/// Places with stars lead through too many folders; the rest of them is not searched.
inline constexpr DiagnosticCode kTooManyPluginEntries{"plugins.too-many-entries", Severity::Error};
/// A plug-in has types that need its code, which is not loaded.
inline constexpr DiagnosticCode kPluginNeedsCode{"plugins.needs-code", Severity::Warning};
/// A plug-in's generatedSchema.usda cannot be read, or does not have the class of a schema.
inline constexpr DiagnosticCode kNoGeneratedSchema{"plugins.no-generated-schema", Severity::Error};
/// A name is registered more than once. The first definition wins.
inline constexpr DiagnosticCode kPluginClash{"plugins.clash", Severity::Warning};

/// Returns `first`, and then the places in the environment variable PXR_PLUGINPATH_NAME, which are
/// separated by `:`. Makes all places absolute.
std::vector<std::string> pluginPlaces(const std::vector<std::string>& first);

/// Reads the plug-ins at these places: folders, plugInfo.json files or patterns, all absolute.
///
/// Returns an environment with the metadata fields, kinds and schemas of OpenUSD and of the
/// plug-ins. Its pluginProblems() have the diagnostic codes of this header and of Definitions.
/// Thread-safe.
Environment readPlugins(const std::vector<std::string>& places);

}  // namespace usdscope
