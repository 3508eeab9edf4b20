// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/OutlinePass.h"

#include <array>

#include "engine/render/Programs.h"
#include "engine/render/passes/IdPass.h"

namespace usdscope {
namespace {

// The gold of selections as display values.
constexpr glm::vec4 kSelectionColor(189.0f / 255.0f, 155.0f / 255.0f, 84.0f / 255.0f, 1.0f);
// The blue of marks, which differs from gold also for colour-blind people.
constexpr glm::vec4 kMarkColor(106.0f / 255.0f, 169.0f / 255.0f, 1.0f, 1.0f);
constexpr float kWidth = 2.0f;

}  // namespace

void OutlinePass::draw(const FrameContext& frame, GLuint target) {
  if (frame.list.hasMarks) {
    drawOutline(frame, target, [](const DrawCall& call) { return call.isMarked; }, kMarkColor);
  }
  if (frame.list.hasSelection) {
    drawOutline(
        frame, target, [](const DrawCall& call) { return call.isSelected; }, kSelectionColor);
  }
}

void OutlinePass::drawOutline(const FrameContext& frame, GLuint target,
                              bool (*accepts)(const DrawCall&), const glm::vec4& color) {
  drawMask(frame, accepts);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  const Program& program = frame.shaders.program(outlineProgram(), frame.diagnostics);
  if (!program) return;
  program.set(outline::kColor, color);
  program.set(outline::kWidth, kWidth);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glBindTextureUnit(outline::kMaskUnit, mask_.id());
  glBindSampler(outline::kMaskUnit, 0);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
}

void OutlinePass::drawMask(const FrameContext& frame, bool (*accepts)(const DrawCall&)) {
  const int width = frame.settings.width;
  const int height = frame.settings.height;
  if (mask_.width() != width || mask_.height() != height) {
    mask_ = Texture::make2d(GL_R32UI, width, height);
    mask_.setFilter(GL_NEAREST, GL_NEAREST);
    maskTarget_ = Framebuffer::make({&mask_}, nullptr);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, maskTarget_.id());
  const std::array<GLuint, 4> nothing{0, 0, 0, 0};
  glClearBufferuiv(GL_COLOR, 0, nothing.data());
  glDisable(GL_DEPTH_TEST);
  drawIds(frame, accepts);
}

}  // namespace usdscope
