// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/GuidesPass.h"

#include "engine/render/DisplayColor.h"
#include "engine/render/Programs.h"
#include "engine/render/ShaderInterface.h"

namespace usdscope {
namespace {

constexpr double kNearest = 0.01;  // The least distance of a line, as a share of the near plane's.

}  // namespace

void GuidesPass::draw(const FrameContext& frame) {
  const GuideLines& wanted = frame.settings.guides;
  if (!wanted || wanted->empty()) return;
  const Program& program = frame.shaders.program(guidesProgram(), frame.diagnostics);
  if (!program) return;
  std::vector<guides::Line> lines;
  lines.reserve(wanted->size());
  for (const GuideLine& line : *wanted) {
    lines.push_back(
        {glm::vec4(line.from - frame.frustum.position, line.width),
         glm::vec4(line.to - frame.frustum.position, line.hiddenOpacity),
         frame.settings.encodesSrgb ? linearFromDisplay(line.color) : glm::vec4(line.color, 1.0f)});
  }
  lines_.assign(std::span<const guides::Line>(lines));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, guides::kLines, lines_.id());
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glEnable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  // Guides may reach beyond the scene, for which the far plane is fitted.
  glEnable(GL_DEPTH_CLAMP);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 2.0f);  // Larger depths are nearer.
  const bool isOrthographic = frame.frustum.isOrthographic;
  const float least = isOrthographic ? 0.0f : float(frame.frustum.nearPlane * kNearest);
  const auto drawAll = [&](GLenum where, float isHidden) {
    glDepthFunc(where);
    program.set(guides::kLook, glm::vec4(isHidden, least, 0.0f, 0.0f));
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(lines.size() * 6));
  };
  drawAll(GL_LESS, 1.0f);
  drawAll(GL_GEQUAL, 0.0f);
  glDepthFunc(GL_GREATER);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_DEPTH_CLAMP);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace usdscope
