// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraController.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace usdscope {
namespace {

constexpr double kFovRadians = std::numbers::pi / 3.0;
constexpr double kFit = 1.1;
constexpr double kDegreesPerPixel = 0.25;

glm::dmat3 turn(int axis, double degrees) {
  const double radians = degrees * std::numbers::pi / 180.0;
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

// Turns a Y-up frame into a Z-up one.
const glm::dmat3& zUpFromYUp() {
  static const glm::dmat3 matrix = turn(0, 90.0);
  return matrix;
}

}  // namespace

glm::dmat3 CameraController::rotation() const {
  const glm::dmat3 yUp = turn(1, view_.yawDegrees) * turn(0, view_.pitchDegrees);
  return isZUp_ ? zUpFromYUp() * yUp : yUp;
}

void CameraController::frame(const Box& bounds, double aspectRatio, bool fromFront) {
  if (bounds.isEmpty()) return;
  other_ = view_;
  if (fromFront) {
    view_.yawDegrees = -25.0;
    view_.pitchDegrees = -15.0;
  }
  view_.focus = bounds.center();
  // Back off until all corners are inside the picture.
  const glm::dmat3 viewFromWorld = glm::transpose(rotation());
  const double tanVertical = std::tan(kFovRadians / 2.0);
  const double tanHorizontal = tanVertical * std::max(aspectRatio, 0.01);
  view_.distance = std::max(glm::length(bounds.size()) * 1e-3, 1e-6);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 point(corner & 1 ? bounds.max.x : bounds.min.x,
                           corner & 2 ? bounds.max.y : bounds.min.y,
                           corner & 4 ? bounds.max.z : bounds.min.z);
    const glm::dvec3 view = viewFromWorld * (point - view_.focus);
    view_.distance = std::max({view_.distance, view.z + kFit * std::abs(view.x) / tanHorizontal,
                               view.z + kFit * std::abs(view.y) / tanVertical});
  }
}

bool CameraController::toggleFraming() {
  if (other_) std::swap(view_, *other_);
  return other_.has_value();
}

void CameraController::setFrom(const ViewCamera& camera, double distance) {
  const glm::dvec3 eye(camera.worldFromView[3]);
  look(eye, eye - glm::normalize(glm::dvec3(camera.worldFromView[2])) * distance);
}

void CameraController::look(const glm::dvec3& eye, const glm::dvec3& target) {
  const double distance = glm::length(eye - target);
  if (!(distance > 0.0) || !std::isfinite(distance)) return;
  const glm::dvec3 worldBack = (eye - target) / distance;
  const glm::dvec3 back = isZUp_ ? glm::transpose(zUpFromYUp()) * worldBack : worldBack;
  view_.pitchDegrees = std::asin(std::clamp(-back.y, -1.0, 1.0)) * 180.0 / std::numbers::pi;
  view_.yawDegrees = std::atan2(back.x, back.z) * 180.0 / std::numbers::pi;
  view_.distance = distance;
  view_.focus = target;
}

void CameraController::tumble(double dxPixels, double dyPixels) {
  view_.yawDegrees -= dxPixels * kDegreesPerPixel;
  view_.pitchDegrees = std::clamp(view_.pitchDegrees - dyPixels * kDegreesPerPixel, -90.0, 90.0);
}

void CameraController::truck(double dxPixels, double dyPixels, double viewHeight) {
  // The point under the pointer stays under it.
  const double perPixel =
      2.0 * view_.distance * std::tan(kFovRadians / 2.0) / std::max(viewHeight, 1.0);
  const glm::dmat3 axes = rotation();
  view_.focus += (-dxPixels * axes[0] + dyPixels * axes[1]) * perPixel;
}

void CameraController::dolly(double dxPixels, double dyPixels) {
  view_.distance = std::max(view_.distance * (1.0 - 0.002 * (dxPixels + dyPixels)), 1e-6);
}

void CameraController::zoomBy(double wheelDelta) {
  view_.distance =
      std::max(view_.distance * (1.0 - std::clamp(wheelDelta / 1000.0, -0.5, 0.5)), 1e-6);
}

FreeCamera CameraController::place() const {
  return {view_.focus, view_.distance, view_.yawDegrees, view_.pitchDegrees};
}

void CameraController::setPlace(const FreeCamera& place) {
  view_ = {place.focus, place.distance, place.yawDegrees, place.pitchDegrees};
}

ViewCamera CameraController::camera() const {
  ViewCamera camera;
  const glm::dmat3 axes = rotation();
  camera.worldFromView = glm::dmat4(axes);
  camera.worldFromView[3] = glm::dvec4(view_.focus + axes[2] * view_.distance, 1.0);
  camera.verticalFovRadians = kFovRadians;
  return camera;
}

}  // namespace usdscope
