// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Skeletons, after everything else. Seen through all of it, if the settings say so, and those that
/// are lit always: then what was drawn before has no depth any more.
void drawBones(const FrameContext& frame);

}  // namespace usdscope
