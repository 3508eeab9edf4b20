// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/OcclusionPass.h"

#include <cmath>

#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {
namespace {

// The distance within which surfaces darken each other, as a part of the scene.
constexpr double kReach = 0.06;
// The limit of that distance, as a part of the height of the picture.
constexpr double kMostReachPixels = 0.12;

void drawScreen(const FrameContext& frame, const Program& program) {
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace

bool OcclusionPass::isWanted(const RenderSettings& settings) {
  if (!settings.hasAmbientOcclusion || settings.inspection != InspectionView::None) return false;
  switch (settings.shading) {
    case ShadingMode::SmoothShaded:
    case ShadingMode::FlatShaded:
    case ShadingMode::WireframeOnSurface:
    case ShadingMode::GeomSmooth:
    case ShadingMode::GeomFlat:
      return true;
    default:
      return false;
  }
}

void OcclusionPass::draw(const FrameContext& frame, const RenderTargets& targets,
                         double sceneSize) {
  if (!(sceneSize > 0.0) || !std::isfinite(sceneSize)) return;
  const int width = frame.settings.width;
  const int height = frame.settings.height;
  if (shares_.width() != width || shares_.height() != height) {
    shares_ = Texture::make2d(GL_R16F, width, height);
    target_ = Framebuffer::make({&shares_}, nullptr);
  }
  const bool isMultisampled = targets.isMultisampled();
  const Program& find = frame.shaders.program(occlusionProgram(isMultisampled), frame.diagnostics);
  const Program& apply = frame.shaders.program(darkenProgram(isMultisampled), frame.diagnostics);
  if (!find || !apply) return;
  const auto samples = static_cast<std::uint32_t>(targets.samplePositions().size());
  const glm::vec2 first(targets.samplePositions().front());
  const glm::vec4 search(float(kReach * sceneSize), float(kMostReachPixels * height), first.x,
                         first.y);
  const glm::mat4 viewFromClip(glm::inverse(frame.frustum.clipFromView));
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  glBindTextureUnit(occlusion::kDepthUnit, targets.depth().id());
  glBindSampler(occlusion::kDepthUnit, 0);
  for (const Program* program : {&find, &apply}) {
    program->set(occlusion::kViewFromClip, viewFromClip);
    program->set(occlusion::kSearch, search);
  }
  apply.set(occlusion::kSampleCount, samples);
  glBindFramebuffer(GL_FRAMEBUFFER, target_.id());
  drawScreen(frame, find);
  glBindFramebuffer(GL_FRAMEBUFFER, targets.colorFramebuffer());
  glBindTextureUnit(occlusion::kSharesUnit, shares_.id());
  glBindSampler(occlusion::kSharesUnit, 0);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_ZERO, GL_ONE);
  drawScreen(frame, apply);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_BLEND);
  glBindFramebuffer(GL_FRAMEBUFFER, targets.framebuffer());
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace usdscope
