// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/LinesAndDotsPass.h"

#include "engine/render/ClipDistances.h"
#include "engine/render/Programs.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {
namespace {

constexpr float kVertexPixels = 3.0f;

// Draws two triangles for each line segment or dot. Returns false when the drawing is stopped.
bool drawFetched(const FrameContext& frame, const DrawCall& call, const Program& program,
                 std::uint32_t indicesEach) {
  if (!program) return true;
  glUseProgram(program.id());
  bindFetchedVertices(frame, call, program);
  frame.materials.bindBlock(call.material);
  return drawInSlices(
      frame.slices, call.indexCount / indicesEach, 2, call.objectCount,
      [&](std::size_t element, std::size_t count, std::uint32_t object, std::uint32_t objects) {
        const std::size_t first = call.firstIndex / indicesEach + element;
        glDrawArraysInstancedBaseInstance(GL_TRIANGLES, static_cast<GLint>(first * 6),
                                          static_cast<GLsizei>(count * 6),
                                          static_cast<GLsizei>(objects), call.firstObject + object);
      });
}

SurfaceVariant variantOf(const FrameContext& frame, const DrawCall& call) {
  return {.isPreview = frame.materials.material(call.material).isPreview,
          .hasSceneLights = frame.hasSceneLights,
          .hasLightMaps = frame.hasLightMaps};
}

// Returns false when the drawing is stopped.
bool drawDot(const FrameContext& frame, const DrawCall& call, const ProgramSource& source,
             float minPixels) {
  const Program& program =
      frame.shaders.program(clipped(source, frame.clippingPlaneCount), frame.diagnostics);
  program.set(kMinPixelsUniform, minPixels);
  return drawFetched(frame, call, program, 1);
}

void drawAll(const FrameContext& frame, bool isPick, std::span<const DrawCall> lines,
             std::span<const DrawCall> dots) {
  if (lines.empty() && dots.empty()) return;
  glDisable(GL_CULL_FACE);
  glBindVertexArray(frame.noVertices.id());
  const ClipDistances clip(frame.clippingPlaneCount);
  for (const DrawCall& call : lines) {
    const ProgramSource source = isPick ? linesPickProgram() : linesProgram(variantOf(frame, call));
    const Program& program =
        frame.shaders.program(clipped(source, frame.clippingPlaneCount), frame.diagnostics);
    if (!drawFetched(frame, call, program, 2)) return;
  }
  for (const DrawCall& call : dots) {
    const ProgramSource source = isPick ? dotsPickProgram() : dotsProgram(variantOf(frame, call));
    if (!drawDot(frame, call, source, 1.0f)) return;
  }
}

}  // namespace

void drawLinesAndDots(const FrameContext& frame) {
  drawAll(frame, false, frame.list.calls.lines, frame.list.calls.dots);
}

void drawLineAndDotIds(const FrameContext& frame, std::span<const DrawCall> lines,
                       std::span<const DrawCall> dots) {
  drawAll(frame, true, lines, dots);
}

void drawVertices(const FrameContext& frame) {
  glDisable(GL_CULL_FACE);
  glBindVertexArray(frame.noVertices.id());
  const ClipDistances clip(frame.clippingPlaneCount);
  const DrawCalls& calls = frame.list.calls;
  for (const auto* surfaces : {&calls.opaque, &calls.cutout, &calls.translucent}) {
    for (const DrawCall& call : *surfaces) {
      if (!drawDot(frame, call, dotsProgram({}), kVertexPixels)) return;
    }
  }
}

}  // namespace usdscope
