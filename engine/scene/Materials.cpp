// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Materials.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "engine/asset/AssetResolver.h"
#include "engine/scene/detail/ShadeNetwork.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// Texture coordinates pass a few nodes; a cycle must end.
constexpr int kMaxDepth = 32;

TextureWrap wrapOf(Token name) {
  if (name == "clamp") return TextureWrap::Clamp;
  if (name == "mirror") return TextureWrap::Mirror;
  if (name == "repeat") return TextureWrap::Repeat;
  return TextureWrap::Black;  // Also `useMetadata`, as images have no metadata about wrapping.
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
  use.isUsed = true;
  const ShadeSource file = followInput(shader, shade::kFile);
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
  // Some scenes author three components.
  const glm::vec3 opaque = inputValue(shader, shade::kFallback, glm::vec3(0.0f), time);
  use.fallback = inputValue(shader, shade::kFallback, glm::vec4(opaque, 1.0f), time);
  const std::string_view channel = output.text();
  use.channel = channel.ends_with(":r")   ? 0
                : channel.ends_with(":g") ? 1
                : channel.ends_with(":b") ? 2
                : channel.ends_with(":a") ? 3
                                          : -1;
  const ShadeSource st = followInput(shader, shade::kSt);
  if (st.shader && shaderId(st.shader) == shade::kUsdTransform2d) {
    use.texCoordFromSt = transform2d(st.shader, time);
  }
  return use;
}

// Returns the primvar that drives a texture's `st`, behind any 2d transforms.
Token primvarBehind(const Prim& texture) {
  ShadeSource st = followInput(texture, shade::kSt);
  for (int depth = 0; st.shader && depth < kMaxDepth; ++depth) {
    if (shaderId(st.shader).text().starts_with("UsdPrimvarReader")) {
      return tokenInput(st.shader, shade::kVarname, {});
    }
    st = followInput(st.shader, shade::kIn);
  }
  return {};
}

// The first element of a value that is a number, a colour, or an array of these.
template <typename T>
std::optional<T> firstOf(const Value& value) {
  if (const auto* one = value.find<T>()) return *one;
  const auto* many = value.find<Array<T>>();
  return many && !many->empty() ? std::optional<T>((*many)[0]) : std::nullopt;
}

/// Reads the inputs of a UsdPreviewSurface. An input has a value, a texture or a primvar reader.
class InputReader {
 public:
  InputReader(const Prim& surface, TimeCode time, const MaterialValues& values,
              Diagnostics& diagnostics)
      : surface_(surface), time_(time), values_(values), diagnostics_(diagnostics) {}

  void read(Material& m) {
    m.usesDisplayColor = isFromGeometry(shade::kDiffuseColor, values_.hasColors);
    m.usesDisplayOpacity = isFromGeometry(shade::kOpacity, values_.hasOpacities);
    color(shade::kDiffuseColor, m.diffuseColor, m.diffuseTexture);
    color(shade::kEmissiveColor, m.emissiveColor, m.emissiveTexture);
    color(shade::kSpecularColor, m.specularColor, m.specularTexture);
    number(shade::kOpacity, m.opacity, m.opacityTexture);
    number(shade::kRoughness, m.roughness, m.roughnessTexture);
    number(shade::kMetallic, m.metallic, m.metallicTexture);
    number(shade::kClearcoat, m.clearcoat, m.clearcoatTexture);
    number(shade::kClearcoatRoughness, m.clearcoatRoughness, m.clearcoatRoughnessTexture);
    number(shade::kOcclusion, m.occlusion, m.occlusionTexture);
    TextureUse unused;
    number(shade::kIor, m.ior, unused);
    m.opacityThreshold = inputValue(surface_, shade::kOpacityThreshold, 0.0f, time_);
    m.usesSpecularWorkflow = inputValue(surface_, shade::kUseSpecularWorkflow, 0, time_) == 1;
    const ShadeSource normal = followInput(surface_, shade::kNormal);
    if (!isTexture(normal)) return;
    m.normalTexture = texture(normal);
    // Normals are not colours, even in an image that looks like sRGB.
    if (m.normalTexture.colorSpace == TextureColorSpace::Auto) {
      m.normalTexture.colorSpace = TextureColorSpace::Raw;
    }
  }

