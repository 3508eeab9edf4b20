// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/SurfaceModels.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/scene/TextureChannel.h"
#include "engine/scene/materialx/BsdfFolding.h"
#include "engine/scene/materialx/NodeFolding.h"

namespace usdscope {
namespace {

// Inputs of the surfaces of other renderers: RenderMan, MDL, Arnold and others.
constexpr std::string_view kVendorColors[] = {
    "diffuseColor", "base_color", "baseColor", "diffuse_color", "diffuse_color_constant", "diffuse",
    "albedo",       "basecolor",  "Kd",        "color"};

// The inputs of one surface shader, and the material that they make.
class SurfaceFolding {
 public:
  SurfaceFolding(const Prim& surface, NodeFolding& nodes, const MaterialValues& values,
                 FoldedSurface& result)
      : surface_(surface), nodes_(nodes), values_(values), result_(result), m_(result.material) {}

  void standardSurface() {
    const ShadeValue base = product(color("base_color", 0.8f), number("base", 1.0f));
    m_.ior = 1.5f;
    diffuse(base, "subsurface", "subsurface_color", 1.0f);
    const ShadeValue metalness = number("metalness", 0.0f);
    set(metalness, m_.metallic, m_.metallicTexture);
    set(number("specular_roughness", 0.2f), m_.roughness, m_.roughnessTexture);
    reflection(metalness, "specular", "specular_color", "specular_IOR");
    coat("coat", "coat_roughness", 0.1f);
    emission("emission", 0.0f, "emission_color", glm::vec3(1.0f));
    opacity(color("opacity", 1.0f), "transmission", metalness);
    normal("normal");
    unlessZero({"sheen", "coat_affect_color", "thin_film_thickness"});
  }

  void openPbr() {
    const ShadeValue base = product(color("base_color", 0.8f), number("base_weight", 1.0f));
    diffuse(base, "subsurface_weight", "subsurface_color", 0.8f);
    const ShadeValue metalness = number("base_metalness", 0.0f);
    set(metalness, m_.metallic, m_.metallicTexture);
    set(number("specular_roughness", 0.3f), m_.roughness, m_.roughnessTexture);
    reflection(metalness, "specular_weight", "specular_color", "specular_ior");
    coat("coat_weight", "coat_roughness", 0.0f);
    emission("emission_luminance", 0.0f, "emission_color", glm::vec3(1.0f));
    opacity(number("geometry_opacity", 1.0f), "transmission_weight", metalness);
    normal("geometry_normal");
    unlessZero({"fuzz_weight", "thin_film_weight"});
  }

  void gltfPbr() {
    setDiffuse(color("base_color", 1.0f));
    const ShadeValue metallic = number("metallic", 1.0f);
    set(metallic, m_.metallic, m_.metallicTexture);
    set(number("roughness", 1.0f), m_.roughness, m_.roughnessTexture);
    set(number("occlusion", 1.0f), m_.occlusion, m_.occlusionTexture);
    reflection(metallic, "specular", "specular_color", "ior");
    coat("clearcoat", "clearcoat_roughness", 0.0f);
    emission("emissive_strength", 1.0f, "emissive", glm::vec3(0.0f));
    const float given = number("alpha_mode", 0.0f).number();
    const int mode = given >= 0.0f && given < 3.0f ? static_cast<int>(given) : 0;  // NaN: 0.
    opacity(mode == 0 ? ShadeValue::constant(1.0f) : number("alpha", 1.0f), "transmission",
            metallic);
    if (mode == 1) m_.opacityThreshold = number("alpha_cutoff", 0.5f).number();
    normal("normal");
    unlessZero({"iridescence"});
  }

