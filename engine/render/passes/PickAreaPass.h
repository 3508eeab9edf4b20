// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/render/FrameContext.h"
#include "engine/render/passes/IdTarget.h"
#include "engine/render/passes/PickPass.h"

namespace usdscope {

/// Finds the objects that can be seen in a rectangle of the picture.
class PickAreaPass {
 public:
  /// Returns each object once, in the order of their indices, with the place of its pixel that
  /// comes first. Requires: `frame.frustum` covers the rectangle only.
  std::vector<PickPass::Hit> run(const FrameContext& frame, int width, int height);

 private:
  IdTarget target_;
};

}  // namespace usdscope
