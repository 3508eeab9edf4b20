// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Computes the extent of a prim in its local space. For a Skeleton, it contains the posed joints.
/// For a SkelRoot, it contains the posed joints of the skeletons bound below it, and is grown by
/// the largest padding that a skinned prim needs at rest. It is rounded to float, and never
/// computed from skinned points. Empty for prims of other types, and when the skeleton cannot be
/// posed. (UsdSkel's extent functions.)
std::optional<Box> skelExtent(const Prim& prim, TimeCode time);

}  // namespace usdscope
