// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The extent, in local space, of a Skeleton (its posed joints) or of a SkelRoot (the joints of
/// the skeletons bound below it, grown by the largest padding that a skinned prim needs at rest).
/// Rounded to float. Empty for prims of other types and where there is nothing to compute it from.
/// (UsdSkel's extent functions; never from skinned points.)
std::optional<Box> skelExtent(const Prim& prim, TimeCode time);

}  // namespace usdscope
