// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/gl/Framebuffer.h"
#include "engine/math/Types.h"

namespace usdscope {

/// The multisampled framebuffer into which the scene is drawn, before it is resolved to the
/// framebuffer of the host application. With the format GL_SRGB8_ALPHA8, colours are encoded as
/// sRGB when they are written; depth is float. Requires: the context is current.
class RenderTargets {
 public:
  /// Recreates the textures when an argument has changed. Returns false when the driver cannot draw
  /// into them.
  bool resize(int width, int height, int sampleCount, GLenum format = GL_SRGB8_ALPHA8);

  GLuint framebuffer() const { return framebuffer_.id(); }
  /// Has the colours without the depths, for shaders that read depths.
  GLuint colorFramebuffer() const { return colorFramebuffer_.id(); }
  const Texture& color() const { return color_; }
  const Texture& depth() const { return depth_; }
  bool isMultisampled() const { return sampleCount_ > 1; }
  /// The positions of the samples in a pixel, from 0 to 1, with y up.
  const std::vector<glm::dvec2>& samplePositions() const { return samplePositions_; }
  /// Averages the samples into `target`, without changing the values.
  void resolveTo(GLuint target) const;

 private:
  void findSamples();

  int width_ = 0;
  int height_ = 0;
  int sampleCount_ = 0;
  GLenum format_ = GL_NONE;
  Texture color_;
  Texture depth_;
  Framebuffer framebuffer_;
  Framebuffer colorFramebuffer_;
  std::vector<glm::dvec2> samplePositions_;
};

}  // namespace usdscope
