// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Which side of surfaces is left out.
enum class FaceCulling : std::uint8_t {
  AsSettings,  ///< Backs of single-sided surfaces where the settings say so, else nothing.
  Backs,
  Fronts
};

/// Draws triangles with a program of mesh/surface.vert. Blending, depth and target are the
/// caller's. Fetches vertices from storage buffers where `isWireframe`.
void drawSurfaces(const FrameContext& frame, std::span<const DrawCall> calls,
                  const Program& program, FaceCulling culling, bool isWireframe);

/// Binds what shaders/common/vertices.glsl reads for a call, and sets where its vertices lie.
void bindFetchedVertices(const FrameContext& frame, const DrawCall& call, const Program& program);

}  // namespace usdscope
