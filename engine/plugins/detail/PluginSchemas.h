// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/definitions/SchemaFacts.h"
#include "engine/format/Environment.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// The kinds and schemas that plug-ins add. Their generatedSchema.usda files may use the metadata
/// that `environment` registers.
///
/// Silently ignores definitions that OpenUSD has. Reports other ignored ones as kBrokenPlugInfo,
/// kPluginClash or kNoGeneratedSchema, and types that are not schemas as
/// kPluginNeedsCode.
SchemaFacts readPluginSchemas(const std::vector<Plugin>& plugins, const Environment& environment,
                              Diagnostics& diagnostics);

}  // namespace usdscope::detail
