// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/definitions/SchemaFacts.h"
#include "engine/format/Environment.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// Reads the kinds and schemas that plug-ins add. The generatedSchema.usda files may use the
/// metadata that `environment` registers.
///
/// Ignores definitions that OpenUSD has, without a diagnostic. Reports other ignored definitions as
/// kBrokenPlugInfo, kPluginClash or kNoGeneratedSchema, and types that are not schemas as
/// kPluginNeedsCode.
SchemaFacts readPluginSchemas(const std::vector<Plugin>& plugins, const Environment& environment,
                              Diagnostics& diagnostics);

}  // namespace usdscope::detail
