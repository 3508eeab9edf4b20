// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/image/DisplayValues.h"
#include "engine/math/Types.h"

namespace usdscope {

/// Converts display values (sRGB) to a linear, opaque colour.
inline glm::vec4 linearFromDisplay(const glm::vec3& display) {
  return {linearFromDisplay(display.x), linearFromDisplay(display.y), linearFromDisplay(display.z),
          1.0f};
}

/// Converts a linear colour to display values (sRGB).
inline glm::vec3 displayFromLinear(const glm::vec3& linear) {
  return {displayFromLinear(linear.x), displayFromLinear(linear.y), displayFromLinear(linear.z)};
}

}  // namespace usdscope
