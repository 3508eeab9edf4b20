// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/WriteContext.h"
#include "engine/layer/Layer.h"

namespace usdscope::usda {

/// Writes a prim with all its content.
void writePrim(WriteContext& context, const PrimSpec& prim, int level);

/// Writes the children of a prim, or of the pseudo-root, with an empty line between them. Uses
/// several threads if there are many.
void writeChildren(WriteContext& context, const PrimSpec& prim, int level);

}  // namespace usdscope::usda
