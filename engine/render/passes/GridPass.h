// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/FrameContext.h"

namespace usdscope {

/// The position and the spacing of the grid for a camera and a scene.
struct GridPlan {
  double step = 1.0;  ///< World units between fine lines; see GridScale.h. Every tenth is coarse.
  double halfSteps = 100.0;  ///< Steps from the centre to the edge.
  /// A crossing of coarse lines, near the point below or above the camera.
  glm::dvec3 center{0.0};
  glm::dvec3 axisS{1, 0, 0};
  glm::dvec3 axisT{0, 0, 1};
};

/// Plans a grid whose step and size follow the largest of the camera's height, the size of the
/// scene and the distance of the scene from the camera.
GridPlan planGrid(const Box& sceneBounds, const glm::dvec3& cameraPosition, bool isZUp,
                  double metersPerUnit);

/// Draws the grid on the ground plane; it fades towards its edge. Everything drawn later covers it.
/// Its colours keep a small distance from the background.
void drawGrid(const FrameContext& frame, const GridPlan& plan);

}  // namespace usdscope
