// SPDX-License-Identifier: Apache-2.0
#include "engine/render/CameraAperture.h"

#include <algorithm>
#include <cmath>

namespace usdscope {
namespace {

// How much larger than viewOf() the view must be.
double widening(const SceneCamera& camera, double pictureAspect) {
  if (!(pictureAspect > 0.0) || !std::isfinite(pictureAspect)) return 1.0;
  return std::max(1.0, apertureAspect(camera) / pictureAspect);
}

}  // namespace

double apertureAspect(const SceneCamera& camera) {
  const double aspect = camera.horizontalAperture / camera.verticalAperture;
  return aspect > 0.0 && std::isfinite(aspect) ? aspect : 20.955 / 15.2908;
}

ViewCamera viewOfAperture(const SceneCamera& camera, double pictureAspect) {
  ViewCamera view = viewOf(camera);
  const double wider = widening(camera, pictureAspect);
  view.verticalFovRadians = 2.0 * std::atan(std::tan(view.verticalFovRadians * 0.5) * wider);
  view.verticalSize *= wider;
  view.shift /= wider;
  return view;
}

glm::dvec2 apertureInPicture(const SceneCamera& camera, double pictureAspect) {
  if (!(pictureAspect > 0.0) || !std::isfinite(pictureAspect)) return {1.0, 1.0};
  const double high = 1.0 / widening(camera, pictureAspect);
  return {std::min(apertureAspect(camera) * high / pictureAspect, 1.0), high};
}

}  // namespace usdscope
