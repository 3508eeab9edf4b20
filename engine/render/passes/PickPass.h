// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/gl/Framebuffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

/// Finds out which object is seen at a point, by drawing the few pixels around it once more.
class PickPass {
 public:
  /// Side of the square of pixels that is drawn: a line beside the point is still met.
  static constexpr int kSize = 5;

  struct Hit {
    std::uint32_t object = 0;
    glm::dvec3 worldPosition{0.0};
  };

  /// `frame.frustum` is that of the square. What is in its middle wins, else what is nearest to it.
  std::optional<Hit> run(const FrameContext& frame);

 private:
  Texture ids_;
  Texture depths_;
  Framebuffer target_;
};

}  // namespace usdscope
