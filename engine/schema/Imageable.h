// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Whether the prim's type derives from Imageable.
bool isImageable(const Prim& prim);

/// `default`, `render`, `proxy` or `guide`: authored on the prim, else on its nearest imageable
/// ancestor that has an opinion, else the schema's fallback. (UsdGeomImageable::ComputePurpose.)
Token computePurpose(const Prim& prim);

/// The purpose authored on exactly this prim; empty when it is not imageable or none is authored.
Token authoredPurpose(const Prim& prim);

/// What the schema says where no purpose is authored; `default` of prims that are not imageable.
Token fallbackPurpose(const Prim& prim);

/// False when the prim or one of its ancestors is `invisible` at this time.
bool computeIsVisible(const Prim& prim, TimeCode time);

/// Whether `visibility` of exactly this prim is `invisible`.
bool isInvisibleHere(const Prim& prim, TimeCode time);

}  // namespace usdscope
