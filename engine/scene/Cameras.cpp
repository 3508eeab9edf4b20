// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Cameras.h"

#include "engine/schema/AttributeValues.h"

namespace usdscope {

SceneCamera readCamera(const Prim& prim, TimeCode time) {
  SceneCamera camera;
  camera.path = prim.path();
  const auto read = [&](const char* name, double& slot) {
    if (const auto value = readValue<float>(prim, Token(name), time)) slot = double(*value);
  };
  camera.isOrthographic =
      readValue<Token>(prim, Token("projection"), time) == Token("orthographic");
  read("horizontalAperture", camera.horizontalAperture);
  read("verticalAperture", camera.verticalAperture);
  read("horizontalApertureOffset", camera.horizontalApertureOffset);
  read("verticalApertureOffset", camera.verticalApertureOffset);
  read("focalLength", camera.focalLength);
  if (const auto range = readValue<glm::vec2>(prim, Token("clippingRange"), time)) {
    camera.nearPlane = double(range->x);
    camera.farPlane = double(range->y);
  }
  return camera;
}

}  // namespace usdscope
