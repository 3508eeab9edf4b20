// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawingState.h"

#include <initializer_list>

namespace usdscope {
namespace {

constexpr GLuint kUnits = 16;
constexpr GLuint kStorageBindings = 9;
constexpr GLuint kUniformBindings = 4;

void disableAll() {
  for (const GLenum capability :
       {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST,
        GL_POLYGON_OFFSET_FILL, GL_FRAMEBUFFER_SRGB, GL_RASTERIZER_DISCARD, GL_COLOR_LOGIC_OP,
        GL_SAMPLE_ALPHA_TO_COVERAGE, GL_DEPTH_CLAMP}) {
    glDisable(capability);
  }
  glEnable(GL_MULTISAMPLE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
}

}  // namespace

DrawingState::DrawingState(GLuint target) : target_(target) {
  disableAll();
  glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glDepthFunc(GL_GREATER);
  glDepthRange(0.0, 1.0);
  // Colours are multiplied by their alpha. Over an opaque background, the alpha stays 1.
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

DrawingState::~DrawingState() {
  disableAll();
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glDepthFunc(GL_LESS);
  glBlendFunc(GL_ONE, GL_ZERO);
  glUseProgram(0);
  glBindVertexArray(0);
  for (GLuint unit = 0; unit < kUnits; ++unit) {
    glBindTextureUnit(unit, 0);
    glBindSampler(unit, 0);
  }
  for (GLuint i = 0; i < kStorageBindings; ++i) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, 0);
  for (GLuint i = 0; i < kUniformBindings; ++i) glBindBufferBase(GL_UNIFORM_BUFFER, i, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, target_);
}

}  // namespace usdscope
