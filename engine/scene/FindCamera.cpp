// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/FindCamera.h"

#include <algorithm>

namespace usdscope {

const SceneCamera* findCamera(const Scene& scene, std::string_view pathOrName) {
  const auto byPath = std::ranges::find(scene.cameras, pathOrName,
                                        [](const SceneCamera& each) { return each.path.text(); });
  if (byPath != scene.cameras.end()) return &*byPath;
  const auto byName = std::ranges::find(
      scene.cameras, pathOrName, [](const SceneCamera& each) { return each.path.name().text(); });
  return byName == scene.cameras.end() ? nullptr : &*byName;
}

}  // namespace usdscope
