// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/math/Box.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The authored `extent` of a boundable prim in its local space, if it has two elements. It may be
/// inverted, as authored.
std::optional<Box> authoredExtent(const Prim& prim, TimeCode time);

/// The extent that follows from a prim's own geometry: points, curves, implicit shapes, lights.
/// Rounded to float, as extents are. Empty for types without such a rule (point instancers and
/// skeletons follow other prims: see scene's Bounds) and where a value is missing.
/// (UsdGeomBoundable::ComputeExtentFromPlugins.)
std::optional<Box> extentFromGeometry(const Prim& prim, TimeCode time);

}  // namespace usdscope
