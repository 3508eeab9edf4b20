// SPDX-License-Identifier: Apache-2.0
#include "engine/render/RenderTargets.h"

namespace usdscope {

bool RenderTargets::resize(int width, int height, int sampleCount, GLenum format) {
  if (width_ == width && height_ == height && sampleCount_ == sampleCount && format_ == format) {
    return true;
  }
  const auto make = [&](GLenum of) {
    return sampleCount > 1 ? Texture::makeMultisampled(of, width, height, sampleCount)
                           : Texture::make2d(of, width, height);
  };
  framebuffer_ = {};
  color_ = make(format);
  depth_ = make(GL_DEPTH_COMPONENT32F);
  framebuffer_ = Framebuffer::make({&color_}, &depth_);
  width_ = width;
  height_ = height;
  sampleCount_ = sampleCount;
  format_ = format;
  if (framebuffer_.isComplete()) return true;
  width_ = 0;
  return false;
}

void RenderTargets::resolveTo(GLuint target) const {
  // With sRGB encoding disabled, display values are copied unchanged.
  glDisable(GL_FRAMEBUFFER_SRGB);
  glBlitNamedFramebuffer(framebuffer_.id(), target, 0, 0, width_, height_, 0, 0, width_, height_,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace usdscope
