// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/BonesPass.h"

#include "engine/render/Programs.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {

void drawBones(const FrameContext& frame) {
  if (frame.list.bones.empty()) return;
  if (frame.settings.bones == BonesDisplay::XRay) {
    const float farthest = 0.0f;
    glClearBufferfv(GL_DEPTH, 0, &farthest);
  }
  drawSurfaces(frame, frame.list.bones,
               frame.shaders.program(surfaceProgram({}), frame.diagnostics),
               FaceCulling::AsSettings, false);
}

}  // namespace usdscope
