// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/DisplayLook.h"

#include "app/session/view/DisplayColors.h"

namespace usdscope {

void setLook(const Session& session, RenderSettings& settings) {
  const DisplaySettings& display = session.view.value().display;
  settings.inspection = display.inspection;
  settings.exposure = display.exposure;
  settings.gamma = display.gamma;
  settings.outlinesCage = display.cageWires;
  settings.cullBackfaces = display.cullBackfaces;
  settings.usesSceneMaterials = display.sceneMaterials;
  settings.hasCameraLight = display.cameraLight;
  settings.hasSkyLight = display.domeLight;
  settings.usesSceneLights = display.sceneLights;
  settings.hasShadows = display.shadows;
  settings.shadowEdges = display.shadowEdges;
  settings.hasAmbientOcclusion = display.ambientOcclusion;
  settings.showsDome = display.domeBackground;
  settings.encodesSrgb = display.colors != ColorManagement::Disabled;
  settings.displayTable = session.displayColors().state.value().table;
  settings.background = colorOf(display.background);
}

theme::Ground groundOf(BackgroundColor color) {
  const bool isBright = color == BackgroundColor::LightGrey || color == BackgroundColor::White;
  return isBright ? theme::Ground::Light : theme::Ground::Dark;
}

}  // namespace usdscope
