// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"

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

/// Reads the plug-ins at these places (folders, plugInfo.json files or patterns, absolute) and
/// makes their metadata fields, kinds and schemas hold in this process, instead of those of the
/// call before; without any only what OpenUSD has holds.
///
/// Call it before layers are read and stages composed: these keep what held at their time. Two
/// calls at once must not be made.
void usePlugins(const std::vector<std::string>& places);

/// What was wrong with the plug-ins in use. Never null. Any thread.
std::shared_ptr<const Diagnostics> pluginProblems();

}  // namespace usdscope
