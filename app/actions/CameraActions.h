// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/actions/Actions.h"

namespace usdscope {

/// The actions on the free camera, on how the pointer moves it, and on the cameras of the scene.
std::span<const ActionRow> cameraActionRows();

}  // namespace usdscope
