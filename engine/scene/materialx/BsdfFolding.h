// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/scene/materialx/NodeFolding.h"

namespace usdscope {

/// A surface that a network of BSDF nodes describes.
struct FoldedBsdf {
  ShadeValue color = ShadeValue::constant(glm::vec3(0.18f));
  ShadeValue metallic = ShadeValue::constant(0.0f);
  ShadeValue roughness = ShadeValue::constant(0.5f);
  ShadeValue emission = ShadeValue::constant(glm::vec3(0.0f));
  float ior = 1.5f;
};

/// Finds the first diffuse and the first reflecting BSDF behind the input `bsdf` of a `surface`
/// node, from the top layer down, and the first EDF behind `edf`. Further ones are reported.
FoldedBsdf foldBsdf(const Prim& surface, NodeFolding& nodes);

}  // namespace usdscope
