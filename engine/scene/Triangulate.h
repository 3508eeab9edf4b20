// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// Triangulates a polygon, which may be concave and not quite flat. `corners` are the positions of
/// its corners in order. Appends three indices into `corners` per triangle, in the winding order of
/// the polygon.
///
/// A polygon of n corners always gives n - 2 triangles. If it has no area, or touches or crosses
/// itself, some triangles have no area. Positions may be non-finite. (Ear clipping in the plane at
/// right angles to Newell's normal.)
void triangulate(std::span<const glm::vec3> corners, std::vector<std::uint32_t>& triangles);

}  // namespace usdscope
