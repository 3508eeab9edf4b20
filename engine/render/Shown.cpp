// SPDX-License-Identifier: Apache-2.0
#include "engine/render/Shown.h"

namespace usdscope {

bool isShown(Purpose purpose, const RenderSettings& settings) {
  switch (purpose) {
    case Purpose::Default:
      return true;
    case Purpose::Render:
      return settings.showRender;
    case Purpose::Proxy:
      return settings.showProxy;
    case Purpose::Guide:
      return settings.showGuides;
    case Purpose::Other:
      return false;
  }
  return true;
}

Box shownBounds(const Scene& scene, const RenderSettings& settings) {
  Box bounds;
  for (const Item& item : scene.items) {
    if (item.isVisible && isShown(item.purpose, settings)) bounds.add(item.worldBounds);
  }
  for (const Item& item : scene.bones) {
    const bool isLit = item.path == settings.highlightedBones.skeleton;
    if (isLit || settings.bones != BonesDisplay::Off) bounds.add(item.worldBounds);
  }
  return bounds.isEmpty() ? scene.bounds : bounds;
}

}  // namespace usdscope