 private:
  static bool isTexture(const ShadeSource& source) {
    return source.shader && shaderId(source.shader) == shade::kUsdUvTexture;
  }
  bool isFromGeometry(Token name, bool isThere) const {
    return isThere && isPrimvarReader(followInput(surface_, name));
  }

  TextureUse texture(const ShadeSource& source) {
    TextureUse use = readTexture(source.shader, source.output, time_);
    if (use.file.empty()) {
      diagnostics_.report(kTextureWithoutFile, {.path = source.shader.path().text()},
                          "The texture has no file; its fallback is drawn.");
    }
    return use;
  }

  // The value of the prim's primvar, else the reader's fallback.
  template <typename T>
  T primvar(const ShadeSource& source, const T& fallback) {
    const Value* found = values_.find(tokenInput(source.shader, shade::kVarname, {}));
    const std::optional<T> value = found ? firstOf<T>(*found) : std::nullopt;
    return value ? *value : inputValue(source.shader, shade::kFallback, fallback, time_);
  }

  void color(Token name, glm::vec3& value, TextureUse& use) {
    const ShadeSource source = followInput(surface_, name);
    if (isTexture(source)) {
      use = texture(source);
    } else if (isPrimvarReader(source)) {
      value = primvar(source, glm::vec3(0.0f));
    } else if (!source.shader && source.attribute) {
      value = source.attribute.value(time_).valueOr(value);
    }
  }
  void number(Token name, float& value, TextureUse& use) {
    const ShadeSource source = followInput(surface_, name);
    if (isTexture(source)) {
      use = texture(source);
      use.channel = std::max(use.channel, 0);
    } else if (isPrimvarReader(source)) {
      value = primvar(source, 0.0f);
    } else if (!source.shader && source.attribute) {
      value = source.attribute.value(time_).valueOr(value);
    }
  }

  const Prim& surface_;
  TimeCode time_;
  const MaterialValues& values_;
  Diagnostics& diagnostics_;
};

}  // namespace

Material readMaterial(const Prim& prim, TimeCode time, Diagnostics& diagnostics,
                      const MaterialValues& values) {
  Material material;
  material.path = prim.path();
  const std::optional<Prim> surface = surfaceShader(prim);
  if (!surface) return material;
  if (const Token id = shaderId(*surface); id != shade::kUsdPreviewSurface) {
    diagnostics.report(kUnknownShader, {.path = surface->path().text()},
                       "Surfaces of " + (id.isEmpty() ? "an unknown kind" : id.string()) +
                           " are drawn in the display colour.");
    material.isUnknown = material.usesDisplayColor = material.usesDisplayOpacity = true;
    return material;
  }
  InputReader(*surface, time, values, diagnostics).read(material);
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
  for (const Token name :
       {shade::kDiffuseColor, shade::kOpacity, shade::kEmissiveColor, shade::kRoughness,
        shade::kMetallic, shade::kNormal, shade::kSpecularColor, shade::kClearcoat,
        shade::kClearcoatRoughness, shade::kOcclusion}) {
    const ShadeSource source = followInput(*surface, name);
    if (!source.shader) continue;
    if (shaderId(source.shader) == shade::kUsdUvTexture) {
      if (primvars.texCoords.isEmpty()) primvars.texCoords = primvarBehind(source.shader);
    } else if (isPrimvarReader(source) && name == shade::kDiffuseColor) {
      primvars.colors = tokenInput(source.shader, shade::kVarname, {});
    } else if (isPrimvarReader(source) && name == shade::kOpacity) {
      primvars.opacities = tokenInput(source.shader, shade::kVarname, {});
    }
  }
  return primvars;
}

}  // namespace usdscope
