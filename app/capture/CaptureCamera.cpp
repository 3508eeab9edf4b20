// SPDX-License-Identifier: Apache-2.0
#include "app/capture/CaptureCamera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/render/CameraAperture.h"
#include "engine/render/Shown.h"
#include "engine/scene/FindCamera.h"

namespace usdscope {

std::string whyNoCamera(const Scene& scene, const std::string& name) {
  if (scene.cameras.empty()) {
    return fmt::format("There is no camera {}: the scene has none.", name);
  }
  std::string names;
  for (const SceneCamera& camera : scene.cameras) {
    if (!names.empty()) names += ", ";
    if (names.size() > 200) {
      names += "…";
      break;
    }
    names += camera.path.text();
  }
  return fmt::format("There is no camera {}. The scene has {}.", name, names);
}

double aspectOf(const SceneCamera* camera) {
  constexpr double kWide = 16.0 / 9.0;
  if (!camera) return kWide;
  const double aspect = apertureAspect(*camera);
  return std::isfinite(aspect) && aspect > 0.0 ? aspect : kWide;
}

Box boundsWhileTurning(const Box& bounds, bool isZUp) {
  if (bounds.isEmpty()) return bounds;
  const glm::dvec3 half = bounds.size() * 0.5;
  const double radius = std::hypot(half.x, isZUp ? half.y : half.z);
  const glm::dvec3 reach =
      isZUp ? glm::dvec3(radius, radius, half.z) : glm::dvec3(radius, half.y, radius);
  return {bounds.center() - reach, bounds.center() + reach};
}

ViewCamera turnedAround(const ViewCamera& camera, const glm::dvec3& point, double radians,
                        bool isZUp) {
  ViewCamera turned = camera;
  const glm::dvec3 up = isZUp ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
  const glm::dmat4 identity(1.0);
  turned.worldFromView = glm::translate(identity, point) * glm::rotate(identity, radians, up) *
                         glm::translate(identity, -point) * camera.worldFromView;
  return turned;
}

std::optional<ViewCamera> CameraMotion::at(const Scene& scene, const RenderSettings& settings,
                                           double turn, std::string& problem) {
  ViewCamera camera;
  const double aspect = double(settings.width) / std::max(settings.height, 1);
  if (!choice_.name.empty()) {
    const SceneCamera* found = findCamera(scene, choice_.name);
    if (!found) {
      problem = whyNoCamera(scene, choice_.name);
      return std::nullopt;
    }
    camera = choice_.fitsAperture ? viewOfAperture(*found, aspect) : viewOf(*found);
  } else if (choice_.view) {
    camera = *choice_.view;
  } else {
    // The first frame decides, so the camera stands still unless it follows.
    if (!framed_ || choice_.follows) {
      Box bounds = shownBounds(scene, settings);
      if (choice_.goesAround) bounds = boundsWhileTurning(bounds, scene.isZUp);
      framed_ = framing(bounds, scene.isZUp, aspect);
    }
    camera = *framed_;
  }
  if (!choice_.goesAround) return camera;
  if (!hasCenter_) {
    const Box bounds = shownBounds(scene, settings);
    center_ = bounds.isEmpty() ? glm::dvec3(0.0) : bounds.center();
    hasCenter_ = true;
  }
  return turnedAround(camera, center_, turn, scene.isZUp);
}

}  // namespace usdscope
