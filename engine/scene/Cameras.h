// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Reads the lens and planes of a Camera prim; the caller sets worldFromView. (UsdGeomCamera.)
SceneCamera readCamera(const Prim& camera, TimeCode time);

}  // namespace usdscope