  void previewSurface() {
    setDiffuse(color("diffuseColor", 0.18f));
    set(color("emissiveColor", 0.0f), m_.emissiveColor, m_.emissiveTexture);
    set(color("specularColor", 0.0f), m_.specularColor, m_.specularTexture);
    setOpacity(number("opacity", 1.0f));
    set(number("roughness", 0.5f), m_.roughness, m_.roughnessTexture);
    set(number("metallic", 0.0f), m_.metallic, m_.metallicTexture);
    set(number("clearcoat", 0.0f), m_.clearcoat, m_.clearcoatTexture);
    set(number("clearcoatRoughness", 0.01f), m_.clearcoatRoughness, m_.clearcoatRoughnessTexture);
    set(number("occlusion", 1.0f), m_.occlusion, m_.occlusionTexture);
    m_.ior = number("ior", 1.5f).number();
    m_.opacityThreshold = number("opacityThreshold", 0.0f).number();
    m_.usesSpecularWorkflow = number("useSpecularWorkflow", 0.0f).number() == 1.0f;
    normal("normal");
  }

  void disney() {
    setDiffuse(color("baseColor", 0.16f));
    const ShadeValue metallic = number("metallic", 0.0f);
    set(metallic, m_.metallic, m_.metallicTexture);
    set(number("roughness", 0.5f), m_.roughness, m_.roughnessTexture);
    coat("clearcoat", "", 0.0f);
    opacity(ShadeValue::constant(1.0f), "specTrans", metallic);
    unlessZero({"sheen"});
  }

  void unlit() {
    m_.diffuseColor = glm::vec3(0.0f);
    m_.ior = 1.0f;  // Reflects nothing.
    m_.roughness = 1.0f;
    emission("emission", 1.0f, "emission_color", glm::vec3(1.0f));
    opacity(number("opacity", 1.0f), "transmission", ShadeValue::constant(0.0f));
  }

  // A surface of another renderer: inputs with usual names.
  void vendor() {
    if (const auto file = nodes_.file(surface_, "diffuse_texture")) {
      setDiffuse(*file);
    } else {
      setDiffuse(colorOf(kVendorColors, 0.18f));
    }
    set(numberOf({"roughness", "specular_roughness", "specularRoughness",
                  "reflection_roughness_constant"},
                 0.5f),
        m_.roughness, m_.roughnessTexture);
    set(numberOf({"metallic", "metalness", "metallic_constant"}, 0.0f), m_.metallic,
        m_.metallicTexture);
    set(colorOf({"emissiveColor", "emissive_color", "glowColor"}, 0.0f), m_.emissiveColor,
        m_.emissiveTexture);
    setOpacity(numberOf({"opacity", "presence", "opacity_constant"}, 1.0f));
    m_.ior = std::max(numberOf({"ior", "specular_IOR"}, 1.5f).number(), 1.0f);
  }

  void layers() {
    const FoldedBsdf folded = foldBsdf(surface_, nodes_);
    setDiffuse(folded.color);
    set(folded.metallic, m_.metallic, m_.metallicTexture);
    set(folded.roughness, m_.roughness, m_.roughnessTexture);
    m_.ior = folded.ior;
    set(folded.emission, m_.emissiveColor, m_.emissiveTexture);
    setOpacity(number("opacity", 1.0f));
  }

 private:
  ShadeValue number(std::string_view name, float fallback) {
    return nodes_.input(surface_, name, ShadeValue::constant(fallback));
  }
  ShadeValue color(std::string_view name, float fallback) {
    return nodes_.input(surface_, name, ShadeValue::constant(glm::vec3(fallback)));
  }
  // The first of these inputs that the surface has.
  ShadeValue colorOf(std::span<const std::string_view> names, float fallback) {
    const auto found = std::ranges::find_if(
        names, [&](std::string_view name) { return nodes_.has(surface_, name); });
    return found == names.end() ? ShadeValue::constant(glm::vec3(fallback))
                                : color(*found, fallback);
  }
  ShadeValue colorOf(std::initializer_list<std::string_view> names, float fallback) {
    return colorOf(std::span(names.begin(), names.size()), fallback);
  }
  ShadeValue numberOf(std::initializer_list<std::string_view> names, float fallback) {
    return colorOf(names, fallback).resized(1);
  }
  void report(std::string message) { nodes_.report(surface_, std::move(message)); }

  ShadeValue product(const ShadeValue& a, const ShadeValue& b) {
    if (const auto result = multiplied(a, b)) return *result;
    report("Only one of two images that are multiplied is drawn.");
    return a.isTexture() ? a : b;
  }

