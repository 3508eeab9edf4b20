// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/math/Types.h"

namespace usdscope {

/// The place of the free camera: it looks at a point in world space from a distance. The angles are
/// about the up axis and the right axis of the stage.
struct FreeCamera {
  glm::dvec3 focus{0.0};
  double distance = 10.0;
  double yawDegrees = 0.0;
  double pitchDegrees = 0.0;
  bool operator==(const FreeCamera&) const = default;
};

}  // namespace usdscope
