// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Builds curves as lines, and Points and all other prims with points as dots. With `keepsPoints`
/// lines join control points, so that each vertex is a point, which skinning needs. Sets `problem`
/// to what was left out. Returns null when the prim has no points.
std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 bool keepsPoints, TimeCode time,
                                                 std::string& problem);

}  // namespace usdscope
