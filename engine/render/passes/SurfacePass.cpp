// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/SurfacePass.h"

#include <algorithm>

#include "engine/render/Programs.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {
namespace {

// Splits the calls into runs with one program and draws each run.
void drawRuns(const FrameContext& frame, std::span<const DrawCall> calls, bool isCutout,
              FaceCulling culling, bool isLayered = false) {
  const bool hasEdges = isWireframe(frame.settings.shading);
  const bool isInspected = frame.settings.inspection != InspectionView::None;
  const auto variantOf = [&](const DrawCall& call) {
    const GpuMaterial& material = frame.materials.material(call.material);
    if (isInspected) {
      return SurfaceVariant{.isTextured = material.isTextured,
                            .isCutout = isCutout,
                            .isWireframe = hasEdges,
                            .isInspected = true,
                            .isDisplaced = material.isDisplaced};
    }
    return SurfaceVariant{.isTextured = material.isTextured,
                          .isCutout = isCutout,
                          .isWireframe = hasEdges,
                          .isPreview = material.isPreview,
                          .hasSceneLights = frame.hasSceneLights,
                          .hasLightMaps = frame.hasLightMaps,
                          .isLayered = isLayered,
                          .isDisplaced = material.isDisplaced};
  };
  std::size_t first = 0;
  while (first < calls.size()) {
    std::size_t last = first + 1;
    const SurfaceVariant variant = variantOf(calls[first]);
    while (last < calls.size() && variantOf(calls[last]) == variant) ++last;
    const Program& program = frame.shaders.program(
        clipped(surfaceProgram(variant), frame.clippingPlaneCount), frame.diagnostics);
    drawSurfaces(frame, calls.subspan(first, last - first), program, culling, hasEdges);
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

void drawTranslucentLayers(const FrameContext& frame) {
  glDepthMask(GL_FALSE);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  // Without the extension, a fragment does not know which of its samples opaque surfaces hide.
  const bool runsPerSample = !epoxy_has_gl_extension("GL_ARB_post_depth_coverage");
  if (runsPerSample) {
    glEnable(GL_SAMPLE_SHADING);
    glMinSampleShading(1.0f);
  }
  drawRuns(frame, frame.list.calls.translucent, false, FaceCulling::AsSettings, true);
  glDisable(GL_SAMPLE_SHADING);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
}

void drawOverdraw(const FrameContext& frame) {
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  if (frame.settings.shading == ShadingMode::Points) {
    drawVertices(frame);
  } else {
    drawRuns(frame, frame.list.calls.opaque, false, FaceCulling::AsSettings);
    drawRuns(frame, frame.list.calls.cutout, true, FaceCulling::AsSettings);
  }
  drawLinesAndDots(frame);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
}

bool isWireframe(ShadingMode shading) {
  return shading == ShadingMode::Wireframe || shading == ShadingMode::WireframeOnSurface ||
         shading == ShadingMode::HiddenSurfaceWireframe;
}

}  // namespace usdscope
