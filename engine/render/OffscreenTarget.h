// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/image/Image.h"

namespace usdscope {

/// A framebuffer to draw into where there is no window, and its picture. The context is current.
class OffscreenTarget {
 public:
  void resize(int width, int height);
  GLuint framebuffer() const { return framebuffer_.id(); }

  /// What was drawn: rgb of 8 bits, display values. Waits for the device.
  Image read() const;

 private:
  Texture color_;
  Framebuffer framebuffer_;
};

}  // namespace usdscope
