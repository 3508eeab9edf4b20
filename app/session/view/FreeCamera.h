// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numbers>

#include "engine/math/Types.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// The origin of the near and far planes of the free camera.
enum class Clipping : std::uint8_t {
  Fit,   ///< They are calculated so that nothing of the scene is cut away.
  Kept,  ///< They belong to the camera of the scene that was left, until something is framed.
  Set,   ///< The user has set them.
};

/// The projection of the free camera. The default values are those of usdview.
struct CameraLens {
  bool isOrthographic = false;
  double verticalFovRadians = std::numbers::pi / 3.0;  ///< Used by perspective views.
  double verticalSize = 10.0;  ///< Used by orthographic views: world units, bottom to top.
  glm::dvec2 shift{0.0};       ///< Aperture offset of the image centre, in half heights.
  Clipping clipping = Clipping::Fit;
  double nearPlane = 1.0;  ///< Used unless `clipping` is Fit, like `farPlane`.
  double farPlane = 2'000'000.0;
  bool operator==(const CameraLens&) const = default;
};

/// The free camera: it looks at a point in world space from a distance. The angles are about the up
/// axis and the right axis of the stage, and about the viewing direction.
struct FreeCamera {
  glm::dvec3 focus{0.0};
  double distance = 10.0;
  double yawDegrees = 0.0;
  double pitchDegrees = 0.0;
  double rollDegrees = 0.0;
  CameraLens lens;

  /// Gives up clipping planes that belong to a camera of the scene.
  void forgetKeptClipping() {
    if (lens.clipping == Clipping::Kept) lens.clipping = Clipping::Fit;
  }
  /// Switches between perspective and orthographic. An object at the focus keeps its size.
  void setOrthographic(bool isOrthographic);
  bool operator==(const FreeCamera&) const = default;
};

/// Whether all numbers are finite, and the lens and the distance are possible.
bool isUsable(const FreeCamera& camera);

/// Returns the axes of the view in world space: right, up, and back to the eye.
glm::dmat3 axesOf(const FreeCamera& camera, bool isZUp);

ViewCamera viewOf(const FreeCamera& camera, bool isZUp);

/// Returns the free camera that has the view and the lens of `camera`. Its focus lies at `distance`
/// in front of the eye.
FreeCamera freeCameraOf(const ViewCamera& camera, double distance, bool isZUp);

}  // namespace usdscope
