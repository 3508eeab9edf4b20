// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/BonesPass.h"

#include "engine/render/Programs.h"
#include "engine/render/passes/SurfaceDrawing.h"

namespace usdscope {

void drawBones(const FrameContext& frame) {
  const auto draw = [&](const std::vector<DrawCall>& calls, bool isThroughEverything) {
    if (calls.empty()) return;
    const float farthest = 0.0f;
    if (isThroughEverything) glClearBufferfv(GL_DEPTH, 0, &farthest);
    drawSurfaces(frame, calls,
                 frame.shaders.program(clipped(surfaceProgram({}), frame.clippingPlaneCount),
                                       frame.diagnostics),
                 FaceCulling::AsSettings, false);
  };
  draw(frame.list.calls.bones, frame.settings.bones == BonesDisplay::XRay);
  draw(frame.list.calls.highlightedBones, true);
}

}  // namespace usdscope
