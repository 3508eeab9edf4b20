// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Prim.h"

/// Names of the attributes of UsdGeomModelAPI, and the tokens that are their values.
namespace usdscope::model {

inline const Token kDrawMode("model:drawMode");
inline const Token kDefault("default");
inline const Token kOrigin("origin");
inline const Token kBounds("bounds");
inline const Token kCards("cards");
inline const Token kApplyDrawMode("model:applyDrawMode");
inline const Token kDrawModeColor("model:drawModeColor");
inline const Token kCardGeometry("model:cardGeometry");
inline const Token kBox("box");
inline const Token kFromTexture("fromTexture");

}  // namespace usdscope::model

namespace usdscope {

/// Returns the draw mode of a model: its own, else that of the nearest model above it with one,
/// else `default`. Prims that are not models have no modes of their own.
/// (UsdGeomModelAPI::ComputeModelDrawMode.)
Token computeDrawMode(const Prim& prim);

/// Returns whether a draw mode replaces the prim and its descendants: `model:applyDrawMode` of a
/// model. If it is not authored, components are replaced.
bool isDrawModeApplied(const Prim& prim);

}  // namespace usdscope
