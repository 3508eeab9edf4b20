// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Expects the invariants of every scene.
inline void expectSound(const Scene& scene, const std::string& name) {
  for (const Item& item : scene.items) {
    ASSERT_TRUE(item.geometry) << name;
    const Geometry& g = *item.geometry;
    for (const std::uint32_t index : g.indices) ASSERT_LT(index, g.vertexCount()) << name;
    for (const glm::vec3& p : g.positions) {
      ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << name;
    }
    std::size_t covered = 0;
    for (const GeometryPart& part : item.parts) {
      EXPECT_LT(part.material, std::int32_t(scene.materials.size())) << name;
      covered += part.indexCount;
    }
    EXPECT_EQ(covered, g.indices.size()) << name;
    if (!item.skin) continue;
    const Skin& skin = *item.skin;
    EXPECT_EQ(skin.joints.size(), g.vertexCount() * skin.influencesPerVertex) << name;
    EXPECT_EQ(skin.weights.size(), skin.joints.size()) << name;
    for (const std::uint16_t joint : skin.joints) EXPECT_LT(joint, skin.jointCount) << name;
    EXPECT_LE(item.firstPaletteMatrix + skin.jointCount, scene.palette.size()) << name;
    EXPECT_LE(item.firstBlendWeight + skin.blendShapes.size(), scene.blendWeights.size()) << name;
    for (const Skin::BlendOffset& offset : skin.blendOffsets) {
      EXPECT_LT(offset.vertex, g.vertexCount()) << name;
    }
  }
}

}  // namespace usdscope
