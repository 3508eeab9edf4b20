// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Cameras.h"

#include <cmath>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

const Token kClippingPlanes("clippingPlanes");

}  // namespace

SceneCamera readCamera(const Prim& prim, TimeCode time) {
  SceneCamera camera;
  camera.path = prim.path();
  const auto read = [&](Token name, double& slot) {
    if (const auto value = readValue<float>(prim, name, time)) slot = double(*value);
  };
  camera.isOrthographic = readValue<Token>(prim, geom::kProjection, time) == geom::kOrthographic;
  read(geom::kHorizontalAperture, camera.horizontalAperture);
  read(geom::kVerticalAperture, camera.verticalAperture);
  read(geom::kHorizontalApertureOffset, camera.horizontalApertureOffset);
  read(geom::kVerticalApertureOffset, camera.verticalApertureOffset);
  read(geom::kFocalLength, camera.focalLength);
  if (const auto range = readValue<glm::vec2>(prim, geom::kClippingRange, time)) {
    camera.nearPlane = double(range->x);
    camera.farPlane = double(range->y);
  }
  for (const glm::vec4& plane : readArray<glm::vec4>(prim, kClippingPlanes, time)) {
    const bool isFinite = std::isfinite(plane.x) && std::isfinite(plane.y) &&
                          std::isfinite(plane.z) && std::isfinite(plane.w);
    if (isFinite) camera.clippingPlanes.emplace_back(plane);
  }
  return camera;
}

}  // namespace usdscope
