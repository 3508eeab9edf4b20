// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns the attribute that best explains why a prim is drawn as it is and where it is at a time.
/// If the prim is invisible, this is the visibility that hides it. Else it is one of these: the
/// animation of the skeleton that it follows, its points or sizes, the ops of its transform and
/// those of its ancestors, nearest first, and their visibilities. Points that vary come before the
/// animation. Joints carry a prim, so that the ops are those of the skeleton. The first of them
/// that may vary is returned; else the first whose animation a stronger value hides; else the first
/// that a layer authors. Returns an empty path without any.
Path attributeBehindShape(const Prim& prim, TimeCode time);

}  // namespace usdscope
