// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gl/Buffer.h"
#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws RenderSettings::guides. Lines on a surface are in front of it; the parts of lines that
/// surfaces hide are faint.
class GuidesPass {
 public:
  void draw(const FrameContext& frame);

 private:
  StreamBuffer lines_;
};

}  // namespace usdscope
