// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws opaque surfaces and surfaces with cut-out opacity.
void drawOpaqueSurfaces(const FrameContext& frame);

/// Draws translucent surfaces back to front, and for each surface its back faces before its front
/// faces. Does not write depth.
void drawTranslucentSurfaces(const FrameContext& frame);

}  // namespace usdscope
