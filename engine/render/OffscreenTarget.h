// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/image/Image.h"

namespace usdscope {

/// A framebuffer to draw into without a window. Requires: the context is current.
class OffscreenTarget {
 public:
  void resize(int width, int height);
  GLuint framebuffer() const { return framebuffer_.id(); }

  /// Returns the drawn picture as 8-bit RGB display values. Waits for the GPU.
  Image read() const;

 private:
  Texture color_;
  Framebuffer framebuffer_;
};

}  // namespace usdscope
