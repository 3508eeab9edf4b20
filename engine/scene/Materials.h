// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/scene/MaterialValues.h"
#include "engine/scene/Scene.h"
#include "engine/stage/Stage.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnknownShader{"scene.unknown-shader", Severity::Note};
/// Reported for an input that a node of an unknown kind drives, and for one that is not finite.
inline constexpr DiagnosticCode kUnusableInput{"scene.unusable-input", Severity::Warning};
/// Reported for a binding to a material that is not there.
inline constexpr DiagnosticCode kMissingMaterial{"scene.missing-material", Severity::Note};
inline constexpr DiagnosticCode kTextureWithoutFile{"scene.texture-without-file", Severity::Note};

/// Reads the surface of a Material: a UsdPreviewSurface, or a network of MaterialX as the nearest
/// UsdPreviewSurface (materialx/SurfaceModels.h). Inputs that read primvars take them from
/// `values`, else the fallbacks of the readers. If the surface is of another kind, reports it and
/// returns a grey material. (UsdPreviewSurface specification.)
Material readMaterial(const Prim& material, TimeCode time, Diagnostics& diagnostics,
                      const MaterialValues& values = {});

/// Returns whether the result of readMaterial() may vary over time.
bool mightBeTimeVarying(const Prim& material);

/// The primvars that a material reads from the bound geometry. A name is empty if the material
/// reads no such primvar.
struct MaterialPrimvars {
  Token texCoords;
  Token colors;
  Token opacities;
};
MaterialPrimvars materialPrimvars(const Prim& material);

}  // namespace usdscope
