// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/Path.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// How the viewport shows the scene. A value.
struct ViewSettings {
  Path camera;  ///< Of a scene camera; empty: the free camera.
  ShadingMode shading = ShadingMode::SmoothShaded;
  bool showRender = false;
  bool showProxy = true;
  bool showGuides = false;
  bool showGrid = true;
  bool showHud = true;
  BonesDisplay bones = BonesDisplay::Off;
  SkinningDevice skinning = SkinningDevice::Automatic;
  bool operator==(const ViewSettings&) const = default;
};

}  // namespace usdscope
