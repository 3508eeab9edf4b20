// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/format/TextSink.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// Returns the text of a layer in the spelling of the reference's `Sdf.Layer.ExportToString()`:
/// properties and metadata sorted by name, prims in authored order, and the lowest sufficient
/// format version.
std::string writeUsda(const Layer& layer);

/// Writes the same text to a sink piece by piece. Returns false when the sink has failed.
bool writeUsda(const Layer& layer, TextSink& sink);

}  // namespace usdscope
