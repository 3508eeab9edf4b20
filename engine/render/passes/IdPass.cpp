// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/IdPass.h"

#include "engine/render/Programs.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {

void drawIds(const FrameContext& frame, const IdCalls& calls) {
  for (const auto* surfaces : {&calls.opaque, &calls.cutout, &calls.translucent}) {
    const Program& program =
        frame.shaders.program(surfacePickProgram(surfaces == &calls.cutout), frame.diagnostics);
    for (const DrawCall& call : *surfaces) {
      if (frame.frustum.mightSee(call.worldBounds)) {
        drawSurfaces(frame, {&call, 1}, program, FaceCulling::AsSettings, false);
      }
    }
  }
  drawLineAndDotIds(frame, calls.lines, calls.dots);
}

}  // namespace usdscope
