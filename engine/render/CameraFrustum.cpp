// SPDX-License-Identifier: Apache-2.0
#include "engine/render/CameraFrustum.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace usdscope {
namespace {

bool isFinite(const glm::dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool isUsable(const Box& box) { return !box.isEmpty() && isFinite(box.min) && isFinite(box.max); }

// Orthonormalises the axes of a matrix: first the viewing direction, then up, as GfFrustum does.
glm::dmat3 rotationOf(const glm::dmat4& worldFromView) {
  glm::dvec3 back(worldFromView[2]);
  glm::dvec3 up(worldFromView[1]);
  const auto isGood = [](const glm::dvec3& v) { return isFinite(v) && glm::length(v) > 1e-12; };
  if (!isGood(back)) back = {0.0, 0.0, 1.0};
  back = glm::normalize(back);
  glm::dvec3 right = isGood(up) ? glm::cross(up, back) : glm::dvec3(0.0);
  if (!isGood(right)) {
    right = glm::cross(std::abs(back.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(0, 0, -1), back);
  }
  right = glm::normalize(right);
  return {right, glm::cross(back, right), back};
}

// The nearest and farthest distance of a box along the view.
std::pair<double, double> depthRange(const Box& box, const glm::dvec3& position,
                                     const glm::dvec3& forward) {
  double nearest = std::numeric_limits<double>::max();
  double farthest = std::numeric_limits<double>::lowest();
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 point((corner & 1) ? box.max.x : box.min.x,
                           (corner & 2) ? box.max.y : box.min.y,
                           (corner & 4) ? box.max.z : box.min.z);
    const double depth = glm::dot(point - position, forward);
    nearest = std::min(nearest, depth);
    farthest = std::max(farthest, depth);
  }
  return {nearest, farthest};
}

void fitPlanes(const Box& bounds, const glm::dvec3& forward, CameraFrustum& frustum) {
  frustum.nearPlane = 0.1;
  frustum.farPlane = 1000.0;
  if (!isUsable(bounds)) return;
  auto [nearest, farthest] = depthRange(bounds, frustum.position, forward);
  const double slack = std::max((farthest - nearest) * 0.01, std::abs(farthest) * 1e-6);
  if (frustum.isOrthographic) {
    // An orthographic view also shows geometry behind the camera.
    frustum.nearPlane = nearest - slack - 1e-6;
    frustum.farPlane = farthest + slack + 1e-6;
    return;
  }
  if (farthest <= 0.0) return;
  frustum.farPlane = farthest + slack;
  // Float depths are as precise for a near plane of any distance. A larger one would cut off what
  // is near the camera inside a sky.
  frustum.nearPlane = std::max(nearest - slack, frustum.farPlane * 1e-9);
}

}  // namespace

CameraFrustum makeFrustum(const ViewCamera& camera, int width, int height, const Box& bounds) {
  CameraFrustum frustum;
  frustum.isOrthographic = camera.isOrthographic;
  const glm::dvec3 position(camera.worldFromView[3]);
  frustum.position = isFinite(position) ? position : glm::dvec3(0.0);
  const glm::dmat3 relativeFromView = rotationOf(camera.worldFromView);
  frustum.viewFromRelative = glm::dmat4(glm::transpose(relativeFromView));
  if (camera.nearPlane > 0.0 && camera.farPlane > camera.nearPlane) {
    frustum.nearPlane = camera.nearPlane;
    frustum.farPlane = camera.farPlane;
  } else {
    fitPlanes(bounds, -relativeFromView[2], frustum);
  }

  // The half size of the picture at distance 1; at any distance if orthographic.
  const double aspect = height > 0 ? double(width) / double(height) : 1.0;
  const double halfHeight = camera.isOrthographic ? std::max(camera.verticalSize * 0.5, 1e-12)
                                                  : std::tan(camera.verticalFovRadians * 0.5);
  const double halfWidth = halfHeight * aspect;
  const double near = frustum.nearPlane;
  const double far = frustum.farPlane;
  const glm::dvec2 shift(camera.shift.x / aspect, camera.shift.y);
  glm::dmat4& clip = frustum.clipFromView;
  clip = glm::dmat4(0.0);
  clip[0][0] = 1.0 / halfWidth;
  clip[1][1] = 1.0 / halfHeight;
  if (camera.isOrthographic) {
    clip[2][2] = 1.0 / (far - near);
    clip[3] = glm::dvec4(-shift, far / (far - near), 1.0);
  } else {
    clip[2] = glm::dvec4(shift, near / (far - near), -1.0);
    clip[3][2] = near * far / (far - near);
  }
  frustum.pixelsPerUnit = double(height) * 0.5 / halfHeight;
  frustum.clipFromRelative = clip * frustum.viewFromRelative;
  for (const glm::dvec4& plane : camera.clippingPlanes) {
    if (frustum.clippingPlanes.size() == kMostClippingPlanes) break;
    frustum.clippingPlanes.push_back(glm::transpose(frustum.viewFromRelative) * plane);
  }
  frustum.updatePlanes();
  return frustum;
}

void CameraFrustum::updatePlanes() {
  const glm::dmat4 rows = glm::transpose(clipFromRelative);
  planes_ = {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1],
             rows[3] - rows[2]};
}

