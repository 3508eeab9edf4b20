// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/check/detail/Connectable.h"
#include "engine/check/detail/Names.h"
#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/ShaderNodes.h"
#include "engine/format/LayerSave.h"
#include "engine/math/Types.h"
#include "engine/schema/SchemaNames.h"
#include "engine/value/TypeName.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kInfo = "info:";
constexpr std::string_view kInputs = "inputs:";

// Returns the languages of a shader with code of its own: `glslfx` for `info:glslfx:sourceAsset`.
std::vector<std::string_view> sourceTypesOf(const Prim& shader, Token source) {
  std::vector<std::string_view> types;
  for (const Token name : shader.propertyNames()) {
    std::string_view text = name.text();
    if (!text.starts_with(kInfo) || !text.ends_with(source.text())) continue;
    text.remove_prefix(kInfo.size());
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {
      continue;
    }
    types.push_back(text.substr(0, colon));
  }
  return types;
}

// Returns the properties in `info:TYPE:`.
std::vector<Path> sourceSites(const Prim& shader, std::string_view type) {
  const std::string prefix = fmt::format("info:{}:", type);
  std::vector<Path> sites;
  for (const Token name : shader.propertyNames()) {
    if (name.text().starts_with(prefix)) sites.push_back(shader.path().property(name));
  }
  return sites;
}

void checkInputTypes(const Prim& shader, const ShaderInputs& inputs, Reporter& report) {
  for (const Token name : shader.propertyNames()) {
    if (!name.text().starts_with(kInputs)) continue;
    const Attribute input = shader.attribute(name);
    const auto expected = inputs.find(Token(name.text().substr(kInputs.size())));
    if (!input || expected == inputs.end()) continue;
    const TypeName* type = findTypeName(input.typeName());
    if (type && type->name == expected->second) continue;
    report.error("MismatchedPropertyType", input.path(),
                 fmt::format("The input has type {}, but the shader expects {}.",
                             input.typeName().text(), expected->second.text()));
  }
}

// The value of an input at its first sample, taken through containers. Empty unless exactly one
// input gives the value, and it has this type.
template <typename T>
std::optional<T> inputValue(const Prim& shader, Token name) {
  const Attribute input = shader.attribute(name);
  if (!input) return std::nullopt;
  const std::vector<Attribute> sources = findValueSources(input);
  if (sources.size() != 1 || !sources[0].name().text().starts_with(kInputs)) return std::nullopt;
  const Value value = sources[0].value(TimeCode::earliest());
  const T* found = value.find<T>();
  return found ? std::optional<T>(*found) : std::nullopt;
}

bool isEightBit(std::string_view file) {
  constexpr std::array<std::string_view, 6> kExtensions = {".bmp", ".tga",  ".png",
                                                           ".jpg", ".jpeg", ".tif"};
  while (file.ends_with(']')) file.remove_suffix(1);  // The path of an entry in a package.
  return std::ranges::find(kExtensions, lowerExtension(file)) != kExtensions.end();
}

bool isColor(const glm::vec4& value, float expected) {
  return value.x == expected && value.y == expected && value.z == expected;
}

}  // namespace

void checkShaderNodes(const CheckedStage&, const Prim& shader, Reporter& report) {
  const Token source = implementationSource(shader);
  if (source != names::kIdSource) {
    const std::vector<std::string_view> types = sourceTypesOf(shader, source);
    if (types.empty()) {
      report.error(
          "MissingSourceType", shader.path(),
          fmt::format("The shader has no `info:TYPE:{}`, so it has no code.", source.text()));
    }
    // No language can be read without plug-ins.
    for (const std::string_view type : types) {
      report.add("MissingSourceTypeInRegistry", Severity::Error, sourceSites(shader, type),
                 fmt::format("Shaders in the language `{}` are not known.", type));
    }
    return;
  }
  const Value id = shader.attribute(shade::kId) ? shader.attribute(shade::kId).value() : Value();
  const Token* name = id.find<Token>();
  if (!name) return;
  if (const ShaderInputs* inputs = findShaderNode(*name)) {
    checkInputTypes(shader, *inputs, report);
    return;
  }
  report.error("MissingShaderIdInRegistry", shader.path().property(shade::kId),
               fmt::format("There is no shader `{}` without plug-ins.", name->text()));
}

void checkNormalMaps(const CheckedStage&, const Prim& surface, Reporter& report) {
  if (shaderId(surface) != shade::kUsdPreviewSurface) return;
  const Attribute normal = surface.attribute(shade::kNormal);
  const std::vector<Attribute> sources =
      normal ? findValueSources(normal) : std::vector<Attribute>();
  if (sources.empty() || sources[0].prim() == surface) return;
  const Prim texture = sources[0].prim();
  if (!texture.isA(types::kShader)) {
    if (isConnectable(texture)) return;
    report.error(
        "NonShaderConnection", surface.path(),
        fmt::format("The normal of the surface is connected to <{}>, which is not a shader.",
                    texture.path().text()));
    return;
  }
  if (shaderId(texture) != shade::kUsdUvTexture) return;
  const auto add = [&](std::string_view error, Severity severity, std::string message) {
    report.add(error, severity, {surface.path(), texture.path()}, std::move(message));
  };
  const AssetPath file = inputValue<AssetPath>(texture, shade::kFile).value_or(AssetPath());
  if (file.resolved.empty()) {
    add("InvalidFile", Severity::Error,
        fmt::format("The file of the normal map <{}> is not found: @{}@.", texture.path().text(),
                    file.authored));
  }
  // Files with more than eight bits are taken to have signed numbers.
  if (!isEightBit(file.resolved)) return;
  if (inputValue<Token>(texture, shade::kSourceColorSpace) != shade::kRaw) {
    add("InvalidSourceColorSpace", Severity::Error,
        fmt::format("The normal map <{}> has no colours; its sourceColorSpace must be `raw`.",
                    texture.path().text()));
  }
  const auto scale = inputValue<glm::vec4>(texture, shade::kScale);
  const auto bias = inputValue<glm::vec4>(texture, shade::kBias);
  if (!scale || !bias) {
    add("NonCompliantBiasAndScale", Severity::Error,
        fmt::format("The normal map <{}> has eight bits; it needs a scale of (2, 2, 2, 1) and a "
                    "bias of (-1, -1, -1, 0).",
                    texture.path().text()));
  } else if (!isColor(*scale, 2.0f)) {
    add("NonCompliantScaleValues", Severity::Warning,
        fmt::format("The normal map <{}> has a scale of ({}, {}, {}, {}); (2, 2, 2, 1) is usual.",
                    texture.path().text(), scale->x, scale->y, scale->z, scale->w));
  } else if (!isColor(*bias, -1.0f)) {
    add("NonCompliantBiasValues", Severity::Warning,
        fmt::format("The normal map <{}> has a bias of ({}, {}, {}, {}); (-1, -1, -1, 0) is usual.",
                    texture.path().text(), bias->x, bias->y, bias->z, bias->w));
  }
}

}  // namespace usdscope::detail
