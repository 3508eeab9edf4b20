// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Computes the extent, in local space, of a Skeleton (its posed joints) or a SkelRoot (the joints
/// of the skeletons bound below it, grown by the largest padding that a skinned prim needs at
/// rest). Rounded to float; never computed from skinned points. Empty for prims of other types and
/// when the skeleton cannot be posed. (UsdSkel's extent functions.)
std::optional<Box> skelExtent(const Prim& prim, TimeCode time);

}  // namespace usdscope
