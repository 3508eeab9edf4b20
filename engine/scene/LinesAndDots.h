// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/scene/MeshReader.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// Curves as lines through their control points (periodic ones closed), Points and anything else
/// with points as dots. Colours are taken one for each point or one for all. `problem`, if
/// anything does not fit, says what. Null when the prim has no points.
std::shared_ptr<const Geometry> buildLinesOrDots(const Prim& prim, const DrawnPrimvars& names,
                                                 TimeCode time, std::string& problem);

}  // namespace usdscope
