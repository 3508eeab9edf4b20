// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/ScenePaint.h"

#include "engine/image/DisplayValues.h"

namespace usdscope {

glm::vec4 paintColor(const glm::vec3& display) {
  return {linearFromDisplay(display.x), linearFromDisplay(display.y), linearFromDisplay(display.z),
          1.0f};
}

}  // namespace usdscope
