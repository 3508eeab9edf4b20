// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Returns the edits that make a prim visible at a time. Invisible ancestors become visible; their
/// other children become invisible instead. (UsdGeomImageable::MakeVisible.)
std::vector<LayerEdit> visibleEdits(const Prim& prim, double time);

/// Returns the edits that make a prim and its descendants invisible.
std::vector<LayerEdit> invisibleEdits(const Prim& prim);

}  // namespace usdscope
