// SPDX-License-Identifier: Apache-2.0
// Things near the camera inside a sky of a million units.
#include <glm/gtc/matrix_transform.hpp>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

Item coloured(const char* path, std::shared_ptr<Geometry> geometry, const glm::dmat4& place,
              const glm::vec3& color) {
  Item item = makeItem(path, std::move(geometry), place);
  item.color = glm::vec4(color, 1.0f);
  return item;
}

struct SkySphere : RenderTest {};

}  // namespace

TEST_F(SkySphere, NearThingsAreSeenInTheirOrder) {
  settings.shading = ShadingMode::GeomOnly;
  const double sky = 1e6;
  for (const double distance : {0.05, 3.0, 2000.0, 5e5}) {
    const auto card = [&](const char* path, double factor, const glm::vec3& color) {
      const glm::dmat4 place = translation(0, 0, -distance * factor);
      return coloured(path, makeQuad(0.25f), glm::scale(place, glm::dvec3(distance)), color);
    };
    const Scene scene = makeScene(
        {coloured("/Sky", makeSphere(), glm::scale(glm::dmat4(1.0), glm::dvec3(sky)), {0, 0, 1}),
         card("/Near", 1.0, {1, 0, 0}), card("/Behind", 1.001, {0, 1, 0})});
    const Picture picture = draw(scene, ViewCamera());
    EXPECT_EQ(picture.at(32, 32), glm::ivec3(255, 0, 0)) << distance;
    EXPECT_EQ(picture.at(1, 1), glm::ivec3(0, 0, 255)) << distance;
    const auto picked = renderer->pick(32, 32);
    ASSERT_TRUE(picked) << distance;
    EXPECT_EQ(picked->path, Path::fromText("/Near")) << distance;
    EXPECT_NEAR(picked->worldPosition.z, -distance, distance * 1e-3);
  }
}

}  // namespace usdscope
