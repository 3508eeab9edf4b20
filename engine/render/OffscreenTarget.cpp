// SPDX-License-Identifier: Apache-2.0
#include "engine/render/OffscreenTarget.h"

namespace usdscope {

void OffscreenTarget::resize(int width, int height) {
  if (color_.width() == width && color_.height() == height) return;
  framebuffer_ = {};
  color_ = Texture::make2d(GL_RGBA8, width, height);
  framebuffer_ = Framebuffer::make({&color_}, nullptr);
}

Image OffscreenTarget::read() const {
  const auto width = static_cast<std::size_t>(color_.width());
  const auto height = static_cast<std::size_t>(color_.height());
  std::vector<std::byte> rgba(width * height * 4);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glReadPixels(0, 0, color_.width(), color_.height(), GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  Image image{color_.width(), color_.height(), 3, PixelType::Unorm8, {}};
  image.pixels.resize(width * height * 3);
  std::byte* to = image.pixels.data();
  for (std::size_t y = height; y-- > 0;) {
    const std::byte* from = rgba.data() + y * width * 4;
    for (std::size_t x = 0; x < width; ++x, from += 4, to += 3) {
      to[0] = from[0];
      to[1] = from[1];
      to[2] = from[2];
    }
  }
  return image;
}

}  // namespace usdscope
