// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Curves as lines, Points and anything else with points as dots. `keepsPoints`: lines go straight
/// from control point to control point, so that each vertex is a point, which skinning needs.
/// `problem`, if anything does not fit, says what. Null when the prim has no points.
std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 bool keepsPoints, TimeCode time,
                                                 std::string& problem);

}  // namespace usdscope
