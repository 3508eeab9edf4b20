// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/format/Environment.h"

namespace usdscope {

/// A place of plug-ins has no plugInfo.json.
inline constexpr DiagnosticCode kNoPlugInfo{"plugins.no-plug-info", Severity::Warning};
/// A plugInfo.json, or a plug-in or an entry in it, that makes no sense and is left out.
inline constexpr DiagnosticCode kBrokenPlugInfo{"plugins.broken-plug-info", Severity::Error};
/// A plug-in has types that only its code, which is not loaded, would bring to life.
inline constexpr DiagnosticCode kPluginNeedsCode{"plugins.needs-code", Severity::Warning};
/// There is no readable generatedSchema.usda for a plug-in's schemas, or no class for one of them.
inline constexpr DiagnosticCode kNoGeneratedSchema{"plugins.no-generated-schema", Severity::Error};
/// Something of this name is registered already, and differs. The first counts.
inline constexpr DiagnosticCode kPluginClash{"plugins.clash", Severity::Warning};

/// Places from the environment variable PXR_PLUGINPATH_NAME, a list with `:` between them, behind
/// those given. All come back absolute.
std::vector<std::string> pluginPlaces(const std::vector<std::string>& first);

/// Reads the plug-ins at these places: folders, plugInfo.json files or patterns, all absolute.
///
/// Returns an environment with OpenUSD's metadata fields, kinds and schemas and those of the
/// plug-ins. Its pluginProblems() are the codes above and those of Definitions. Thread-safe.
Environment readPlugins(const std::vector<std::string>& places);

}  // namespace usdscope
