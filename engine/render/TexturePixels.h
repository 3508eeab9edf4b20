// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/image/Image.h"
#include "engine/math/Types.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// Pixels in the layout that OpenGL reads: four channels, rows from bottom to top, and mipmaps.
struct TexturePixels {
  PixelType type = PixelType::Unorm8;
  bool isSrgb = false;  ///< Whether the GPU decodes sRGB. Only true for 8-bit pixels.
  int width = 0;
  int height = 0;
  std::vector<std::vector<std::byte>> levels;  ///< All mipmaps, the largest first; or level 0 only.
  std::array<float, 4> minimum{0.0f, 0.0f, 0.0f, 0.0f};  ///< The smallest value of each channel.
  glm::ivec4 tiles{0, 0, 1, 1};  ///< UDIM tiles: first column, first row, columns, rows.
  /// A sentence that says why there are no pixels, or why tiles have none; else empty.
  std::string problem;
};

/// Whether the pixels of an image are encoded as sRGB.
bool isSrgb(const Image& image, TextureColorSpace colorSpace);

/// Converts an image to TexturePixels. If a side is longer than `maxSize`, the first level is the
/// largest mipmap that fits.
TexturePixels makeTexturePixels(const Image& image, bool isSrgb, int maxSize);

}  // namespace usdscope
