// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/ShadeNetwork.h"

#include <string>

#include "engine/scene/materialx/SurfaceModels.h"
#include "engine/schema/AttributeValues.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// Networks are a few nodes deep; a cycle must end.
constexpr int kMostConnections = 32;

}  // namespace

ShadeSource followInput(const Prim& prim, Token name) {
  Attribute attribute = prim.attribute(name);
  for (int depth = 0; attribute; ++depth) {
    if (depth == kMostConnections) return {.isCyclic = true};
    const std::vector<Path> connections = attribute.connections();
    if (connections.empty()) return {.attribute = attribute};
    const Prim target = attribute.prim().stage().primAt(connections[0].primPath());
    if (!target) return {.attribute = attribute};
    const Token output = connections[0].name();
    if (target.isA(types::kShader))
      return {.attribute = attribute, .shader = target, .output = output};
    // An interface input of the material, or an output of a node graph.
    attribute = target.attribute(output);
  }
  return {};
}

Token shaderId(const Prim& shader) {
  return readValue<Token>(shader, shade::kId).value_or(Token());
}

bool isPrimvarReader(const ShadeSource& source) {
  return source.shader && shaderId(source.shader).text().starts_with("UsdPrimvarReader");
}

Token tokenInput(const Prim& shader, Token name, TimeCode time) {
  const ShadeSource source = followInput(shader, name);
  if (source.shader || !source.attribute) return {};
  const Value value = source.attribute.value(time);
  if (const auto* text = value.find<std::string>()) return Token(*text);
  return value.valueOr(Token());
}

std::optional<Prim> surfaceShader(const Prim& material) {
  std::optional<Prim> other;
  for (const Token name :
       {shade::kGlslfxSurfaceOutput, shade::kMtlxSurfaceOutput, shade::kSurfaceOutput}) {
    const ShadeSource source = followInput(material, name);
    if (!source.shader) continue;
    if (shaderId(source.shader) == shade::kUsdPreviewSurface || isFoldedSurface(source.shader)) {
      return source.shader;
    }
    if (!other) other = source.shader;
  }
  // The surface of another renderer is nearer than none.
  for (const Token name : material.authoredPropertyNames()) {
    if (!name.text().starts_with("outputs:") || !name.text().ends_with(":surface")) continue;
    const ShadeSource source = followInput(material, name);
    if (source.shader && isFoldedSurface(source.shader)) return source.shader;
  }
  return other;
}

}  // namespace usdscope
