// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"

namespace usdscope {

/// What the scene is drawn into before it goes to the host's framebuffer: colours that are encoded
/// as sRGB when written, float depth, several samples a pixel. The context is current.
class RenderTargets {
 public:
  /// Makes textures anew when something differs. False when the driver cannot draw into them.
  bool resize(int width, int height, int sampleCount);

  GLuint framebuffer() const { return framebuffer_.id(); }
  /// Averages the samples into `target`, as display values.
  void resolveTo(GLuint target) const;

 private:
  int width_ = 0;
  int height_ = 0;
  int sampleCount_ = 0;
  Texture color_;
  Texture depth_;
  Framebuffer framebuffer_;
};

}  // namespace usdscope
