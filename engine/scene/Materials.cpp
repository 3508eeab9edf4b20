// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Materials.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "engine/asset/AssetResolver.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

// Networks are a few nodes deep; a cycle must end.
constexpr int kMaxDepth = 32;

/// The source of an input: an attribute with a value, or an output of a shader.
struct Source {
  Attribute attribute;
  Prim shader;   ///< False if the input has a value.
  Token output;  ///< `outputs:rgb`
};

Source followInput(const Prim& prim, Token name) {
  Attribute attribute = prim.attribute(name);
  for (int depth = 0; attribute && depth < kMaxDepth; ++depth) {
    const std::vector<Path> connections = attribute.connections();
    if (connections.empty()) return {attribute, {}, {}};
    const Prim target = attribute.prim().stage().primAt(connections[0].primPath());
    if (!target) return {attribute, {}, {}};
    const Token output = connections[0].name();
    if (target.isA(types::kShader)) return {attribute, target, output};
    // An interface input of the material, or an output of a node graph.
    attribute = target.attribute(output);
  }
  return {};
}

Token shaderId(const Prim& shader) {
  return readValue<Token>(shader, shade::kId).value_or(Token());
}

template <typename T>
T inputValue(const Prim& shader, Token name, const T& fallback, TimeCode time) {
  const Source source = followInput(shader, name);
  if (source.shader || !source.attribute) return fallback;
  return source.attribute.value(time).valueOr(fallback);
}

Token tokenInput(const Prim& shader, Token name, TimeCode time) {
  const Source source = followInput(shader, name);
  if (source.shader || !source.attribute) return {};
  const Value value = source.attribute.value(time);
  if (const auto* text = value.find<std::string>()) return Token(*text);
  return value.valueOr(Token());
}

TextureWrap wrapOf(Token name) {
  if (name == "clamp") return TextureWrap::Clamp;
  if (name == "mirror") return TextureWrap::Mirror;
  if (name == "black") return TextureWrap::Black;
  return TextureWrap::Repeat;
}

// Scale, then rotation in degrees, then translation.
glm::mat3 transform2d(const Prim& shader, TimeCode time) {
  const glm::vec2 scale = inputValue(shader, shade::kScale, glm::vec2(1.0f), time);
  const glm::vec2 translation = inputValue(shader, shade::kTranslation, glm::vec2(0.0f), time);
  const float angle =
      inputValue(shader, shade::kRotation, 0.0f, time) * std::numbers::pi_v<float> / 180.0f;
  const float c = std::cos(angle);
  const float s = std::sin(angle);
  return {glm::vec3(c * scale.x, s * scale.x, 0.0f), glm::vec3(-s * scale.y, c * scale.y, 0.0f),
          glm::vec3(translation, 1.0f)};
}

// Resolves a name with `<UDIM>`, which the stage cannot find because it names no file. Returns
// empty when no tile exists.
std::string findTiles(const Attribute& attribute, const AssetPath& path, TimeCode time) {
  constexpr std::string_view kMark = "<UDIM>";
  const std::size_t mark = path.path().find(kMark);
  const std::shared_ptr<const Layer> layer = attribute.resolveInfo(time).layer;
  if (mark == std::string::npos || !layer) return {};
  const AssetResolver& resolver = attribute.prim().stage().resolver();
  for (const std::string& candidate : resolver.candidates(path.path(), layer->identifier())) {
    const std::size_t at = candidate.find(kMark);
    for (int tile = 1001; at != std::string::npos && tile <= 1100; ++tile) {
      std::string name = candidate;
      name.replace(at, kMark.size(), std::to_string(tile));
      if (resolver.exists(name)) return candidate;
    }
  }
  return {};
}

TextureUse readTexture(const Prim& shader, Token output, TimeCode time) {
  TextureUse use;
  const Source file = followInput(shader, shade::kFile);
  if (file.attribute && !file.shader) {
    const AssetPath path = file.attribute.value(time).valueOr(AssetPath());
    use.file = path.resolved.empty() ? findTiles(file.attribute, path, time) : path.resolved;
    if (use.file.empty()) use.file = path.path();
  }
  const Token space = tokenInput(shader, shade::kSourceColorSpace, time);
  if (space == shade::kSrgb) use.colorSpace = TextureColorSpace::Srgb;
  if (space == shade::kRaw) use.colorSpace = TextureColorSpace::Raw;
  use.wrapS = wrapOf(tokenInput(shader, shade::kWrapS, time));
  use.wrapT = wrapOf(tokenInput(shader, shade::kWrapT, time));
  use.scale = inputValue(shader, shade::kScale, glm::vec4(1.0f), time);
  use.bias = inputValue(shader, shade::kBias, glm::vec4(0.0f), time);
  use.fallback = inputValue(shader, shade::kFallback, glm::vec4(0.0f, 0.0f, 0.0f, 1.0f), time);
  const std::string_view channel = output.text();
  use.channel = channel.ends_with(":r")   ? 0
                : channel.ends_with(":g") ? 1
                : channel.ends_with(":b") ? 2
                : channel.ends_with(":a") ? 3
                                          : -1;
  const Source st = followInput(shader, shade::kSt);
  if (st.shader && shaderId(st.shader) == shade::kUsdTransform2d) {
    use.texCoordFromSt = transform2d(st.shader, time);
  }
  return use;
}

