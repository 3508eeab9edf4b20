// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/FieldDefinitions.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// The metadata fields that plug-ins register under `SdfMetadata`, the first of a name. Entries
/// that make no sense are reported as kBrokenPlugInfo, and those that differ from a field of the
/// reference or of a plug-in before as kPluginClash.
std::vector<FieldDefinition> readPluginFields(const std::vector<Plugin>& plugins,
                                              Diagnostics& diagnostics);

}  // namespace usdscope::detail
