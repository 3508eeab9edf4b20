// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/OpenGl.h"

namespace usdscope {

/// Sets the context state that all passes start from: depth 1 near and 0 far, depth test on,
/// blending set up for premultiplied colours but disabled, culling disabled. Sets every value,
/// since the host may have changed any of them. The destructor restores OpenGL's defaults and binds
/// `target`.
class DrawingState {
 public:
  explicit DrawingState(GLuint target);
  ~DrawingState();
  DrawingState(const DrawingState&) = delete;
  DrawingState& operator=(const DrawingState&) = delete;

 private:
  GLuint target_;
};

}  // namespace usdscope
