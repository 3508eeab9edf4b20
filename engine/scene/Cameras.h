// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Lens and planes of a Camera prim; worldFromView is left to the caller. (UsdGeomCamera.)
SceneCamera readCamera(const Prim& camera, TimeCode time);

}  // namespace usdscope
