// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "engine/scene/Scene.h"
#include "engine/scene/SkinVertices.h"

namespace usdscope {

/// Returns the vertices of an item in world space, skinned on the CPU.
inline std::vector<glm::dvec3> drawnVertices(const Scene& scene, const Item& item) {
  std::vector<SkinnedVertex> vertices(item.geometry->vertexCount());
  if (item.skin) {
    const Skin& skin = *item.skin;
    SkinVertices job;
    job.geometry = item.geometry.get();
    job.skin = &skin;
    job.palette = std::span(scene.palette).subspan(item.firstPaletteMatrix, skin.jointCount);
    job.blendWeights =
        std::span(scene.blendWeights).subspan(item.firstBlendWeight, skin.blendShapes.size());
    job.vertices = vertices;
    EXPECT_TRUE(job.run()) << job.problem();
  }
  std::vector<glm::dvec3> places;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const glm::vec3& local = item.skin ? vertices[i].position : item.geometry->positions[i];
    places.emplace_back(item.worldFromLocal * glm::dvec4(glm::dvec3(local), 1.0));
  }
  return places;
}

}  // namespace usdscope
