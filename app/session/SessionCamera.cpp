// SPDX-License-Identifier: Apache-2.0
// The commands of Session on the camera.
#include <algorithm>

#include "app/session/Session.h"

namespace usdscope {
namespace {

// The camera turns about the depth of the scene's centre, if that lies in front of it.
double focusDistance(const ViewCamera& camera, const Box& bounds) {
  constexpr double kUnknown = 10.0;
  if (bounds.isEmpty()) return kUnknown;
  const glm::dvec3 way = bounds.center() - glm::dvec3(camera.worldFromView[3]);
  const double direct = glm::length(way);
  const double ahead = -glm::dot(way, glm::normalize(glm::dvec3(camera.worldFromView[2])));
  const double distance = ahead > 0.1 * direct ? ahead : direct;
  return distance > 1e-3 && distance < 1e15 ? distance : kUnknown;
}

}  // namespace

const SceneCamera* Session::sceneCamera() const {
  const auto& shown = scene.value();
  const Path wanted = view.value().camera;
  if (!shown || wanted.isEmpty()) return nullptr;
  const auto camera = std::ranges::find(shown->cameras, wanted, &SceneCamera::path);
  return camera == shown->cameras.end() ? nullptr : &*camera;
}

FreeCamera Session::presentCamera() const {
  const SceneCamera* camera = sceneCamera();
  if (!camera) return freeCamera.value().value_or(FreeCamera());
  const ViewCamera seen = viewOf(*camera);
  return freeCameraOf(seen, focusDistance(seen, scene.value()->bounds), scene.value()->isZUp);
}

void Session::leaveSceneCamera() {
  if (sceneCamera()) {
    const FreeCamera next = presentCamera();
    Q_EMIT freeCameraWanted();  // Else an old place could pass for the present one.
    freeCamera.set(next);
  }
  changeView([](ViewSettings& settings) { settings.camera = {}; });
}

void Session::changeFreeCamera(const std::function<void(FreeCamera&)>& change) {
  leaveSceneCamera();
  Q_EMIT freeCameraWanted();
  FreeCamera next = freeCamera.value().value_or(FreeCamera());
  change(next);
  if (isUsable(next)) freeCamera.set(next);
}

void Session::setNavigation(NavigationStyle style) {
  rememberNavigation(style);
  changeView([&](ViewSettings& settings) { settings.navigation = style; });
}

}  // namespace usdscope
