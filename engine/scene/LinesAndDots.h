// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/scene/Complexity.h"
#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Builds curves as lines, or as ribbons of triangles if they have normals and widths; builds
/// Points and all other prims with points as dots. With `keepsPoints`, curves always become lines
/// between control points, so that each vertex is a point of the prim, which skinning needs. Sets
/// `problem` if something is omitted. Returns null when the prim has no points.
std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 bool keepsPoints, TimeCode time,
                                                 Complexity complexity, std::string& problem);

}  // namespace usdscope