bool CameraFrustum::mightSee(const Box& worldBounds) const {
  if (!isUsable(worldBounds)) return true;
  const glm::dvec3 low = worldBounds.min - position;
  const glm::dvec3 high = worldBounds.max - position;
  return std::ranges::none_of(planes_, [&](const glm::dvec4& plane) {
    const glm::dvec3 inmost(plane.x > 0.0 ? high.x : low.x, plane.y > 0.0 ? high.y : low.y,
                            plane.z > 0.0 ? high.z : low.z);
    return glm::dot(glm::dvec3(plane), inmost) + plane.w < 0.0;
  });
}

glm::dvec3 CameraFrustum::worldFromClip(const glm::dvec3& clip) const {
  const glm::dvec4 relative = glm::inverse(clipFromRelative) * glm::dvec4(clip, 1.0);
  return position + glm::dvec3(relative) / relative.w;
}

std::optional<glm::dvec3> CameraFrustum::clipFromWorld(const glm::dvec3& world) const {
  const glm::dvec4 clip = clipFromRelative * glm::dvec4(world - position, 1.0);
  if (!(clip.w > 0.0)) return std::nullopt;
  return glm::dvec3(clip) / clip.w;
}

double CameraFrustum::depthOf(const glm::dvec3& world) const {
  return -(viewFromRelative * glm::dvec4(world - position, 1.0)).z;
}

CameraFrustum CameraFrustum::part(double x, double y, double width, double height,
                                  double pictureWidth, double pictureHeight) const {
  CameraFrustum result = *this;
  const glm::dvec2 scale(pictureWidth / width, pictureHeight / height);
  const glm::dvec2 center((2.0 * x + width) / pictureWidth - 1.0,
                          (2.0 * y + height) / pictureHeight - 1.0);
  glm::dmat4 crop(1.0);
  crop[0][0] = scale.x;
  crop[1][1] = scale.y;
  crop[3] = glm::dvec4(-center.x * scale.x, -center.y * scale.y, 0.0, 1.0);
  result.clipFromView = crop * clipFromView;
  result.clipFromRelative = crop * clipFromRelative;
  result.updatePlanes();
  return result;
}

ViewCamera viewOf(const SceneCamera& camera) {
  ViewCamera view;
  view.worldFromView = camera.worldFromView;
  view.isOrthographic = camera.isOrthographic;
  view.nearPlane = camera.nearPlane;
  view.farPlane = camera.farPlane;
  view.clippingPlanes = camera.clippingPlanes;
  // Apertures and the focal length are in tenths of a stage unit.
  const double aperture = camera.verticalAperture > 0.0 ? camera.verticalAperture : 15.2908;
  view.verticalSize = aperture / 10.0;
  view.verticalFovRadians =
      2.0 * std::atan(aperture * 0.5 / (camera.focalLength > 0.0 ? camera.focalLength : 50.0));
  view.shift =
      glm::dvec2(camera.horizontalApertureOffset, camera.verticalApertureOffset) * 2.0 / aperture;
  return view;
}

ViewCamera framing(const Box& bounds, bool isZUp, double aspectRatio) {
  ViewCamera view;
  const Box box = isUsable(bounds) ? bounds : Box{glm::dvec3(-1.0), glm::dvec3(1.0)};
  const glm::dvec3 center = box.center();
  const double radius = std::max(glm::length(box.size()) * 0.5, 1e-6);

  // The camera looks at the centre from a little to the right and above.
  constexpr double kTurn = 0.45;
  constexpr double kRise = 0.30;
  const glm::dvec3 back(std::sin(kTurn) * std::cos(kRise), std::sin(kRise),
                        std::cos(kTurn) * std::cos(kRise));
  const glm::dvec3 right(std::cos(kTurn), 0.0, -std::sin(kTurn));
  glm::dmat3 axes(right, glm::cross(back, right), back);
  if (isZUp) {
    const glm::dmat3 zUpFromYUp(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1), glm::dvec3(0, -1, 0));
    axes = zUpFromYUp * axes;
  }

  // The smallest distance at which every corner of the box is inside the picture.
  const double halfHeight = std::tan(view.verticalFovRadians * 0.5);
  const double halfWidth = halfHeight * (aspectRatio > 0.0 ? aspectRatio : 1.0);
  double distance = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 point =
        glm::dvec3((corner & 1) ? box.max.x : box.min.x, (corner & 2) ? box.max.y : box.min.y,
                   (corner & 4) ? box.max.z : box.min.z) -
        center;
    const glm::dvec3 inView = glm::transpose(axes) * point;
    distance = std::max({distance, inView.z + std::abs(inView.x) / halfWidth,
                         inView.z + std::abs(inView.y) / halfHeight});
  }
  distance = std::max(distance * 1.06, radius * 1e-3);
  view.worldFromView = glm::dmat4(axes);
  view.worldFromView[3] = glm::dvec4(center + axes[2] * distance, 1.0);
  return view;
}

}  // namespace usdscope
