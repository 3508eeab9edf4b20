// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/gl/Framebuffer.h"
#include "engine/image/Image.h"

namespace usdscope {

/// A framebuffer to draw into without a window. Requires: the context is current.
class OffscreenTarget {
 public:
  /// Returns false when the driver cannot draw into a picture of this size. With `isLinear` the
  /// colours are floats; see RenderSettings::writesLinear.
  bool resize(int width, int height, bool isLinear = false);
  GLuint framebuffer() const { return framebuffer_.id(); }

  /// Makes this the target of all drawing, with a viewport that covers it.
  void bind() const;

  /// Copies the picture of a target of any size, smoothly enlarged or reduced to this one's.
  void copyFrom(const OffscreenTarget& source);

  /// Returns the drawn picture as 8-bit RGB display values. Waits for the GPU.
  Image read() const;
  /// Returns the drawn picture as float RGBA. Waits for the GPU. Requires: the colours are floats.
  Image readLinear() const;
  /// Writes the drawn picture as rows of 32-bit words 0xAARRGGBB, the top row first. `words` has
  /// width × height elements. Waits for the GPU.
  void readWords(std::span<std::uint32_t> words) const;

 private:
  Texture color_;
  bool isLinear_ = false;
  Framebuffer framebuffer_;
};

}  // namespace usdscope
