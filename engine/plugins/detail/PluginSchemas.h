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
/// What OpenUSD has is left out without a word; everything else that is left out is reported:
/// kBrokenPlugInfo, kPluginClash, kNoGeneratedSchema, and kPluginNeedsCode for types that are no
/// schemas.
SchemaFacts readPluginSchemas(const std::vector<Plugin>& plugins, const Environment& environment,
                              Diagnostics& diagnostics);

}  // namespace usdscope::detail
