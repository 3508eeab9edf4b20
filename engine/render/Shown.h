// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/Renderer.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// Whether the settings show items of a purpose.
bool isShown(Purpose purpose, const RenderSettings& settings);

/// Returns the world bounds of the items that these settings show; of the whole scene when they
/// show no items.
Box shownBounds(const Scene& scene, const RenderSettings& settings);

}  // namespace usdscope
