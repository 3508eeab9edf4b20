// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/Session.h"
#include "app/theme/Colors.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// Sets the lights, materials and colours of a picture as the display of the session has them.
void setLook(const Session& session, RenderSettings& settings);

/// Returns the ground for which texts on a background choose their colours.
theme::Ground groundOf(BackgroundColor color);

}  // namespace usdscope
