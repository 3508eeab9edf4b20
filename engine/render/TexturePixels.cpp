// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TexturePixels.h"

#include "engine/image/ImageRows.h"
#include "engine/render/TextureRows.h"

namespace usdscope {

bool isSrgb(const Image& image, TextureColorSpace colorSpace) {
  if (colorSpace != TextureColorSpace::Auto) return colorSpace == TextureColorSpace::Srgb;
  return image.type == PixelType::Unorm8 && image.channelCount >= 3;
}

TexturePixels makeTexturePixels(const Image& image, bool isSrgb, int maxSize) {
  TextureRows rows(isSrgb ? TextureColorSpace::Srgb : TextureColorSpace::Raw, maxSize);
  sendRows(image, rows);
  return rows.take();
}

}  // namespace usdscope
