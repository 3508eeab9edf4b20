// SPDX-License-Identifier: Apache-2.0
#include "app/capture/CaptureCamera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "app/capture/FrameDrawing.h"
#include "engine/render/CameraAperture.h"
#include "engine/render/Shown.h"
#include "engine/scene/FindCamera.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

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

std::string cameraOfRenderSettings(const Stage& stage) {
  const Value named = stage.pseudoRoot().metadata(Token("renderSettingsPrimPath"));
  const Path path = Path::fromText(named.valueOr(std::string()), Path::root());
  const Prim settings = path.isRootOrPrim() ? stage.primAt(path) : Prim();
  if (!settings || !settings.isA(Token("RenderSettings"))) return {};
  const Relationship camera = settings.relationship(Token("camera"));
  const std::vector<Path> targets = camera ? camera.targets() : std::vector<Path>();
  return targets.size() == 1 ? targets.front().text() : std::string();
}

const SceneCamera* cameraOf(const Scene& scene, const CameraChoice& choice) {
  if (choice.name.empty()) return nullptr;
  const SceneCamera* found = findCamera(scene, choice.name);
  if (found || !choice.isAsUsdrecord) return found;
  if (!choice.ofRenderSettings.empty()) found = findCamera(scene, choice.ofRenderSettings);
  return found ? found : findCamera(scene, kPrimaryCamera);
}

double aspectOf(const SceneCamera* camera) {
  constexpr double kWide = 16.0 / 9.0;
  if (!camera) return kWide;
  const double aspect = apertureAspect(*camera);
  return std::isfinite(aspect) && aspect > 0.0 ? aspect : kWide;
}

int heightOf(const Scene& scene, const CameraChoice& choice, int width) {
  const SceneCamera* camera = cameraOf(scene, choice);
  if (!choice.isAsUsdrecord) {
    return std::clamp(int(std::lround(width / aspectOf(camera))), 1, kMostPixels);
  }
  const SceneCamera standard;
  const float aspect = float(apertureAspect(camera ? *camera : standard));
  // The reference computes with floats, drops the fraction, and takes shapes near 0 as squares.
  const bool isUsable = std::isfinite(aspect) && aspect > 1e-4f;
  const float height = float(width) / (isUsable ? aspect : 1.0f);
  return int(std::clamp(height, 1.0f, float(kMostPixels)));
}

ViewCamera frontView(const Box& bounds, bool isZUp) {
  const SceneCamera standard;
  ViewCamera view = viewOf(standard);
  view.nearPlane = view.farPlane = 0.0;
  const glm::dvec3 size = bounds.isEmpty() ? glm::dvec3(0.0) : bounds.size();
  const glm::dvec3 center = bounds.isEmpty() ? glm::dvec3(0.0) : bounds.center();
  const double height = isZUp ? size.z : size.y;
  const double depth = isZUp ? size.y : size.z;
  const double tangent = standard.horizontalAperture * 0.5 / standard.focalLength;
  double distance = std::hypot(size.x, height) * 0.5 / tangent + depth * 0.5;
  // The near plane of the reference is 1.
  if (distance < 1.0) distance += 1.0;
  const glm::dmat3 zUpFromYUp(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1), glm::dvec3(0, -1, 0));
  const glm::dmat3 axes = isZUp ? zUpFromYUp : glm::dmat3(1.0);
  view.worldFromView = glm::dmat4(axes);
  view.worldFromView[3] = glm::dvec4(center + axes[2] * distance, 1.0);
  return view;
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
  const SceneCamera* found = cameraOf(scene, choice_);
  if (!choice_.name.empty() && (found || !choice_.isAsUsdrecord)) {
    if (!found) {
      problem = whyNoCamera(scene, choice_.name);
      return std::nullopt;
    }
    camera = choice_.fitsAperture ? viewOfAperture(*found, aspect) : viewOf(*found);
  } else if (choice_.isAsUsdrecord) {
    return frontView(shownBounds(scene, settings), scene.isZUp);
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
