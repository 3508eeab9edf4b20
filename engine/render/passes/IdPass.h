// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws ids (object index + 1) of everything in the list into the bound framebuffer, whose first
/// attachment is R32UI; only what `accepts`. Depth testing is the caller's.
void drawIds(const FrameContext& frame, bool (*accepts)(const DrawCall&));

}  // namespace usdscope
