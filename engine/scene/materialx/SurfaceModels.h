// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/scene/Materials.h"

namespace usdscope {

/// Returns whether a surface shader can be folded: one of MaterialX, or one of another renderer
/// that has a colour. False for UsdPreviewSurface.
bool isFoldedSurface(const Prim& surface);

/// A network as the inputs of a UsdPreviewSurface.
struct FoldedSurface {
  Material material;
  MaterialPrimvars primvars;
  std::vector<Token> constantPrimvars;  ///< Primvars whose values belong into MaterialValues.
};

/// Evaluates the network of a surface shader for which isFoldedSurface() holds. Features that the
/// surface of the renderer does not have are reported, and drawn as the nearest that it has.
FoldedSurface foldSurface(const Prim& surface, TimeCode time, const MaterialValues& values,
                          Diagnostics& diagnostics);

}  // namespace usdscope
