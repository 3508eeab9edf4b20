// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/math/Types.h"
#include "engine/scene/detail/ShadeNetwork.h"

namespace usdscope {

/// Texture coordinates of a MaterialX network: a primvar and a transform.
struct TexCoords {
  Token primvar;  ///< Empty for the usual one.
  glm::mat3 fromPrimvar{1.0f};
  bool isExact = true;  ///< False if a node is not an affine map of a primvar.
};

/// Follows an input, such as `inputs:texcoord`, through the nodes that transform coordinates.
TexCoords texCoordsOf(const Prim& shader, Token input, TimeCode time);

}  // namespace usdscope
