// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/IdPass.h"

#include "engine/render/Programs.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {

void drawIds(const FrameContext& frame, const DrawCalls& calls) {
  frame.idOrder.assign(std::span<const std::uint32_t>(calls.order));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kOrderBinding, frame.idOrder.id());
  for (const auto* surfaces : {&calls.opaque, &calls.cutout, &calls.translucent, &calls.volumes}) {
    drawSurfacesWith(frame, *surfaces, [&](bool isDisplaced) {
      return clipped(surfacePickProgram(surfaces == &calls.cutout, isDisplaced),
                     frame.clippingPlaneCount);
    });
  }
  drawLineAndDotIds(frame, calls.lines, calls.dots);
}

}  // namespace usdscope
