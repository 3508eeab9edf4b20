// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// How the grid lies for a camera and a scene.
struct GridPlan {
  double step =
      1.0;  ///< World units between fine lines, a power of ten; coarse ones are ten apart.
  double halfSteps = 100.0;  ///< From the middle to the edge.
  glm::dvec3 center{0.0};    ///< On a crossing of coarse lines, below or above the camera.
  glm::dvec3 axisS{1, 0, 0};
  glm::dvec3 axisT{0, 0, 1};

  Box worldBounds() const;
};

/// Fine enough for where the camera is, and large enough for the scene.
GridPlan planGrid(const Box& sceneBounds, const glm::dvec3& cameraPosition, bool isZUp);

/// Draws the grid on the ground over what is there, where it is not hidden; fading to its edge.
void drawGrid(const FrameContext& frame, const GridPlan& plan);

}  // namespace usdscope
