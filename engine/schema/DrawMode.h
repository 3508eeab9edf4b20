// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"

namespace usdscope {

/// Returns the draw mode of a model: its own, else that of the nearest model above it with one,
/// else `default`. Prims that are not models have no modes of their own.
/// (UsdGeomModelAPI::ComputeModelDrawMode.)
Token computeDrawMode(const Prim& prim);

/// Returns whether a draw mode replaces the prim and its descendants: `model:applyDrawMode` of a
/// model. If it is not authored, components are replaced.
bool isDrawModeApplied(const Prim& prim);

}  // namespace usdscope
