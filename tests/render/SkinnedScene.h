// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/render/RenderTest.h"
#include "tests/scene/SkinnedGeometry.h"

namespace usdscope {

/// A scene with one skinned item for each example.
inline Scene sceneOf(const std::vector<SkinnedGeometry>& examples) {
  Scene scene;
  for (const SkinnedGeometry& example : examples) {
    Item item = makeItem("/S", example.geometry);
    item.worldBounds = {glm::dvec3(-100.0), glm::dvec3(100.0)};
    item.skin = example.skin;
    item.firstPaletteMatrix = static_cast<std::uint32_t>(scene.palette.size());
    item.firstBlendWeight = static_cast<std::uint32_t>(scene.blendWeights.size());
    scene.palette.insert(scene.palette.end(), example.palette.begin(), example.palette.end());
    scene.blendWeights.insert(scene.blendWeights.end(), example.blendWeights.begin(),
                              example.blendWeights.end());
    scene.items.push_back(std::move(item));
  }
  return scene;
}

}  // namespace usdscope
