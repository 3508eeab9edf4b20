// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/BsdfFolding.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace usdscope {
namespace {

class BsdfFolding {
 public:
  explicit BsdfFolding(NodeFolding& nodes) : nodes_(nodes) {}

  void visit(const Prim& node, std::string_view input) {
    const ShadeSource source = followInput(node, Token("inputs:" + std::string(input)));
    // Each node once, because a cycle must end; and not too many, because they are visited within
    // each other.
    constexpr std::size_t kMostLayers = 256;
    if (!source.shader || visited_.size() >= kMostLayers) return;
    if (!visited_.insert(source.shader.path()).second) return;
    const Prim shader = source.shader;
    const Token id = shaderId(shader);
    const NodeKind kind = nodeKind(id);
    if (kind.name.ends_with("_edf")) return emit(shader, kind);
    if (kind.name == "layer_bsdf" || kind.name == "layer") {
      visit(shader, "top");
      return visit(shader, "base");
    }
    if (kind.name == "mix_bsdf" || kind.name == "mix") {
      const ShadeValue mask = nodes_.input(shader, "mix", ShadeValue::constant(0.0f));
      const bool isFront = mask.isConstant() ? mask.number() >= 0.5f : false;
      if (!mask.is(0.0f) && !mask.is(1.0f)) {
        nodes_.report(shader, "Only one of two layers that are mixed is drawn.");
      }
      return visit(shader, isFront ? "fg" : "bg");
    }
    if (kind.name == "add_bsdf" || kind.name == "add") {
      visit(shader, "in1");
      return visit(shader, "in2");
    }
    if (kind.name.starts_with("multiply")) return visit(shader, "in1");
    if (kind.name.starts_with("thin_film") || kind.name.starts_with("sheen")) {
      return nodes_.report(shader, "The layer is not drawn.");
    }
    scatter(shader, kind);
  }

  const FoldedBsdf& result() const { return result_; }

 private:
  void emit(const Prim& shader, const NodeKind& kind) {
    if (kind.name != "uniform_edf") {
      nodes_.report(shader, "The light of the node is drawn as equal in all directions.");
    }
    result_.emission = nodes_.input(shader, "color", ShadeValue::constant(glm::vec3(1.0f)));
  }

  void scatter(const Prim& shader, const NodeKind& kind) {
    const bool isDiffuse = kind.name.ends_with("diffuse_bsdf") || kind.name == "subsurface_bsdf" ||
                           kind.name == "translucent_bsdf";
    if (isDiffuse) {
      if (hasColor_) return nodes_.report(shader, "Only the upper of two colours is drawn.");
      hasColor_ = true;
      result_.color = nodes_.input(shader, "color", ShadeValue::constant(glm::vec3(0.18f)));
      return;
    }
    if (hasReflection_) return nodes_.report(shader, "Only the upper of two reflections is drawn.");
    hasReflection_ = true;
    const ShadeValue roughness =
        nodes_.input(shader, "roughness", ShadeValue::constant(glm::vec4(0.0025f), 2)).resized(1);
    // Roughness of nodes is that of the microfacets, the square of the roughness of surfaces.
    result_.roughness = roughness;
    if (roughness.isConstant()) {
      result_.roughness = ShadeValue::constant(std::sqrt(std::max(roughness.number(), 0.0f)));
    }
    if (kind.name == "dielectric_bsdf") {
      result_.ior = nodes_.input(shader, "ior", ShadeValue::constant(1.5f)).number();
      return;
    }
    const bool isSchlick = kind.name == "generalized_schlick_bsdf";
    if (!isSchlick && kind.name != "conductor_bsdf") {
      return nodes_.report(shader, "The layer " + std::string(kind.name) + " is not drawn.");
    }
    if (isSchlick && hasColor_) return;
    hasColor_ = true;
    result_.metallic = ShadeValue::constant(1.0f);
    result_.color = isSchlick
                        ? nodes_.input(shader, "color0", ShadeValue::constant(glm::vec3(1.0f)))
                        : ShadeValue::constant(conductorColor(shader));
  }

  // The reflection of a metal at normal incidence.
  glm::vec3 conductorColor(const Prim& shader) {
    const glm::vec3 n =
        nodes_.input(shader, "ior", ShadeValue::constant(glm::vec3(0.183f, 0.421f, 1.373f)))
            .color();
    const glm::vec3 k =
        nodes_.input(shader, "extinction", ShadeValue::constant(glm::vec3(3.424f, 2.346f, 1.77f)))
            .color();
    const glm::vec3 minus = (n - 1.0f) * (n - 1.0f) + k * k;
    const glm::vec3 plus = (n + 1.0f) * (n + 1.0f) + k * k;
    return minus / plus;
  }

  NodeFolding& nodes_;
  FoldedBsdf result_;
  std::unordered_set<Path> visited_;
  bool hasColor_ = false;
  bool hasReflection_ = false;
};

}  // namespace

FoldedBsdf foldBsdf(const Prim& surface, NodeFolding& nodes) {
  BsdfFolding folding(nodes);
  folding.visit(surface, "bsdf");
  folding.visit(surface, "edf");
  return folding.result();
}

}  // namespace usdscope
