// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/view/FreeCamera.h"
#include "engine/math/Box.h"

namespace usdscope {

/// Moves a camera so that a box fills the picture up to a margin of 10 %, and lies in its middle.
/// Keeps the direction and the lens; an orthographic camera gets another size. The focus lies at
/// the depth of the centre of the box. A point is moved into the middle without changing the
/// distance. Does nothing for a box that is empty or infinite. `aspectRatio` is width over height.
void fitToBox(FreeCamera& camera, const Box& bounds, double aspectRatio, bool isZUp);

}  // namespace usdscope
