// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/Environment.h"

namespace usdscope {

/// A place of plug-ins has no plugInfo.json.
inline constexpr DiagnosticCode kNoPlugInfo{"plugins.no-plug-info", Severity::Warning};
/// A plugInfo.json, or a plug-in or an entry in it, is invalid and ignored.
inline constexpr DiagnosticCode kBrokenPlugInfo{"plugins.broken-plug-info", Severity::Error};
/// A plug-in has types that need its code, which is not loaded.
inline constexpr DiagnosticCode kPluginNeedsCode{"plugins.needs-code", Severity::Warning};
/// A plug-in's generatedSchema.usda cannot be read, or lacks the class of a schema.
inline constexpr DiagnosticCode kNoGeneratedSchema{"plugins.no-generated-schema", Severity::Error};
/// Another definition of this name is registered. The first one wins.
inline constexpr DiagnosticCode kPluginClash{"plugins.clash", Severity::Warning};

/// Returns the given places, and then those in the environment variable PXR_PLUGINPATH_NAME, which
/// are separated by `:`. All are made absolute.
std::vector<std::string> pluginPlaces(const std::vector<std::string>& first);

/// Reads the plug-ins at these places: folders, plugInfo.json files or patterns, all absolute.
///
/// Returns an environment with OpenUSD's metadata fields, kinds and schemas and those of the
/// plug-ins. Its pluginProblems() are the codes above and those of Definitions. Thread-safe.
Environment readPlugins(const std::vector<std::string>& places);

}  // namespace usdscope
