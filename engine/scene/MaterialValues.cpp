// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/MaterialValues.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/Hash.h"
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

// The numbers of a value that materials use, or of its first element. Other values have none.
std::array<float, 4> firstNumbers(const Value& value) {
  std::array<float, 4> numbers{};
  const auto take = [&](const auto& vector) {
    for (int i = 0; i < vector.length(); ++i) numbers[std::size_t(i)] = float(vector[i]);
  };
  if (const auto* single = value.find<float>()) numbers[0] = *single;
  if (const auto* single = value.find<double>()) numbers[0] = float(*single);
  if (const auto* single = value.find<std::int32_t>()) numbers[0] = float(*single);
  if (const auto* two = value.find<glm::vec2>()) take(*two);
  if (const auto* three = value.find<glm::vec3>()) take(*three);
  if (const auto* four = value.find<glm::vec4>()) take(*four);
  const auto* many = value.find<Array<float>>();
  if (many && !many->empty()) numbers[0] = (*many)[0];
  const auto* colors = value.find<Array<glm::vec3>>();
  if (colors && !colors->empty()) take((*colors)[0]);
  return numbers;
}

void reportVarying(const Prim& geometry, Token primvar, std::string_view use,
                   Diagnostics& diagnostics) {
  diagnostics.report(kVaryingPrimvar, {.path = geometry.path().text()},
                     "The primvar " + primvar.string() +
                         " varies over the surface; its first value is drawn as " +
                         std::string(use) + ".");
}

}  // namespace

const Value* MaterialValues::find(Token primvar) const {
  const auto found = std::ranges::find(constants, primvar, &Constant::primvar);
  return found == constants.end() ? nullptr : &found->value;
}

std::size_t MaterialValues::hash() const {
  std::size_t hash = (hasColors ? 1u : 0u) + (hasOpacities ? 2u : 0u);
  for (const Constant& constant : constants) {
    hash = hashCombine(hash, constant.primvar.index());
    for (const float number : firstNumbers(constant.value)) {
      hash = hashCombine(hash, std::hash<float>()(number));
    }
  }
  return hash;
}

MaterialReaders::MaterialReaders(const Prim& material) {
  const std::optional<Prim> surface = surfaceShader(material);
  if (!surface) return;
  if (isFoldedSurface(*surface)) {
    addFolded(*surface);
    return;
  }
  if (shaderId(*surface) != shade::kUsdPreviewSurface) return;
  for (const Token input :
       {shade::kDiffuseColor, shade::kOpacity, shade::kEmissiveColor, shade::kSpecularColor,
        shade::kRoughness, shade::kMetallic, shade::kClearcoat, shade::kClearcoatRoughness,
        shade::kIor, shade::kOcclusion, shade::kDisplacement}) {
    const ShadeSource source = followInput(*surface, input);
    if (!isPrimvarReader(source)) continue;
    const Token name = tokenInput(source.shader, shade::kVarname, {});
    if (input == shade::kDiffuseColor) {
      hasColorReader_ = true;
      colors_ = name;
    } else if (input == shade::kOpacity) {
      hasOpacityReader_ = true;
      opacities_ = name;
    } else if (std::ranges::find(constants_, name, &Reader::primvar) == constants_.end()) {
      constants_.push_back({name, input.text()});
    }
  }
}

void MaterialReaders::addFolded(const Prim& surface) {
  Diagnostics known;  // Reported when the material is read.
  const FoldedSurface folded = foldSurface(surface, TimeCode::earliest(), {}, known);
  colors_ = folded.primvars.colors;
  opacities_ = folded.primvars.opacities;
  hasColorReader_ = bool(colors_);
  hasOpacityReader_ = bool(opacities_);
  for (const Token name : folded.constantPrimvars) {
    constants_.push_back({name, "one value of the material"});
  }
}

MaterialValues MaterialReaders::values(const Prim& geometry, std::span<const Prim> instancers,
                                       Diagnostics& diagnostics) const {
  MaterialValues values;
  if (hasColorReader_) values.hasColors = hasPrimvar(geometry, instancers, colors_);
  if (hasOpacityReader_) values.hasOpacities = hasPrimvar(geometry, instancers, opacities_);
  for (const Reader& reader : constants_) {
    const Primvar primvar = findPrimvarWithInheritance(geometry, reader.primvar);
    if (!primvar.attribute) continue;
    values.constants.push_back({reader.primvar, flattenedPrimvar(primvar, TimeCode::earliest())});
    if (primvar.interpolation == geom::kConstant) continue;
    reportVarying(geometry, reader.primvar, reader.use, diagnostics);
  }
  return values;
}

}  // namespace usdscope
