// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/FreeCamera.h"

#include <cmath>
#include <initializer_list>

#include "engine/render/CameraFrustum.h"

namespace usdscope {
namespace {

constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;

glm::dmat3 turn(int axis, double degrees) {
  const double radians = degrees / kDegreesPerRadian;
  const double c = std::cos(radians);
  const double s = std::sin(radians);
  const int a = (axis + 1) % 3;
  const int b = (axis + 2) % 3;
  glm::dmat3 matrix(1.0);
  matrix[a][a] = c;
  matrix[a][b] = s;
  matrix[b][a] = -s;
  matrix[b][b] = c;
  return matrix;
}

// Turns a Y-up frame into a Z-up one. Whole numbers keep views along an axis exact.
const glm::dmat3 kZUpFromYUp(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1), glm::dvec3(0, -1, 0));

}  // namespace

void FreeCamera::setOrthographic(bool isOrthographic) {
  if (isOrthographic == lens.isOrthographic) return;
  const double heightAtOne = 2.0 * std::tan(lens.verticalFovRadians / 2.0);
  if (isOrthographic) {
    lens.verticalSize = distance * heightAtOne;
  } else {
    distance = lens.verticalSize / heightAtOne;
  }
  lens.isOrthographic = isOrthographic;
}

bool isUsable(const FreeCamera& camera) {
  const CameraLens& lens = camera.lens;
  for (const double each :
       {camera.focus.x, camera.focus.y, camera.focus.z, camera.distance, camera.yawDegrees,
        camera.pitchDegrees, camera.rollDegrees, lens.verticalFovRadians, lens.verticalSize,
        lens.shift.x, lens.shift.y, lens.nearPlane, lens.farPlane}) {
    if (!std::isfinite(each)) return false;
  }
  return camera.distance > 0.0 && lens.verticalFovRadians > 0.0 &&
         lens.verticalFovRadians < std::numbers::pi && lens.verticalSize > 0.0;
}

glm::dmat3 axesOf(const FreeCamera& camera, bool isZUp) {
  const glm::dmat3 yUp =
      turn(1, camera.yawDegrees) * turn(0, camera.pitchDegrees) * turn(2, camera.rollDegrees);
  return isZUp ? kZUpFromYUp * yUp : yUp;
}

ViewCamera viewOf(const FreeCamera& camera, bool isZUp) {
  const CameraLens& lens = camera.lens;
  const glm::dmat3 axes = axesOf(camera, isZUp);
  ViewCamera view;
  view.worldFromView = glm::dmat4(axes);
  view.worldFromView[3] = glm::dvec4(camera.focus + axes[2] * camera.distance, 1.0);
  view.isOrthographic = lens.isOrthographic;
  view.verticalFovRadians = lens.verticalFovRadians;
  view.verticalSize = lens.verticalSize;
  view.shift = lens.shift;
  if (lens.clipping != Clipping::Fit) {
    view.nearPlane = lens.nearPlane;
    view.farPlane = lens.farPlane;
  }
  return view;
}

FreeCamera freeCameraOf(const ViewCamera& camera, double distance, bool isZUp) {
  // The frustum has removed scale, shear, and numbers that are not finite.
  const CameraFrustum frustum = makeFrustum(camera, 1, 1, {});
  const glm::dmat3 worldAxes = glm::transpose(glm::dmat3(frustum.viewFromRelative));
  const glm::dmat3 axes = isZUp ? glm::transpose(kZUpFromYUp) * worldAxes : worldAxes;
  const glm::dvec3& back = axes[2];
  const double sideways = std::hypot(back.x, back.z);
  FreeCamera free;
  free.distance = distance;
  free.focus = frustum.position - worldAxes[2] * distance;
  // Looking straight up or down, yaw and roll are the same, and all of it passes for yaw.
  free.yawDegrees =
      (sideways > 1e-9 ? std::atan2(back.x, back.z) : std::atan2(-axes[0].z, axes[0].x)) *
      kDegreesPerRadian;
  free.pitchDegrees = std::atan2(-back.y, sideways) * kDegreesPerRadian;
  const glm::dmat3 rolled = glm::transpose(axesOf(free, false)) * axes;
  free.rollDegrees = std::atan2(rolled[0].y, rolled[0].x) * kDegreesPerRadian;
  free.lens = {.isOrthographic = camera.isOrthographic,
               .verticalFovRadians = camera.verticalFovRadians,
               .verticalSize = camera.verticalSize,
               .shift = camera.shift};
  if (camera.nearPlane > 0.0 && camera.farPlane > camera.nearPlane) {
    free.lens.clipping = Clipping::Kept;
    free.lens.nearPlane = camera.nearPlane;
    free.lens.farPlane = camera.farPlane;
  }
  return free;
}

}  // namespace usdscope
