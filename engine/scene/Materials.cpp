// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Materials.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "engine/math/Finite.h"
#include "engine/scene/detail/ShadeNetwork.h"
#include "engine/scene/detail/UvTexture.h"
#include "engine/scene/materialx/SurfaceModels.h"
#include "engine/schema/AttributeValues.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// Texture coordinates pass a few nodes; a cycle must end.
constexpr int kMaxDepth = 32;

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
    number(shade::kDisplacement, m.displacement, m.displacementTexture);
    m.isPresence = tokenInput(surface_, shade::kOpacityMode, time_) == shade::kPresence;
    TextureUse unused;
    number(shade::kIor, m.ior, unused);
    number(shade::kOpacityThreshold, m.opacityThreshold, unused);
    m.usesSpecularWorkflow = inputValue(surface_, shade::kUseSpecularWorkflow, 0, time_) == 1;
    const ShadeSource normal = sourceOf(shade::kNormal);
    if (!isTexture(normal)) return noteUndrawn(shade::kNormal, normal);
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
  // The source of an input. A cycle is reported, and the input keeps its fallback.
  ShadeSource sourceOf(Token name) {
    ShadeSource source = followInput(surface_, name);
    if (source.isCyclic) {
      diagnostics_.report(
          kCyclicNetwork, {.path = surface_.path().property(name).text()},
          "The connections of the input form a cycle or are too long; its fallback is drawn.");
    }
    return source;
  }
  void note(Token name, std::string_view why) {
    diagnostics_.report(kUnusableInput, {.path = surface_.path().property(name).text()},
                        std::string(why) + "; its fallback is drawn.");
  }
  // Reports an input that a shader drives which is neither a texture nor a reader of primvars.
  void noteUndrawn(Token name, const ShadeSource& source) {
    if (!source.shader || isPrimvarReader(source)) return;
    const Token id = shaderId(source.shader);
    note(name, "The input is driven by " + source.shader.path().text() + ", a node of " +
                   (id.isEmpty() ? "an unknown kind" : id.string()) + ", which cannot be drawn");
  }
  // Keeps the fallback of an input that is not finite.
  void set(Token name, const glm::vec3& read, glm::vec3& value) {
    if (!isFinite(read)) return note(name, "The colour is not finite");
    value = read;
  }
  void set(Token name, float read, float& value) {
    if (!std::isfinite(read)) return note(name, "The number is not finite");
    value = read;
  }
  bool isFromGeometry(Token name, bool isThere) const {
    return isThere && isPrimvarReader(followInput(surface_, name));
  }

  TextureUse texture(const ShadeSource& source) {
    TextureUse use = readUvTexture(source.shader, source.output, time_);
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
    const ShadeSource source = sourceOf(name);
    if (isTexture(source)) {
      use = texture(source);
    } else if (isPrimvarReader(source)) {
      set(name, primvar(source, glm::vec3(0.0f)), value);
    } else if (!source.shader && source.attribute) {
      set(name, source.attribute.value(time_).valueOr(value), value);
    } else {
      noteUndrawn(name, source);
    }
  }
  void number(Token name, float& value, TextureUse& use) {
    const ShadeSource source = sourceOf(name);
    if (isTexture(source)) {
      use = texture(source);
      use.channel = std::max(use.channel, 0);
    } else if (isPrimvarReader(source)) {
      set(name, primvar(source, 0.0f), value);
    } else if (!source.shader && source.attribute) {
      set(name, source.attribute.value(time_).valueOr(value), value);
    } else {
      noteUndrawn(name, source);
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
  if (!surface) {
    if (followInput(prim, shade::kSurfaceOutput).isCyclic) {
      diagnostics.report(kCyclicNetwork,
                         {.path = prim.path().property(shade::kSurfaceOutput).text()},
                         "The connections of the surface form a cycle; it is drawn in grey.");
    }
    return material;
  }
  if (isFoldedSurface(*surface)) {
    material = foldSurface(*surface, time, values, diagnostics).material;
    material.path = prim.path();
    return material;
  }
  if (const Token id = shaderId(*surface); id != shade::kUsdPreviewSurface) {
    diagnostics.report(kUnknownShader, {.path = surface->path().text()},
                       "Surfaces of " + (id.isEmpty() ? "an unknown kind" : id.string()) +
                           " are drawn in the display colour.");
    material.isUnknown = material.usesDisplayColor = material.usesDisplayOpacity = true;
    // The reference prefers the display colour of the material itself.
    if (const auto color = readValue<glm::vec3>(prim, geom::kDisplayColor, time)) {
      material.usesDisplayColor = false;
      material.diffuseColor = *color;
    }
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
  if (isFoldedSurface(*surface)) {
    Diagnostics known;  // Reported when the material is read.
    return foldSurface(*surface, TimeCode::earliest(), {}, known).primvars;
  }
  for (const Token name :
       {shade::kDiffuseColor, shade::kOpacity, shade::kEmissiveColor, shade::kRoughness,
        shade::kMetallic, shade::kNormal, shade::kSpecularColor, shade::kClearcoat,
        shade::kClearcoatRoughness, shade::kOcclusion, shade::kDisplacement}) {
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
