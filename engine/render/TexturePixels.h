// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/image/Image.h"
#include "engine/math/Types.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A texture as the device takes it: four channels, rows from bottom to top, and mipmaps.
struct TexturePixels {
  PixelType type = PixelType::Unorm8;
  bool isSrgb = false;  ///< The device shall decode; only of 8-bit pixels.
  int width = 0;
  int height = 0;
  std::vector<std::vector<std::byte>> levels;          ///< Full size first; all of them, or one.
  std::array<float, 4> least{0.0f, 0.0f, 0.0f, 0.0f};  ///< The least value of each channel.
  glm::ivec4 tiles{0, 0, 1, 1};  ///< First column and row of UDIM tiles, columns and rows.
  std::string problem;           ///< Why there are no pixels, a sentence; else empty.
};

/// Whether the pixels of an image are sRGB.
bool isSrgb(const Image& image, TextureColorSpace colorSpace);

/// Makes device pixels of an image. Where a side is longer than `maxSize`, the largest mipmap that
/// fits comes first.
TexturePixels makeTexturePixels(const Image& image, bool isSrgb, int maxSize);

}  // namespace usdscope
