// SPDX-License-Identifier: Apache-2.0
#include "engine/render/OffscreenTarget.h"

#include <algorithm>
#include <cassert>

namespace usdscope {

bool OffscreenTarget::resize(int width, int height, bool isLinear) {
  if (color_.width() == width && color_.height() == height && isLinear_ == isLinear) return true;
  framebuffer_ = {};
  color_ = Texture::make2d(isLinear ? GL_RGBA16F : GL_RGBA8, width, height);
  framebuffer_ = Framebuffer::make({&color_}, nullptr);
  isLinear_ = isLinear;
  return framebuffer_.isComplete();
}

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, color_.width(), color_.height());
}

void OffscreenTarget::copyFrom(const OffscreenTarget& source) {
  const bool isSameSize =
      color_.width() == source.color_.width() && color_.height() == source.color_.height();
  glBlitNamedFramebuffer(source.framebuffer_.id(), framebuffer_.id(), 0, 0, source.color_.width(),
                         source.color_.height(), 0, 0, color_.width(), color_.height(),
                         GL_COLOR_BUFFER_BIT, isSameSize ? GL_NEAREST : GL_LINEAR);
}

void OffscreenTarget::readWords(std::span<std::uint32_t> words) const {
  const auto width = static_cast<std::size_t>(color_.width());
  const auto height = static_cast<std::size_t>(color_.height());
  assert(words.size() == width * height);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glReadPixels(0, 0, color_.width(), color_.height(), GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               words.data());
  // OpenGL begins with the bottom row.
  for (std::size_t y = 0; y < height / 2; ++y) {
    const auto upper = words.subspan(y * width, width);
    const auto lower = words.subspan((height - 1 - y) * width, width);
    std::ranges::swap_ranges(upper, lower);
  }
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

Image OffscreenTarget::readLinear() const {
  assert(isLinear_);
  Image image{color_.width(), color_.height(), 4, PixelType::Float, {}};
  const std::size_t row = image.rowByteSize();
  const auto height = static_cast<std::size_t>(image.height);
  image.pixels.resize(row * height);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_FLOAT, image.pixels.data());
  // OpenGL begins with the bottom row.
  const std::span<std::byte> pixels(image.pixels);
  for (std::size_t y = 0; y < height / 2; ++y) {
    std::ranges::swap_ranges(pixels.subspan(y * row, row),
                             pixels.subspan((height - 1 - y) * row, row));
  }
  return image;
}

}  // namespace usdscope
