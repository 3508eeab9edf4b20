// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws an outline around the selected items, over everything that may hide them.
class OutlinePass {
 public:
  /// Blends the outline over the finished picture in `target`.
  void draw(const FrameContext& frame, GLuint target);

 private:
  void drawMask(const FrameContext& frame);

  Texture mask_;
  Framebuffer maskTarget_;
};

}  // namespace usdscope
