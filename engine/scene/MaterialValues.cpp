// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/MaterialValues.h"

#include <algorithm>

#include "engine/scene/detail/ShadeNetwork.h"
#include "engine/scene/materialx/SurfaceModels.h"
#include "engine/schema/Primvars.h"

namespace usdscope {
namespace {

bool hasPrimvar(const Prim& geometry, std::span<const Prim> instancers, Token name) {
  return findPrimvarWithInheritance(geometry, name).attribute ||
         std::ranges::any_of(instancers, [&](const Prim& instancer) {
           return bool(findPrimvarWithInheritance(instancer, name).attribute);
         });
}

void reportVarying(const Prim& geometry, Token primvar, const std::string& use,
                   Diagnostics& diagnostics) {
  diagnostics.report(kVaryingPrimvar, {.path = geometry.path().text()},
                     "The primvar " + primvar.string() +
                         " varies over the surface; its first value is drawn as " + use + ".");
}

}  // namespace

const Value* MaterialValues::find(Token primvar) const {
  const auto found = std::ranges::find(constants, primvar, &Constant::primvar);
  return found == constants.end() ? nullptr : &found->value;
}

MaterialValues materialValues(const Prim& material, const Prim& geometry,
                              std::span<const Prim> instancers, Diagnostics& diagnostics) {
  MaterialValues values;
  const std::optional<Prim> surface = surfaceShader(material);
  if (!surface) return values;
  if (isFoldedSurface(*surface)) {
    Diagnostics known;  // Reported when the material is read.
    const FoldedSurface folded = foldSurface(*surface, TimeCode::earliest(), {}, known);
    const MaterialPrimvars& named = folded.primvars;
    values.hasColors = !named.colors || hasPrimvar(geometry, instancers, named.colors);
    values.hasOpacities = !named.opacities || hasPrimvar(geometry, instancers, named.opacities);
    for (const Token name : folded.constantPrimvars) {
      const Primvar primvar = findPrimvarWithInheritance(geometry, name);
      if (!primvar.attribute) continue;
      values.constants.push_back({name, flattenedPrimvar(primvar, TimeCode::earliest())});
      if (primvar.interpolation == geom::kConstant) continue;
      reportVarying(geometry, name, "one value of the material", diagnostics);
    }
    return values;
  }
  if (shaderId(*surface) != shade::kUsdPreviewSurface) return values;
  for (const Token input :
       {shade::kDiffuseColor, shade::kOpacity, shade::kEmissiveColor, shade::kSpecularColor,
        shade::kRoughness, shade::kMetallic, shade::kClearcoat, shade::kClearcoatRoughness,
        shade::kIor, shade::kOcclusion, shade::kDisplacement}) {
    const ShadeSource source = followInput(*surface, input);
    if (!isPrimvarReader(source)) continue;
    const Token name = tokenInput(source.shader, shade::kVarname, {});
    if (input == shade::kDiffuseColor) {
      values.hasColors = hasPrimvar(geometry, instancers, name);
      continue;
    }
    if (input == shade::kOpacity) {
      values.hasOpacities = hasPrimvar(geometry, instancers, name);
      continue;
    }
    const Primvar primvar = findPrimvarWithInheritance(geometry, name);
    if (!primvar.attribute || values.find(name)) continue;
    values.constants.push_back({name, flattenedPrimvar(primvar, TimeCode::earliest())});
    if (primvar.interpolation == geom::kConstant) continue;
    reportVarying(geometry, name, input.string(), diagnostics);
  }
  return values;
}

}  // namespace usdscope
