// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// Cuts one polygon into triangles. `corners` are positions in order around it, convex or not, not
/// quite flat either; appends three indices into `corners` a triangle, turning as the polygon does.
///
/// A polygon of n corners always gives n - 2 triangles, also where it has no area, touches or
/// crosses itself: then some of them have no area. Positions that are not finite do no harm.
/// (Ear clipping in the plane that Newell's normal is at right angles to.)
void triangulate(std::span<const glm::vec3> corners, std::vector<std::uint32_t>& triangles);

}  // namespace usdscope
