// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/WriteContext.h"
#include "engine/layer/Layer.h"

namespace usdscope::usda {

/// Writes a prim with all that is in it.
void writePrim(WriteContext& context, const PrimSpec& prim, int level);

}  // namespace usdscope::usda
