// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/OpenGl.h"

namespace usdscope {

/// The state of the context that all passes start from: depth 1 near and 0 far, the nearer wins,
/// premultiplied blending ready but off, nothing culled. Set whole, since the host may leave
/// anything; given back as OpenGL's defaults, with `target` bound.
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
