// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/format/TextSink.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The text of a layer, spelled as the reference's `Sdf.Layer.ExportToString()` does: properties
/// and metadata by name, prims in their order, the lowest version of the format that says it all.
std::string writeUsda(const Layer& layer);

/// The same, handed on while it is made. False when the sink has failed.
bool writeUsda(const Layer& layer, TextSink& sink);

}  // namespace usdscope
