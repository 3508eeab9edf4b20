// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/DisplayPass.h"

#include <algorithm>
#include <cmath>

#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {

bool adjustsDisplay(const RenderSettings& settings) {
  // The other inspection views show data.
  const bool showsColors =
      settings.inspection == InspectionView::None || settings.inspection == InspectionView::Albedo;
  return showsColors && (settings.exposure != 0.0f || settings.gamma != 1.0f);
}

void drawForDisplay(const FrameContext& frame, const RenderTargets& targets, GLuint target) {
  const std::size_t samples = targets.samplePositions().size();
  const RenderSettings& settings = frame.settings;
  const bool isMultisampled = targets.isMultisampled();
  const Program& program = frame.shaders.program(displayProgram(isMultisampled), frame.diagnostics);
  if (!program) return targets.resolveTo(target);
  const bool isEncoded = settings.encodesSrgb && !settings.writesLinear;
  program.set(display::kDisplay,
              glm::vec4(std::exp2(settings.exposure), 1.0f / std::max(settings.gamma, 1e-3f),
                        isEncoded ? 1.0f : 0.0f, float(samples)));
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glBindTextureUnit(display::kSceneUnit, targets.color().id());
  glBindSampler(display::kSceneUnit, 0);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace usdscope
