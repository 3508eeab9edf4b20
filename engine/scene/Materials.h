// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Stage.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnknownShader{"scene.unknown-shader", Severity::Note};

/// Reads a UsdPreviewSurface network: the surface output of a Material, its inputs, and the
/// textures that drive them. A surface of another kind leaves the material grey and is reported.
/// (UsdPreviewSurface specification.)
Material readMaterial(const Prim& material, TimeCode time, Diagnostics& diagnostics);

/// Returns whether the result of readMaterial() may vary over time.
bool mightBeTimeVarying(const Prim& material);

/// Primvars that a material reads from the bound geometry. Empty: it names none.
struct MaterialPrimvars {
  Token texCoords;
  Token colors;
};
MaterialPrimvars materialPrimvars(const Prim& material);

}  // namespace usdscope
