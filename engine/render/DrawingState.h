// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/OpenGl.h"

namespace usdscope {

/// Sets the OpenGL state with which every pass starts: depth is 1 at the near and 0 at the far
/// plane, the depth test is enabled, blending is configured for premultiplied colours but disabled,
/// and culling is disabled. Sets every value, because the host application may have changed any of
/// them. The destructor restores OpenGL's defaults and binds `target`.
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
