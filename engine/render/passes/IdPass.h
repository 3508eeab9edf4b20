// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"
#include "engine/render/IdCalls.h"

namespace usdscope {

/// Draws the ids (object index + 1) of draw calls. Their order replaces that of the frame.
/// Requires: the first attachment of the bound framebuffer is R32UI, and the caller has set the
/// depth test. A second attachment, which may be missing, gets the vertices (IdPixels::vertices).
void drawIds(const FrameContext& frame, const DrawCalls& calls);

}  // namespace usdscope
