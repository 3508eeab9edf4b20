// SPDX-License-Identifier: Apache-2.0
#include "engine/render/passes/GridPass.h"

#include <algorithm>
#include <cmath>

#include "engine/render/Programs.h"

namespace usdscope {
namespace {

// Linear colours, muted so that they do not distract from the scene.
constexpr glm::vec4 kLineColor{0.16f, 0.16f, 0.16f, 1.0f};
// The colours of the world's x, y and z axes.
constexpr glm::vec4 kAxisColors[] = {
    {0.42f, 0.06f, 0.07f, 1.0f}, {0.10f, 0.30f, 0.06f, 1.0f}, {0.06f, 0.14f, 0.45f, 1.0f}};

}  // namespace

Box GridPlan::worldBounds() const {
  const glm::dvec3 reach = (axisS + axisT) * (step * halfSteps);
  return {center - reach, center + reach};
}

GridPlan planGrid(const Box& sceneBounds, const glm::dvec3& cameraPosition, bool isZUp) {
  GridPlan plan;
  const int up = isZUp ? 2 : 1;
  plan.axisT = isZUp ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, 1);
  double reach = std::abs(cameraPosition[up]);
  if (!sceneBounds.isEmpty()) {
    reach = std::max({reach, glm::length(sceneBounds.size()),
                      glm::length(sceneBounds.center() - cameraPosition)});
  }
  if (!std::isfinite(reach) || !(reach > 1e-9)) reach = 1.0;
  plan.step = std::pow(10.0, std::floor(std::log10(reach)) - 1.0);
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
  program.set(grid::kColorLines, kLineColor);
  program.set(grid::kColorS, kAxisColors[0]);
  program.set(grid::kColorT, kAxisColors[isZUp ? 1 : 2]);
  glEnable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  // The offset keeps floors in the grid's plane in front of it. Smaller depths are farther.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(-1.0f, -2.0f);
  glUseProgram(program.id());
  glBindVertexArray(frame.noVertices.id());
  glDrawArrays(GL_TRIANGLES, 0, 6);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace usdscope
