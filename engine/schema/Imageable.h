// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns whether the prim's type derives from Imageable.
bool isImageable(const Prim& prim);

/// Returns `default`, `render`, `proxy` or `guide`: authored on the prim, else on its nearest
/// imageable ancestor with an opinion, else the fallback. (UsdGeomImageable::ComputePurpose.)
Token computePurpose(const Prim& prim);

/// Returns the purpose authored on the prim itself; empty if none is authored or the prim is not
/// imageable.
Token authoredPurpose(const Prim& prim);

/// Returns the schema's fallback purpose; `default` for prims that are not imageable.
Token fallbackPurpose(const Prim& prim);

/// Returns false when the prim or one of its ancestors is `invisible` at this time.
bool computeIsVisible(const Prim& prim, TimeCode time);

/// Returns whether `visibility` of the prim itself is `invisible`, regardless of its ancestors.
bool isInvisibleHere(const Prim& prim, TimeCode time);

}  // namespace usdscope
