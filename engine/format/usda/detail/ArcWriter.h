// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ValueWriter.h"
#include "engine/layer/Arcs.h"

namespace usdscope::usda {

/// Writes references, payloads, inherits or specializes. Returns false for other fields.
bool writeArcs(WriteContext& context, Token name, const Value& value, int level);

/// Writes `subLayers = [ … ]` from the two fields.
void writeSubLayers(WriteContext& context, const Value& paths, const Value& offsets, int level);

/// Writes `relocates = { … }`.
void writeRelocates(WriteContext& context, const Relocates& relocates, int level);

}  // namespace usdscope::usda
