// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/render/FrameContext.h"
#include "engine/render/passes/IdTarget.h"

namespace usdscope {

/// Finds the object at a point by drawing ids into the few pixels around it.
class PickPass {
 public:
  /// Side of the drawn square in pixels. It is larger than one, so that thin lines are easy to hit.
  static constexpr int kSize = 5;

  struct Hit {
    std::uint32_t object = 0;
    /// The vertex of a dot, the last corner of a triangle or the first end of a line.
    std::optional<std::uint32_t> vertex;
    glm::dvec3 worldPosition{0.0};
  };

  /// Returns the object at the centre of the square, or the one nearest to the centre. Requires:
  /// `frame.frustum` covers the square only.
  std::optional<Hit> run(const FrameContext& frame);

 private:
  IdTarget target_;
};

}  // namespace usdscope
