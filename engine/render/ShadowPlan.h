// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/render/CameraFrustum.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// A map of the depths that a light sees.
struct ShadowMap {
  CameraFrustum frustum;  ///< The picture is square.
  /// Only objects whose Item::shadows share a bit with this cast shadows.
  std::uint32_t link = kAllLights;
  /// The width of a texel, as a fraction of the map: in world units, for a perspective map at a
  /// depth of 1.
  double width = 1.0;
};

/// The maps of a light. Six maps face along the axes of the world: +x, -x, +y, -y, +z, -z.
struct LightShadow {
  std::uint32_t first = 0;  ///< Index into ShadowPlan::maps.
  std::uint32_t count = 0;  ///< 0 if the light has no shadows, else 1 or 6.
};

/// The shadows of a frame.
struct ShadowPlan {
  std::vector<ShadowMap> maps;
  int mapSize = 1024;               ///< Texels on each side of a map.
  std::vector<LightShadow> lights;  ///< One for each light of the scene.
  std::size_t omitted = 0;          ///< Lights without shadows because there are too many maps.
};

/// Plans the shadows in a picture: one map for a light that shines into the scene from outside or
/// through a cone, six for a light inside the scene. `bounds` are those of the shown items. Empty
/// if the settings show no shadows.
ShadowPlan planShadows(const Scene& scene, const CameraFrustum& view, const Box& bounds,
                       const RenderSettings& settings);

}  // namespace usdscope
