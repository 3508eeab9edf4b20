// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"
#include "engine/render/SceneLighting.h"

namespace usdscope {

/// Draws a dome as the background of the picture. Nothing else has been drawn yet.
void drawDome(const FrameContext& frame, const DomeBackground& dome);

}  // namespace usdscope
