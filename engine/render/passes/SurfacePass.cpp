// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/SurfacePass.h"

#include <algorithm>

#include "engine/render/Programs.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {
namespace {

// Splits the calls into runs with one program and draws each run.
void drawRuns(const FrameContext& frame, std::span<const DrawCall> calls, bool isCutout,
              FaceCulling culling) {
  const bool isWireframe = frame.settings.shading == ShadingMode::Wireframe ||
                           frame.settings.shading == ShadingMode::WireframeOnSurface ||
                           frame.settings.shading == ShadingMode::HiddenSurfaceWireframe;
  const auto variantOf = [&](const DrawCall& call) {
    const GpuMaterial& material = frame.materials.material(call.material);
    return SurfaceVariant{.isTextured = material.isTextured,
                          .isCutout = isCutout,
                          .isWireframe = isWireframe,
                          .isPreview = material.isPreview,
                          .hasSceneLights = frame.hasSceneLights,
                          .hasLightMaps = frame.hasLightMaps};
  };
  std::size_t first = 0;
  while (first < calls.size()) {
    std::size_t last = first + 1;
    const SurfaceVariant variant = variantOf(calls[first]);
    while (last < calls.size() && variantOf(calls[last]) == variant) ++last;
    const Program& program = frame.shaders.program(surfaceProgram(variant), frame.diagnostics);
    drawSurfaces(frame, calls.subspan(first, last - first), program, culling, isWireframe);
    first = last;
  }
}

}  // namespace

void drawOpaqueSurfaces(const FrameContext& frame) {
  // Wireframe edges have translucent rims.
  if (frame.settings.shading == ShadingMode::Wireframe) glEnable(GL_BLEND);
  drawRuns(frame, frame.list.calls.opaque, false, FaceCulling::AsSettings);
  drawRuns(frame, frame.list.calls.cutout, true, FaceCulling::AsSettings);
  glDisable(GL_BLEND);
}

void drawTranslucentSurfaces(const FrameContext& frame) {
  if (frame.list.calls.translucent.empty()) return;
  glEnable(GL_BLEND);
  glDepthMask(GL_FALSE);
  const std::span<const DrawCall> calls = frame.list.calls.translucent;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto one = calls.subspan(i, 1);
    const bool cullsBacks = frame.settings.cullBackfaces && !calls[i].isDoubleSided;
    if (!cullsBacks) drawRuns(frame, one, false, FaceCulling::Fronts);
    drawRuns(frame, one, false, FaceCulling::Backs);
  }
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace usdscope
