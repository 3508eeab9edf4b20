// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "engine/render/FrameContext.h"
#include "engine/render/Programs.h"

namespace usdscope {

/// Selects the faces of surfaces that are not drawn.
enum class FaceCulling : std::uint8_t {
  AsSettings,  ///< Back faces of single-sided surfaces if the settings cull them, else none.
  Backs,
  Fronts
};

/// Draws triangles with a program of mesh/surface.vert. The caller sets blending, depth test and
/// target. With `isWireframe` the shader fetches vertices from storage buffers.
void drawSurfaces(const FrameContext& frame, std::span<const DrawCall> calls,
                  const Program& program, FaceCulling culling, bool isWireframe);

/// Draws triangles with the programs of displaced and of other surfaces.
void drawSurfacesWith(const FrameContext& frame, std::span<const DrawCall> calls,
                      const std::function<ProgramSource(bool isDisplaced)>& sourceOf);

/// Binds the buffers that shaders/common/vertices.glsl reads for a call, and sets the vertex
/// layout.
void bindFetchedVertices(const FrameContext& frame, const DrawCall& call, const Program& program);

}  // namespace usdscope
