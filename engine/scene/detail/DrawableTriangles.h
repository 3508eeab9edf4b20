// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/value/Array.h"

namespace usdscope {

/// Returns indices that give triangles at points that cannot be drawn no area, so that the ranges
/// of the parts stay as they are. Moves these points to the origin, and says so in `problem` if
/// that is still empty. Returns the same array if all points can be drawn.
Array<std::uint32_t> drawableTriangles(const Array<std::uint32_t>& indices,
                                       std::vector<glm::vec3>& positions, std::string& problem);

}  // namespace usdscope
