// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/GridPass.h"

#include <algorithm>
#include <cmath>

#include "engine/render/DisplayColor.h"
#include "engine/render/GridScale.h"
#include "engine/render/Programs.h"

namespace usdscope {
namespace {

// Linear colours, muted so that they do not distract from the scene. The last component is the
// opacity of coarse lines.
constexpr glm::vec4 kLineOnDark{0.16f, 0.16f, 0.16f, 0.24f};
constexpr glm::vec4 kLineOnBright{0.02f, 0.02f, 0.02f, 0.22f};
constexpr float kAxisOpacity = 0.55f;
constexpr float kBright = 0.18f;  // Backgrounds with more luminance are bright.
// The colours of the world's x, y and z axes.
constexpr glm::vec3 kAxisColors[] = {
    {0.42f, 0.06f, 0.07f}, {0.10f, 0.30f, 0.06f}, {0.06f, 0.14f, 0.45f}};

}  // namespace

GridPlan planGrid(const Box& sceneBounds, const glm::dvec3& cameraPosition, bool isZUp,
                  double metersPerUnit) {
  GridPlan plan;
  const int up = isZUp ? 2 : 1;
  plan.axisT = isZUp ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, 1);
  double reach = std::abs(cameraPosition[up]);
  if (!sceneBounds.isEmpty()) {
    reach = std::max({reach, glm::length(sceneBounds.size()),
                      glm::length(sceneBounds.center() - cameraPosition)});
  }
  if (!std::isfinite(reach) || !(reach > 1e-9)) reach = 1.0;
  plan.step = gridStep(reach, metersPerUnit);
  plan.halfSteps = std::ceil(reach / plan.step) * 2.0;
  const double coarse = plan.step * 10.0;
  plan.center = glm::round(cameraPosition / coarse) * coarse;
  plan.center[up] = 0.0;
  return plan;
}

void drawGrid(const FrameContext& frame, const GridPlan& plan) {
  const Program& program = frame.shaders.program(gridProgram(), frame.diagnostics);
  if (!program) return;
  const bool isZUp = plan.axisT.y > 0.5;
  const glm::vec3 center(plan.center - frame.frustum.position);
  const glm::dvec3 fromCenter = -plan.center / plan.step;
  program.set(grid::kGrid, glm::vec4(plan.step, plan.halfSteps, 0.0, 0.0));
  program.set(grid::kCenter, glm::vec4(center, 0.0f));
  program.set(grid::kAxisS, glm::vec4(plan.axisS, glm::dot(fromCenter, plan.axisS)));
  program.set(grid::kAxisT, glm::vec4(plan.axisT, glm::dot(fromCenter, plan.axisT)));
  const glm::vec3 background(linearFromDisplay(frame.settings.background));
  const bool isBright = glm::dot(background, glm::vec3(0.2126f, 0.7152f, 0.0722f)) > kBright;
  program.set(grid::kColorLines, isBright ? kLineOnBright : kLineOnDark);
  program.set(grid::kColorS, glm::vec4(kAxisColors[0], kAxisOpacity));
  program.set(grid::kColorT, glm::vec4(kAxisColors[isZUp ? 1 : 2], kAxisOpacity));
  glEnable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_DEPTH_CLAMP);  // The near and far planes are fitted to the scene alone.
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 6);
  glDisable(GL_DEPTH_CLAMP);
  glEnable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
}

}  // namespace usdscope
