// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "engine/math/Types.h"
#include "engine/render/TexturePixels.h"

namespace usdscope {

/// Linear light by direction, in rows of latitude from the top (+y) to the bottom. The middle of a
/// row is in direction +z, the middle of its left half in direction +x. (OpenEXR latlong images.)
struct EnvironmentMap {
  int width = 0;
  int height = 0;
  std::vector<glm::vec3> pixels;

  bool isEmpty() const { return pixels.empty(); }
  /// The unit direction of the middle of a pixel.
  glm::vec3 directionOf(int x, int y) const;
  /// The light from a direction, which has unit length, between the pixels around it. Requires: the
  /// map is not empty.
  glm::vec3 at(const glm::vec3& direction) const;
};

/// Makes a map of at most `maxWidth` columns of a texture's largest level. Pixels that are not
/// finite become black. Empty if the texture has no pixels.
EnvironmentMap environmentOf(const TexturePixels& pixels, int maxWidth);

/// Returns half the map in each direction; at least one pixel.
EnvironmentMap halved(const EnvironmentMap& map);

/// The irradiance of surfaces by their normal, divided by pi, as nine coefficients of the terms
/// 1, y, z, x, xy, yz, 3zz-1, xz, xx-yy. (Ramamoorthi and Hanrahan 2001.)
std::array<glm::vec3, 9> irradianceOf(const EnvironmentMap& map);

/// Returns the map as surfaces of growing roughness reflect it, from 0 in the first level to 1 in
/// the last. Each level has half the size of the level before; the first has `width` columns.
/// (Karis, "Real shading in Unreal Engine 4", 2013.) Uses all threads.
std::vector<EnvironmentMap> reflectionsOf(const EnvironmentMap& map, int width, int levelCount);

}  // namespace usdscope
