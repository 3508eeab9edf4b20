// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraController.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/viewport/CameraFit.h"

namespace usdscope {
namespace {

constexpr double kDegreesPerPixel = 0.25;
constexpr double kLeastDistance = 1e-6;
constexpr double kMostDistance = 1e15;

}  // namespace

void CameraController::frame(const Box& bounds, double aspectRatio) {
  if (bounds.isEmpty()) return;
  other_ = place_;
  place_.forgetKeptClipping();
  fitToBox(place_, bounds, aspectRatio, isZUp_);
}

void CameraController::reset(const Box& bounds, double aspectRatio) {
  const FreeCamera before = place_;
  place_.yawDegrees = -25.0;
  place_.pitchDegrees = -15.0;
  place_.rollDegrees = 0.0;
  place_.lens = {};
  frame(bounds, aspectRatio);
  other_ = before;
}

bool CameraController::toggleFraming() {
  if (other_) std::swap(place_, *other_);
  return other_.has_value();
}

void CameraController::look(const glm::dvec3& eye, const glm::dvec3& target) {
  const double distance = glm::length(eye - target);
  if (!(distance > 0.0) || !std::isfinite(distance)) return;
  const glm::dvec3 worldBack = (eye - target) / distance;
  const glm::dvec3 back = isZUp_ ? glm::dvec3(worldBack.x, worldBack.z, -worldBack.y) : worldBack;
  place_.pitchDegrees = glm::degrees(std::asin(std::clamp(-back.y, -1.0, 1.0)));
  place_.yawDegrees = glm::degrees(std::atan2(back.x, back.z));
  place_.rollDegrees = 0.0;
  place_.forgetKeptClipping();
  place_.distance = distance;
  place_.focus = target;
}

void CameraController::tumble(double dxPixels, double dyPixels) {
  place_.yawDegrees -= dxPixels * kDegreesPerPixel;
  place_.pitchDegrees = std::clamp(place_.pitchDegrees - dyPixels * kDegreesPerPixel, -90.0, 90.0);
}

void CameraController::truck(double dxPixels, double dyPixels, double viewHeight) {
  // The point under the pointer stays under it.
  const CameraLens& lens = place_.lens;
  const double height = lens.isOrthographic
                            ? lens.verticalSize
                            : 2.0 * place_.distance * std::tan(lens.verticalFovRadians / 2.0);
  const double perPixel = height / std::max(viewHeight, 1.0);
  const glm::dmat3 axes = axesOf(place_, isZUp_);
  place_.focus += (-dxPixels * axes[0] + dyPixels * axes[1]) * perPixel;
}

void CameraController::dolly(double dxPixels, double dyPixels) {
  scaleDistance(1.0 - 0.002 * (dxPixels + dyPixels));
}

void CameraController::zoomBy(double wheelDelta) {
  scaleDistance(1.0 - std::clamp(wheelDelta / 1000.0, -0.5, 0.5));
}

void CameraController::scaleDistance(double factor) {
  double& scaled = place_.lens.isOrthographic ? place_.lens.verticalSize : place_.distance;
  scaled = std::clamp(scaled * std::clamp(factor, 0.1, 10.0), kLeastDistance, kMostDistance);
}

void CameraController::lookAround(double dxPixels, double dyPixels) {
  const glm::dvec3 eye = place_.focus + axesOf(place_, isZUp_)[2] * place_.distance;
  tumble(dxPixels, dyPixels);
  place_.focus = eye - axesOf(place_, isZUp_)[2] * place_.distance;
}

void CameraController::walk(const glm::dvec3& stepInView, double up) {
  const glm::dvec3 worldUp = isZUp_ ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
  place_.focus += axesOf(place_, isZUp_) * stepInView + worldUp * up;
}

}  // namespace usdscope
