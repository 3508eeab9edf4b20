// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/OutlinePass.h"

#include <array>

#include "engine/image/DisplayValues.h"
#include "engine/render/ChosenObjects.h"
#include "engine/render/Programs.h"
#include "engine/render/passes/IdPass.h"

namespace usdscope {
namespace {

constexpr glm::vec4 kMarkColor(106.0f / 255.0f, 169.0f / 255.0f, 1.0f, 1.0f);
constexpr float kOutlineWidth = 2.0f;

glm::vec4 linearColor(const glm::vec4& display) {
  return {linearFromDisplay(display.x), linearFromDisplay(display.y), linearFromDisplay(display.z),
          display.w};
}

}  // namespace

void OutlinePass::draw(const FrameContext& frame, const Outlines& outlines, int width, int height,
                       GLuint target) {
  width_ = width;
  height_ = height;
  const SampleGrid grid = SampleGrid::ofCenters(frame.frustum, width, height);
  if (outlines.marked) {
    drawOutline(frame, idCalls(frame.list, grid, *outlines.marked), target, kMarkColor);
  }
  const auto draw = [&](const std::vector<Path>& prims,
                        const std::vector<ChosenInstance>& instances, const glm::vec4& color) {
    if (prims.empty() && instances.empty()) return;
    drawOutline(frame, idCalls(frame.list, grid, ChosenObjects(prims, instances)), target, color);
  };
  draw(outlines.selected, outlines.selectedInstances, glm::vec4(outlines.selectionColor, 1.0f));
  draw(outlines.pointed, outlines.pointedInstances, outlines.pointedColor);
}

void OutlinePass::drawOutline(const FrameContext& frame, const DrawCalls& chosen, GLuint target,
                              const glm::vec4& color) {
  if (chosen.isEmpty()) return;
  drawMask(frame, chosen);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  const Program& program = frame.shaders.program(outlineProgram(), frame.diagnostics);
  if (!program) return;
  program.set(outline::kColor, frame.settings.writesLinear ? linearColor(color) : color);
  program.set(outline::kWidth, kOutlineWidth);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glBindTextureUnit(outline::kMaskUnit, mask_.id());
  glBindSampler(outline::kMaskUnit, 0);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
}

void OutlinePass::drawMask(const FrameContext& frame, const DrawCalls& calls) {
  if (mask_.width() != width_ || mask_.height() != height_) {
    mask_ = Texture::make2d(GL_R32UI, width_, height_);
    mask_.setFilter(GL_NEAREST, GL_NEAREST);
    maskTarget_ = Framebuffer::make({&mask_}, nullptr);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, maskTarget_.id());
  glViewport(0, 0, width_, height_);
  const std::array<GLuint, 4> nothing{0, 0, 0, 0};
  glClearBufferuiv(GL_COLOR, 0, nothing.data());
  glDisable(GL_DEPTH_TEST);
  drawIds(frame, calls);
}

}  // namespace usdscope
