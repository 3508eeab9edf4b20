// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// What makes a prim visible at a time: prims above it that are invisible become visible, and what
/// else is below those becomes invisible in its place. (UsdGeomImageable::MakeVisible.)
std::vector<LayerEdit> visibleEdits(const Prim& prim, double time);

/// What makes a prim and all below it invisible.
std::vector<LayerEdit> invisibleEdits(const Prim& prim);

}  // namespace usdscope
