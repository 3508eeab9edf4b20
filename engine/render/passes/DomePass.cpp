// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/DomePass.h"

#include "engine/render/Programs.h"

namespace usdscope {
namespace {

// Maps x, y, 1 in clip space to the direction that is seen there.
glm::dmat3 worldFromClip(const CameraFrustum& frustum) {
  const glm::dmat4 relativeFromClip = glm::inverse(frustum.clipFromRelative);
  // The near plane has depth 1.
  const glm::dvec3 forward(relativeFromClip[2] + relativeFromClip[3]);
  if (!frustum.isOrthographic) {
    return {glm::dvec3(relativeFromClip[0]), glm::dvec3(relativeFromClip[1]), forward};
  }
  const glm::dmat3 relativeFromView = glm::transpose(glm::dmat3(frustum.viewFromRelative));
  return {glm::dvec3(0.0), glm::dvec3(0.0), -relativeFromView[2]};
}

}  // namespace

void drawDome(const FrameContext& frame, const DomeBackground& dome) {
  if (dome.texture == 0) return;
  const Program& program = frame.shaders.program(domeProgram(), frame.diagnostics);
  if (!program) return;
  const glm::dmat3 rays = glm::dmat3(dome.mapFromWorld) * worldFromClip(frame.frustum);
  program.set(dome::kRayX, glm::vec4(rays[0], 0.0));
  program.set(dome::kRayY, glm::vec4(rays[1], 0.0));
  program.set(dome::kForward, glm::vec4(rays[2], 0.0));
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glBindTextureUnit(dome::kMapUnit, dome.texture);
  glBindSampler(dome::kMapUnit, dome.sampler);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace usdscope
