// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Returns the camera of a scene with this path or, if there is none, the first one with this name;
/// null when there is neither. (`usdview --camera` takes both.)
const SceneCamera* findCamera(const Scene& scene, std::string_view pathOrName);

}  // namespace usdscope