  // The texture of a value, as a material has it.
  TextureUse textureOf(const ShadeValue& value) {
    if (result_.primvars.texCoords.isEmpty()) result_.primvars.texCoords = value.texCoords;
    TextureUse use = *value.texture;
    use.scale = value.scale;
    use.bias = value.bias;
    for (int i = 0; i < 4; ++i) {
      use.fallback[i] = value.scale[i] * value.texture->fallback[value.channel[i]] + value.bias[i];
    }
    return use;
  }

  void set(const ShadeValue& value, glm::vec3& constant, TextureUse& use) {
    if (!value.isTexture()) {
      constant = value.color();
      return;
    }
    use = textureOf(value);
    const glm::ivec4 channel = value.channel;
    if (channel.x == channel.y && channel.y == channel.z) {
      use.channel = kBroadcastChannel + channel.x;
    } else if (channel.x != 0 || channel.y != 1 || channel.z != 2) {
      report("The channels of an image are drawn in their own order.");
    }
  }
  void set(const ShadeValue& value, float& constant, TextureUse& use) {
    if (!value.isTexture()) {
      constant = value.number();
      return;
    }
    use = textureOf(value);
    use.channel = value.channel.x;
    use.scale = glm::vec4(value.scale.x);
    use.bias = glm::vec4(value.bias.x);
    use.fallback = glm::vec4(use.fallback.x);
  }

  void setDiffuse(const ShadeValue& value) {
    if (value.primvar) {
      result_.primvars.colors = value.primvar;
      m_.usesDisplayColor = values_.hasColors;
    }
    set(value.resized(3), m_.diffuseColor, m_.diffuseTexture);
  }
  void setOpacity(const ShadeValue& value) {
    if (value.primvar) {
      result_.primvars.opacities = value.primvar;
      m_.usesDisplayOpacity = values_.hasOpacities;
    }
    set(value, m_.opacity, m_.opacityTexture);
  }

  void diffuse(const ShadeValue& base, std::string_view weight, std::string_view scatter,
               float scatterColor) {
    const ShadeValue under = color(scatter, scatterColor);
    const auto result = mixed(base, under, number(weight, 0.0f));
    if (!result) report("The colour of subsurface scattering is drawn as the base colour.");
    setDiffuse(result ? *result : base);
  }

  // A reflection with a weight and a tint: by another index of refraction, or by the specular
  // workflow, which can tint what metals leave.
  void reflection(const ShadeValue& metalness, std::string_view weight, std::string_view tint,
                  std::string_view ior) {
    const float index = std::max(number(ior, 1.5f).number(), 1.0f);
    const float ratio = (index - 1.0f) / (index + 1.0f);
    const ShadeValue amount = number(weight, 1.0f);
    const ShadeValue tinted = color(tint, 1.0f);
    if (!amount.isConstant() || !tinted.isConstant()) {
      report("The image of the specular weight or colour is not drawn.");
    }
    const float reflected =
        ratio * ratio * (amount.isConstant() ? std::clamp(amount.number(), 0.0f, 1.0f) : 1.0f);
    const float root = std::sqrt(std::min(reflected, 0.999f));
    m_.ior = (1.0f + root) / (1.0f - root);
    if (!tinted.isConstant() || tinted.is(1.0f)) return;
    if (metalness.is(0.0f)) {
      m_.usesSpecularWorkflow = true;
      m_.specularColor = reflected * tinted.color();
    } else if (!metalness.is(1.0f)) {
      report("The specular colour is not drawn.");
    }
  }

  void coat(std::string_view weight, std::string_view roughness, float fallback) {
    set(number(weight, 0.0f), m_.clearcoat, m_.clearcoatTexture);
    if (roughness.empty()) return;
    set(number(roughness, fallback), m_.clearcoatRoughness, m_.clearcoatRoughnessTexture);
  }

  void emission(std::string_view weight, float fallback, std::string_view tint,
                const glm::vec3& tintFallback) {
    const ShadeValue emitted = nodes_.input(surface_, tint, ShadeValue::constant(tintFallback));
    set(product(emitted, number(weight, fallback)), m_.emissiveColor, m_.emissiveTexture);
  }