std::optional<Prim> surfaceShader(const Prim& material) {
  for (const Token name :
       {shade::kSurfaceOutput, shade::kGlslfxSurfaceOutput, shade::kMtlxSurfaceOutput}) {
    const Source source = followInput(material, name);
    if (source.shader) return source.shader;
  }
  return std::nullopt;
}

// Returns the primvar that drives a texture's `st`, behind any 2d transforms.
Token primvarBehind(const Prim& texture) {
  Source st = followInput(texture, shade::kSt);
  for (int depth = 0; st.shader && depth < kMaxDepth; ++depth) {
    if (shaderId(st.shader).text().starts_with("UsdPrimvarReader")) {
      return tokenInput(st.shader, shade::kVarname, {});
    }
    st = followInput(st.shader, shade::kIn);
  }
  return {};
}

}  // namespace

Material readMaterial(const Prim& prim, TimeCode time, Diagnostics& diagnostics) {
  Material material;
  material.path = prim.path();
  const std::optional<Prim> surface = surfaceShader(prim);
  if (!surface) return material;
  if (const Token id = shaderId(*surface); id != shade::kUsdPreviewSurface) {
    diagnostics.report(kUnknownShader, {.path = surface->path().text()},
                       "Surfaces of " + (id.isEmpty() ? "an unknown kind" : id.string()) +
                           " are drawn in the display colour.");
    material.usesDisplayColor = true;
    return material;
  }

  const auto readColor = [&](Token name, const glm::vec3& fallback, TextureUse& texture) {
    const Source source = followInput(*surface, name);
    if (!source.shader) {
      return source.attribute ? source.attribute.value(time).valueOr(fallback) : fallback;
    }
    const Token id = shaderId(source.shader);
    if (id == shade::kUsdUvTexture) {
      texture = readTexture(source.shader, source.output, time);
    } else if (id.text().starts_with("UsdPrimvarReader") && &texture == &material.diffuseTexture) {
      material.usesDisplayColor = true;  // See materialPrimvars().
    }
    return fallback;
  };
  material.diffuseColor =
      readColor(shade::kDiffuseColor, glm::vec3(0.18f), material.diffuseTexture);
  material.emissiveColor =
      readColor(shade::kEmissiveColor, glm::vec3(0.0f), material.emissiveTexture);
  const auto readNumber = [&](Token name, float fallback, TextureUse& texture) {
    const Source source = followInput(*surface, name);
    if (source.shader && shaderId(source.shader) == shade::kUsdUvTexture) {
      texture = readTexture(source.shader, source.output, time);
      if (texture.channel < 0) texture.channel = 0;
    }
    return inputValue(*surface, name, fallback, time);
  };
  material.opacity = readNumber(shade::kOpacity, 1.0f, material.opacityTexture);
  material.opacityThreshold = inputValue(*surface, shade::kOpacityThreshold, 0.0f, time);
  material.roughness = readNumber(shade::kRoughness, 0.5f, material.roughnessTexture);
  const Source normal = followInput(*surface, shade::kNormal);
  if (normal.shader && shaderId(normal.shader) == shade::kUsdUvTexture) {
    material.normalTexture = readTexture(normal.shader, normal.output, time);
    // Normals are not colours, even in an image that looks like sRGB.
    if (material.normalTexture.colorSpace == TextureColorSpace::Auto) {
      material.normalTexture.colorSpace = TextureColorSpace::Raw;
    }
  }
  material.metallic = readNumber(shade::kMetallic, 0.0f, material.metallicTexture);
  return material;
}

bool mightBeTimeVarying(const Prim& material) {
  for (const Token name : material.authoredPropertyNames()) {
    const Attribute attribute = material.attribute(name);
    if (attribute && attribute.mightBeTimeVarying()) return true;
  }
  return std::ranges::any_of(material.children(),
                             [](const Prim& child) { return mightBeTimeVarying(child); });
}

MaterialPrimvars materialPrimvars(const Prim& material) {
  MaterialPrimvars primvars;
  const std::optional<Prim> surface = surfaceShader(material);
  if (!surface) return primvars;
  for (const Token name : {shade::kDiffuseColor, shade::kOpacity, shade::kEmissiveColor,
                           shade::kRoughness, shade::kMetallic, shade::kNormal}) {
    const Source source = followInput(*surface, name);
    if (!source.shader) continue;
    const Token id = shaderId(source.shader);
    if (id == shade::kUsdUvTexture && primvars.texCoords.isEmpty()) {
      primvars.texCoords = primvarBehind(source.shader);
    } else if (id.text().starts_with("UsdPrimvarReader") && primvars.colors.isEmpty() &&
               name == shade::kDiffuseColor) {
      primvars.colors = tokenInput(source.shader, shade::kVarname, {});
    }
  }
  return primvars;
}

}  // namespace usdscope
