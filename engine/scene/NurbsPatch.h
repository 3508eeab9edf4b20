// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/Complexity.h"
#include "engine/scene/MeshReader.h"

namespace usdscope {

/// Reads a NurbsPatch as a mesh of the points on its surface, without what its trim curves cut
/// away. If `isSkinned`, the mesh has the control points that joints move. Each interval between
/// knots has at least two faces along its curved directions, and more if there are few intervals. A
/// patch that cannot be evaluated is the grid of its control points, and the problem says so.
/// (UsdGeomNurbsPatch.)
MeshInput readNurbsPatch(const Prim& patch, const DrawnPrimvars& names, TimeCode time,
                         Complexity complexity, bool isSkinned);

}  // namespace usdscope