  // Light that passes is drawn as a part of the surface that is not there, as Storm does.
  void opacity(const ShadeValue& covered, std::string_view transmission,
               const ShadeValue& metalness) {
    ShadeValue solid = covered.resized(1);
    if (covered.isConstant() && covered.size == 3) {
      solid = ShadeValue::constant(
          glm::dot(glm::vec3(covered.bias), glm::vec3(0.2722287f, 0.6740818f, 0.0536895f)));
    }
    const ShadeValue passing = number(transmission, 0.0f);
    if (!passing.is(0.0f)) {
      const auto through = multiplied(passing, metalness.affine(glm::vec4(-1.0f), glm::vec4(1.0f)));
      const auto left = multiplied(
          solid, (through ? *through : passing).affine(glm::vec4(-1.0f), glm::vec4(1.0f)));
      if (!through || !left) report("Images of transmission are drawn without those of metalness.");
      if (left) solid = *left;
    }
    setOpacity(solid);
  }

  void normal(std::string_view name) {
    const ShadeValue value = nodes_.input(surface_, name, ShadeValue::constant(glm::vec3(0.0f)));
    if (!value.isTexture()) return;
    m_.normalTexture = textureOf(value);
    m_.normalTexture.colorSpace = TextureColorSpace::Raw;
  }

  void unlessZero(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      if (number(name, 0.0f).is(0.0f)) continue;
      report("The input " + std::string(name) + " is not drawn.");
    }
  }

  const Prim& surface_;
  NodeFolding& nodes_;
  const MaterialValues& values_;
  FoldedSurface& result_;
  Material& m_;
};

struct SurfaceModel {
  std::string_view name;
  void (SurfaceFolding::*fold)();
};
constexpr SurfaceModel kModels[] = {
    {"standard_surface", &SurfaceFolding::standardSurface},
    {"open_pbr_surface", &SurfaceFolding::openPbr},
    {"gltf_pbr", &SurfaceFolding::gltfPbr},
    {"UsdPreviewSurface", &SurfaceFolding::previewSurface},
    {"disney_principled", &SurfaceFolding::disney},
    {"disney_bsdf_2012", &SurfaceFolding::disney},
    {"surface_unlit", &SurfaceFolding::unlit},
    {"surface", &SurfaceFolding::layers},
};

const SurfaceModel* findModel(std::string_view name) {
  const auto found = std::ranges::find(kModels, name, &SurfaceModel::name);
  return found == std::end(kModels) ? nullptr : &*found;
}

const SurfaceModel* modelOf(const Prim& surface) {
  static constexpr SurfaceModel kVendor{"", &SurfaceFolding::vendor};
  const Token id = shaderId(surface);
  if (const NodeKind kind = nodeKind(id); !kind.name.empty()) return findModel(kind.name);
  // Arnold's surface has the inputs of standard_surface, which was made after it.
  if (id == "arnold:standard_surface" || id == "standard_surface") {
    return findModel("standard_surface");
  }
  const auto isThere = [&](std::string_view name) {
    const ShadeSource source = followInput(surface, Token("inputs:" + std::string(name)));
    return source.shader || (source.attribute && source.attribute.isAuthored());
  };
  const bool hasFacts = std::ranges::any_of(kVendorColors, isThere) || isThere("diffuse_texture");
  return hasFacts && id != shade::kUsdPreviewSurface ? &kVendor : nullptr;
}

}  // namespace

bool isFoldedSurface(const Prim& surface) { return modelOf(surface) != nullptr; }

FoldedSurface foldSurface(const Prim& surface, TimeCode time, const MaterialValues& values,
                          Diagnostics& diagnostics) {
  FoldedSurface result;
  NodeFolding nodes(time, values, diagnostics);
  SurfaceFolding folding(surface, nodes, values, result);
  const Token id = shaderId(surface);
  if (nodeKind(id).name.empty()) {
    diagnostics.report(kMaterialXNearest, {.path = surface.path().text()},
                       "A surface of another renderer, " +
                           (id.isEmpty() ? "without an identifier" : id.string()) +
                           ", is drawn by the inputs that it shares with UsdPreviewSurface.");
  }
  if (const SurfaceModel* model = modelOf(surface)) (folding.*model->fold)();
  result.constantPrimvars = nodes.primvars();
  return result;
}

}  // namespace usdscope
