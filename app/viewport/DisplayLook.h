// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/view/DisplaySettings.h"
#include "app/theme/Colors.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// Sets the lights, materials and colours of a picture as the display has them.
void setLook(const DisplaySettings& display, RenderSettings& settings);

/// Returns the ground for which texts on a background choose their colours.
theme::Ground groundOf(BackgroundColor color);

}  // namespace usdscope
