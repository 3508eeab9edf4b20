// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/IdPass.h"

#include "engine/render/Programs.h"
#include "engine/render/passes/LinesAndDotsPass.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {

void drawIds(const FrameContext& frame, bool (*accepts)(const DrawCall&)) {
  for (const auto* calls : {&frame.list.opaque, &frame.list.cutout, &frame.list.translucent}) {
    const Program& program =
        frame.shaders.program(surfacePickProgram(calls == &frame.list.cutout), frame.diagnostics);
    for (const DrawCall& call : *calls) {
      if (accepts(call) && frame.frustum.mightSee(call.worldBounds)) {
        drawSurfaces(frame, {&call, 1}, program, FaceCulling::AsSettings, false);
      }
    }
  }
  drawLineAndDotIds(frame, accepts);
}

}  // namespace usdscope
