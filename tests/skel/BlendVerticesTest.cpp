// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BlendVertices.h"

#include <gtest/gtest.h>

#include <vector>

namespace usdscope {

TEST(BlendVertices, AddsTheOffsetsOfShapesWithAWeight) {
  const std::vector<VertexOffset> offsets{
      {0, {1, 0, 0}, {0, 1, 0}}, {2, {0, 2, 0}, {0, 0, 1}}, {2, {4, 0, 0}, {1, 0, 0}}};
  const std::vector<OffsetRange> shapes{{0, 2}, {2, 1}};
  const struct {
    const char* name;
    std::vector<float> weights;
    bool isActive;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
  } cases[] = {
      {"no weight", {0, 0}, false, {{}, {}, {}}, {{}, {}, {}}},
      {"too small a weight", {1e-7f, -9e-7f}, false, {{}, {}, {}}, {{}, {}, {}}},
      {"one shape",
       {0.5f, 0},
       true,
       {{0.5f, 0, 0}, {}, {0, 1, 0}},
       {{0, 0.5f, 0}, {}, {0, 0, 0.5f}}},
      {"both shapes", {1, -1}, true, {{1, 0, 0}, {}, {-4, 2, 0}}, {{0, 1, 0}, {}, {-1, 0, 1}}},
  };
  for (const auto& c : cases) {
    for (const bool hasNormals : {false, true}) {
      std::vector<glm::vec3> positions(3, glm::vec3(0.0f));
      std::vector<glm::vec3> normals(hasNormals ? 3 : 0, glm::vec3(0.0f));
      const BlendVertices job{.offsets = offsets,
                              .shapes = shapes,
                              .weights = c.weights,
                              .positions = positions,
                              .normals = normals};
      EXPECT_EQ(job.isActive(), c.isActive) << c.name;
      job.run();
      EXPECT_EQ(positions, c.positions) << c.name;
      if (hasNormals) {
        EXPECT_EQ(normals, c.normals) << c.name;
      }
    }
  }
}

}  // namespace usdscope
