// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns the authored `extent` of a boundable prim in its local space; empty unless it has two
/// elements. It may be inverted, as authored.
std::optional<Box> authoredExtent(const Prim& prim, TimeCode time);

/// Computes the extent from a prim's own geometry: points, curves, implicit shapes, lights. Rounded
/// to float, like authored extents. Empty when a value is missing, and for types whose extent does
/// not follow from such values (for point instancers and skeletons see engine/scene/Bounds.h).
/// (UsdGeomBoundable::ComputeExtentFromPlugins.)
std::optional<Box> extentFromGeometry(const Prim& prim, TimeCode time);

}  // namespace usdscope
