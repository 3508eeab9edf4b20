// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/layer/FieldDefinitions.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// Returns the metadata fields that plug-ins register under `SdfMetadata`. If several plug-ins
/// register a name, the first one wins. Reports invalid entries as kBrokenPlugInfo, and entries
/// that differ from a built-in field or from that of an earlier plug-in as kPluginClash.
std::vector<FieldDefinition> readPluginFields(const std::vector<Plugin>& plugins,
                                              Diagnostics& diagnostics);

}  // namespace usdscope::detail
