// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ShadowPlan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/render/ShaderInterface.h"

namespace usdscope {
namespace {

constexpr double kHalfTurn = std::numbers::pi;
// Wider maps waste their texels on the rim.
constexpr double kWidest = 75.0 * kHalfTurn / 180.0;
constexpr double kWidestSun = 170.0;
constexpr int kUnitSize = 4096;  // Only the shape of the picture matters.

bool isFinitePoint(const glm::dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool showsShadows(const RenderSettings& settings) {
  if (!settings.hasShadows || !settings.usesSceneLights) return false;
  if (settings.inspection != InspectionView::None) return false;
  switch (settings.shading) {
    case ShadingMode::Wireframe:
    case ShadingMode::HiddenSurfaceWireframe:
    case ShadingMode::Points:
    case ShadingMode::GeomOnly:
      return false;
    default:
      return true;
  }
}

// A view along a direction. Empty if the direction is not a vector with a length.
std::optional<ViewCamera> viewAlong(const glm::dvec3& position, const glm::dvec3& direction) {
  const double size = glm::length(direction);
  if (!(size > 0.0) || !std::isfinite(size) || !isFinitePoint(position)) return std::nullopt;
  const glm::dvec3 back = direction / -size;
  const glm::dvec3 side = glm::normalize(
      glm::cross(std::abs(back.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0), back));
  ViewCamera view;
  view.worldFromView = glm::dmat4(glm::dvec4(side, 0.0), glm::dvec4(glm::cross(back, side), 0.0),
                                  glm::dvec4(back, 0.0), glm::dvec4(position, 1.0));
  return view;
}

glm::dvec3 cornerOf(const Box& box, int corner) {
  return {(corner & 1) ? box.max.x : box.min.x, (corner & 2) ? box.max.y : box.min.y,
          (corner & 4) ? box.max.z : box.min.z};
}

// The part of the scene that a picture may show, in the space of a light.
Box shownFrom(const glm::dmat4& viewFromWorld, const Box& bounds, const CameraFrustum& view) {
  Box scene;
  Box seen;
  for (int corner = 0; corner < 8; ++corner) {
    scene.add(glm::dvec3(viewFromWorld * glm::dvec4(cornerOf(bounds, corner), 1.0)));
    const glm::dvec3 clip((corner & 1) ? 1.0 : -1.0, (corner & 2) ? 1.0 : -1.0,
                          (corner & 4) ? 1.0 : 0.0);
    seen.add(glm::dvec3(viewFromWorld * glm::dvec4(view.worldFromClip(clip), 1.0)));
  }
  if (!isFinitePoint(seen.min) || !isFinitePoint(seen.max)) return scene;
  return {glm::max(scene.min, seen.min), glm::min(scene.max, seen.max)};
}

// With `isSoft`, the map also shows what a penumbra at the rim of the picture needs.
std::vector<ShadowMap> mapsOfDistant(const SceneLight& light, const CameraFrustum& view,
                                     const Box& bounds, bool isSoft) {
  auto camera = viewAlong(bounds.center(), -glm::dvec3(light.worldFromLight[2]));
  if (!camera) return {};
  const Box shown = shownFrom(glm::inverse(camera->worldFromView), bounds, view);
  const glm::dvec3 size = shown.max - shown.min;
  if (!(size.x > 0.0) || !(size.y > 0.0)) return {};
  const glm::dvec3 center = (shown.min + shown.max) * 0.5;
  camera->worldFromView[3] = camera->worldFromView * glm::dvec4(center.x, center.y, 0.0, 1.0);
  camera->isOrthographic = true;
  double side = std::max(size.x, size.y) * 1.01;
  if (isSoft) {
    const double half = std::clamp(double(light.angleDegrees), 0.0, kWidestSun) * kHalfTurn / 360.0;
    // Wider maps would be too coarse.
    side += std::min(2.0 * std::tan(half) * glm::length(bounds.size()), side);
  }
  camera->verticalSize = side;
  return {{.frustum = makeFrustum(*camera, kUnitSize, kUnitSize, bounds),
           .link = light.shadowLink,
           .width = side}};
}

ShadowMap mapOfPoint(ViewCamera camera, double halfAngle, double nearest, double farthest,
                     std::uint32_t link) {
  camera.verticalFovRadians = 2.0 * halfAngle;
  camera.nearPlane = nearest;
  camera.farPlane = farthest;
  return {.frustum = makeFrustum(camera, kUnitSize, kUnitSize, Box()),
          .link = link,
          .width = 2.0 * std::tan(halfAngle)};
}

double scaleOf(const SceneLight& light) {
  return std::cbrt(std::abs(glm::determinant(glm::dmat3(light.worldFromLight))));
}

std::vector<ShadowMap> mapsOfPoint(const SceneLight& light, const Box& bounds) {
  const glm::dvec3 position(light.worldFromLight[3]);
  const glm::dvec3 emission = -glm::dvec3(light.worldFromLight[2]);
  if (!isFinitePoint(position)) return {};
  const glm::dvec3 toScene = bounds.center() - position;
  const double radius = glm::length(bounds.size()) * 0.5;
  const double distance = glm::length(toScene);
  const double farthest = (distance + radius) * 1.01;
  // Surfaces inside of a sphere do not hide it.
  const double lamp = light.kind == LightKind::Sphere
                          ? double(std::max(light.radius, light.hull)) * scaleOf(light)
                          : 0.0;
  const double nearest = std::max({farthest * 1e-4, (distance - radius) * 0.99, lamp});
  if (!std::isfinite(farthest) || !(nearest > 0.0) || nearest >= farthest) return {};

  std::optional<ViewCamera> best;
  double halfAngle = kWidest;
  if (distance > radius * 1.02 && std::asin(radius / distance) < halfAngle) {
    halfAngle = std::asin(radius / distance);
    best = viewAlong(position, toScene);
  }
  const bool isOneSided = light.kind == LightKind::Rect || light.kind == LightKind::Disk;
  const double cone = double(light.coneAngleDegrees) * kHalfTurn / 180.0;
  if (light.hasShaping && cone > 0.0 && cone < halfAngle) {
    halfAngle = cone;
    best = viewAlong(position, emission);
  } else if (isOneSided && !best) {
    best = viewAlong(position, emission);
  }
  if (best) {
    // The rim belongs to the map.
    return {mapOfPoint(*best, std::min(halfAngle * 1.02 + 0.005, 1.5), nearest, farthest,
                       light.shadowLink)};
  }
  if (isOneSided) return {};
  std::vector<ShadowMap> maps;
  for (int face = 0; face < 6; ++face) {
    glm::dvec3 direction(0.0);
    direction[face / 2] = face % 2 == 0 ? 1.0 : -1.0;
    // Filters read beyond the edges of a face.
    maps.push_back(mapOfPoint(*viewAlong(position, direction), std::atan(1.02), nearest, farthest,
                              light.shadowLink));
  }
  return maps;
}

}  // namespace

ShadowPlan planShadows(const Scene& scene, const CameraFrustum& view, const Box& bounds,
                       const RenderSettings& settings) {
  ShadowPlan plan;
  plan.lights.resize(scene.lights.size());
  const bool isBounded =
      !bounds.isEmpty() && isFinitePoint(bounds.min) && isFinitePoint(bounds.max);
  if (!isBounded || !showsShadows(settings)) return plan;
  const bool isSoft = settings.shadowEdges != ShadowEdges::Hard;
  for (std::size_t i = 0; i < scene.lights.size(); ++i) {
    const SceneLight& light = scene.lights[i];
    if (light.kind == LightKind::Dome || !light.castsShadows) continue;
    if (light.color == glm::vec3(0.0f)) continue;
    const std::vector<ShadowMap> maps = light.kind == LightKind::Distant
                                            ? mapsOfDistant(light, view, bounds, isSoft)
                                            : mapsOfPoint(light, bounds);
    if (plan.maps.size() + maps.size() > LightingBlock::kMostShadows) {
      ++plan.omitted;
      continue;
    }
    plan.lights[i] = {static_cast<std::uint32_t>(plan.maps.size()),
                      static_cast<std::uint32_t>(maps.size())};
    plan.maps.insert(plan.maps.end(), maps.begin(), maps.end());
  }
  return plan;
}

}  // namespace usdscope
