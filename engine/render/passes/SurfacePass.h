// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws opaque surfaces, and those with holes that their opacity cuts.
void drawOpaqueSurfaces(const FrameContext& frame);

/// Draws translucent surfaces over what is there, back to front; of each first the sides that face
/// away, then those that face the camera. Leaves the depth as it is.
void drawTranslucentSurfaces(const FrameContext& frame);

}  // namespace usdscope
