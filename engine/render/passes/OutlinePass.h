// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws outlines around the marked items and around the selected items, over everything that may
/// hide them.
class OutlinePass {
 public:
  /// Blends the outlines over the finished picture in `target`.
  void draw(const FrameContext& frame, GLuint target);

 private:
  void drawOutline(const FrameContext& frame, GLuint target, bool (*accepts)(const DrawCall&),
                   const glm::vec4& color);
  void drawMask(const FrameContext& frame, bool (*accepts)(const DrawCall&));

  Texture mask_;
  Framebuffer maskTarget_;
};

}  // namespace usdscope
