// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/Renderer.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// Whether the settings show things of a purpose.
bool isShown(Purpose purpose, const RenderSettings& settings);

/// World bounds of what these settings show of a scene; of all of it where that is nothing.
Box shownBounds(const Scene& scene, const RenderSettings& settings);

}  // namespace usdscope
