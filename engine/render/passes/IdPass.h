// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws the ids (object index + 1) of all draw calls for which `accepts` returns true. Requires:
/// the first attachment of the bound framebuffer is R32UI, and the caller has set the depth test.
void drawIds(const FrameContext& frame, bool (*accepts)(const DrawCall&));

}  // namespace usdscope
