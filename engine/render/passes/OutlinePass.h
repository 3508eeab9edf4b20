// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"
#include "engine/render/IdCalls.h"

namespace usdscope {

/// Draws outlines around objects, over everything that may hide them.
class OutlinePass {
 public:
  /// Blends the outlines over the finished picture in `target`, which has this size.
  void draw(const FrameContext& frame, const Outlines& outlines, int width, int height,
            GLuint target);

 private:
  void drawOutline(const FrameContext& frame, const DrawCalls& chosen, GLuint target,
                   const glm::vec4& color);
  void drawMask(const FrameContext& frame, const DrawCalls& calls);

  int width_ = 0;
  int height_ = 0;
  Texture mask_;
  Framebuffer maskTarget_;
};

}  // namespace usdscope
