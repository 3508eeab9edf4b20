// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws opaque surfaces and surfaces with cut-out opacity.
void drawOpaqueSurfaces(const FrameContext& frame);

/// Draws translucent surfaces back to front, and for each surface its back faces before its front
/// faces. Does not write depth.
void drawTranslucentSurfaces(const FrameContext& frame);

/// Draws translucent surfaces into the lists of TranslucencyPass. Writes neither colours nor depth.
void drawTranslucentLayers(const FrameContext& frame);

/// Adds up the surfaces, lines and dots at each pixel, whether they hide each other or not.
void drawOverdraw(const FrameContext& frame);

/// Whether edges are drawn.
bool isWireframe(ShadingMode shading);

}  // namespace usdscope
