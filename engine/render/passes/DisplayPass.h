// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"
#include "engine/render/RenderTargets.h"

namespace usdscope {

/// Whether the colours of the scene change between the render targets and the picture. The targets
/// then need float colours.
bool adjustsDisplay(const RenderSettings& settings);

/// Draws the scene into the picture with its exposure, gamma and encoding. Averages display values,
/// as RenderTargets::resolveTo() does. If the shader does not compile, copies the scene unchanged.
/// Requires: adjustsDisplay().
void drawForDisplay(const FrameContext& frame, const RenderTargets& targets, GLuint target);

}  // namespace usdscope
