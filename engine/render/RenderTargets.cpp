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
  colorFramebuffer_ = {};
  color_ = make(format);
  depth_ = make(GL_DEPTH_COMPONENT32F);
  framebuffer_ = Framebuffer::make({&color_}, &depth_);
  colorFramebuffer_ = Framebuffer::make({&color_}, nullptr);
  width_ = width;
  height_ = height;
  sampleCount_ = sampleCount;
  format_ = format;
  if (framebuffer_.isComplete()) {
    findSamples();
    return true;
  }
  width_ = 0;
  return false;
}

void RenderTargets::findSamples() {
  samplePositions_.assign(1, glm::dvec2(0.5));
  if (sampleCount_ <= 1) return;
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
  // A driver may give more samples than asked for.
  GLint count = 0;
  glGetIntegerv(GL_SAMPLES, &count);
  samplePositions_.clear();
  for (GLint i = 0; i < count; ++i) {
    GLfloat position[2] = {0.5f, 0.5f};
    glGetMultisamplefv(GL_SAMPLE_POSITION, static_cast<GLuint>(i), position);
    samplePositions_.emplace_back(position[0], position[1]);
  }
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(bound));
}

void RenderTargets::resolveTo(GLuint target) const {
  // With sRGB encoding disabled, display values are copied unchanged.
  glDisable(GL_FRAMEBUFFER_SRGB);
  glBlitNamedFramebuffer(framebuffer_.id(), target, 0, 0, width_, height_, 0, 0, width_, height_,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace usdscope
