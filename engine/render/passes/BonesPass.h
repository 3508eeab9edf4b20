// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws the bones of skeletons. Requires: everything else has been drawn. Highlighted bones, and
/// with BonesDisplay::XRay all bones, are drawn over everything; this clears the depth buffer.
void drawBones(const FrameContext& frame);

}  // namespace usdscope
