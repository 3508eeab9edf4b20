// SPDX-License-Identifier: Apache-2.0
#include "app/actions/CameraActions.h"

#include <cmath>
#include <numbers>

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

constexpr double kLeastFovDegrees = 0.1;
constexpr double kMostFovDegrees = 170.0;

bool isOrthographic(const ActionContext& c) {
  return c.session.presentCamera().lens.isOrthographic;
}
bool isAutoClip(const ActionContext& c) {
  return c.session.presentCamera().lens.clipping == Clipping::Fit;
}
bool hasSceneCameras(const ActionContext& c) {
  const auto& scene = c.session.scene.value();
  return scene && !scene->cameras.empty();
}

ActionProblem toggleOrthographic(const ActionContext& c, const Arguments&) {
  c.session.changeFreeCamera(
      [](FreeCamera& camera) { camera.setOrthographic(!camera.lens.isOrthographic); });
  return {};
}

ActionProblem toggleAutoClip(const ActionContext& c, const Arguments&) {
  c.session.changeFreeCamera([](FreeCamera& camera) {
    const bool isFitted = camera.lens.clipping == Clipping::Fit;
    camera.lens.clipping = isFitted ? Clipping::Set : Clipping::Fit;
  });
  return {};
}

ActionProblem setFieldOfView(const ActionContext& c, const Arguments& arguments) {
  const auto degrees = arguments.size() == 1 ? numberOf(arguments[0]) : std::nullopt;
  if (!degrees || !(*degrees >= kLeastFovDegrees && *degrees <= kMostFovDegrees)) {
    return "Expected a vertical field of view between 0.1 and 170 degrees.";
  }
  c.session.changeFreeCamera([&](FreeCamera& camera) {
    camera.lens.verticalFovRadians = *degrees * std::numbers::pi / 180.0;
  });
  return {};
}

ActionProblem setClippingRange(const ActionContext& c, const Arguments& arguments) {
  const auto near = arguments.size() == 2 ? numberOf(arguments[0]) : std::nullopt;
  const auto far = arguments.size() == 2 ? numberOf(arguments[1]) : std::nullopt;
  if (!near || !far || !std::isfinite(*far) || !(*near > 0.0) || !(*far > *near)) {
    return "Expected the distances of the near and the far plane: two numbers above 0, the smaller "
           "one first.";
  }
  c.session.changeFreeCamera([&](FreeCamera& camera) {
    camera.lens.clipping = Clipping::Set;
    camera.lens.nearPlane = *near;
    camera.lens.farPlane = *far;
  });
  return {};
}

/// A view along an axis of the stage, named after the side of the scene that it shows.
struct Side {
  const char* name;
  double yawDegrees;
  double pitchDegrees;
};
constexpr Side kSides[] = {{"front", 0.0, 0.0},  {"back", 180.0, 0.0}, {"left", -90.0, 0.0},
                           {"right", 90.0, 0.0}, {"top", 0.0, -90.0},  {"bottom", 0.0, 90.0}};

ActionProblem showSide(const ActionContext& c, const Side& side) {
  c.session.changeFreeCamera([&](FreeCamera& camera) {
    camera.forgetKeptClipping();
    camera.yawDegrees = side.yawDegrees;
    camera.pitchDegrees = side.pitchDegrees;
    camera.rollDegrees = 0.0;
  });
  return {};
}

template <int Index>
ActionProblem lookAt(const ActionContext& c, const Arguments&) {
  return showSide(c, kSides[Index]);
}

ActionProblem lookAlong(const ActionContext& c, const Arguments& arguments) {
  for (const Side& side : kSides) {
    if (arguments.size() == 1 && arguments[0] == side.name) return showSide(c, side);
  }
  return "Expected front, back, left, right, top or bottom.";
}

template <NavigationStyle Style>
ActionProblem navigateLike(const ActionContext& c, const Arguments&) {
  c.session.setNavigation(Style);
  return {};
}
template <NavigationStyle Style>
bool navigatesLike(const ActionContext& c) {
  return c.session.view.value().navigation == Style;
}

ActionProblem chooseNavigation(const ActionContext& c, const Arguments& arguments) {
  const auto style = arguments.size() == 1 ? navigationOf(arguments[0]) : std::nullopt;
  if (!style) return "Expected usdscope, maya, blender, houdini, touchpad or fly.";
  c.session.setNavigation(*style);
  return {};
}

using N = NavigationStyle;

constexpr ActionRow kCameraRows[] = {
    {"resetView", "Camera", "Reset View", "", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.resetView();
       return ActionProblem();
     }},
    {"lookFront", "Look Along", "Front", "", "", hasDocument, nullptr, lookAt<0>},
    {"lookBack", "Look Along", "Back", "", "", hasDocument, nullptr, lookAt<1>},
    {"lookLeft", "Look Along", "Left", "", "", hasDocument, nullptr, lookAt<2>},
    {"lookRight", "Look Along", "Right", "", "", hasDocument, nullptr, lookAt<3>},
    {"lookTop", "Look Along", "Top", "", "", hasDocument, nullptr, lookAt<4>},
    {"lookBottom", "Look Along", "Bottom", "", "", hasDocument, nullptr, lookAt<5>},
    {"lookAlong", "", "Look Along", "", "front|back|left|right|top|bottom", hasDocument, nullptr,
     lookAlong},
    {"-", "Camera", "", "", "", always, nullptr, nullptr},
    {"orthographic", "Camera", "Orthographic", "", "", hasDocument, isOrthographic,
     toggleOrthographic},
    {"autoClip", "Camera", "Auto Compute Clipping Planes", "C", "", hasDocument, isAutoClip,
     toggleAutoClip},
    {"cameraSettings", "Camera", "Free Camera Settings…", "", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showCameraSettings();
       return ActionProblem();
     }},
    {"fieldOfView", "", "Field of View of the Free Camera", "", "DEGREES", hasDocument, nullptr,
     setFieldOfView},
    {"clippingRange", "", "Clipping Range of the Free Camera", "", "NEAR FAR", hasDocument, nullptr,
     setClippingRange},
    {"navigationUsdscope", "Navigation", "usdscope: With or Without Alt", "", "", always,
     navigatesLike<N::Usdscope>, navigateLike<N::Usdscope>},
    {"navigationMaya", "Navigation", "Maya and usdview", "", "", always, navigatesLike<N::Maya>,
     navigateLike<N::Maya>},
    {"navigationBlender", "Navigation", "Blender", "", "", always, navigatesLike<N::Blender>,
     navigateLike<N::Blender>},
    {"navigationHoudini", "Navigation", "Houdini", "", "", always, navigatesLike<N::Houdini>,
     navigateLike<N::Houdini>},
    {"navigationTouchpad", "Navigation", "Touchpad", "", "", always, navigatesLike<N::Touchpad>,
     navigateLike<N::Touchpad>},
    {"navigationFly", "Navigation", "Fly: Right Button and W A S D", "", "", always,
     navigatesLike<N::Fly>, navigateLike<N::Fly>},
    {"navigation", "", "Choose Navigation", "", "usdscope|maya|blender|houdini|touchpad|fly",
     always, nullptr, chooseNavigation},
    {"cameras", "Camera", "Find Scene Camera…", "", "", hasSceneCameras, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showCameras();
       return ActionProblem();
     }},
};

}  // namespace

std::span<const ActionRow> cameraActionRows() { return kCameraRows; }

}  // namespace usdscope
