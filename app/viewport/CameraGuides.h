// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/view/DisplaySettings.h"
#include "app/viewport/Hud.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// Adds the mask, its outline and the reticles of a camera of the scene. The picture must show the
/// camera's view as viewOfAperture() makes it. Edges lie between pixels, so a mask covers whole
/// pixels.
void addCameraGuides(const DisplaySettings& display, const SceneCamera& camera, HudState& hud);

}  // namespace usdscope
