// SPDX-License-Identifier: Apache-2.0
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

struct AmbientOcclusion : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.width = settings.height = 128;
    settings.encodesSrgb = false;
  }

  // The brightness relative to that without occlusion.
  double shareAt(const Scene& scene, int x, int y, const ViewCamera& camera = frontCamera()) {
    settings.hasAmbientOcclusion = true;
    const Picture with = draw(scene, camera);
    settings.hasAmbientOcclusion = false;
    const Picture without = draw(scene, camera);
    return with.at(x, y).x / std::max(double(without.at(x, y).x), 1.0);
  }
};

Item white(const char* path, std::shared_ptr<const Geometry> geometry, const glm::dmat4& place) {
  Item item = makeItem(path, std::move(geometry), place);
  item.color = glm::vec4(0.5f, 0.5f, 0.5f, 1.0f);
  item.isDoubleSided = true;
  return item;
}

// Two large squares that meet in a right angle along x, open towards the camera.
Scene corner() {
  constexpr double kTurn = std::numbers::pi / 4.0;
  const glm::dvec3 x(1, 0, 0);
  const glm::dmat4 up = glm::rotate(glm::dmat4(1.0), kTurn, x) * translation(0, 4, 0);
  const glm::dmat4 down = glm::rotate(glm::dmat4(1.0), -kTurn, x) * translation(0, -4, 0);
  return makeScene({white("/Up", makeQuad(4.0f), up), white("/Down", makeQuad(4.0f), down)});
}

}  // namespace

TEST_F(AmbientOcclusion, FlatAndConvexSurfacesStayAsTheyAre) {
  const Scene flat = makeScene({white("/Q", makeQuad(1.0f), glm::dmat4(1.0))});
  const Scene ball = makeScene({white("/B", makeSphere(), glm::dmat4(1.0))});
  for (const Scene* scene : {&flat, &ball}) {
    for (const auto& [x, y] : {std::pair{64, 64}, {40, 70}, {90, 50}}) {
      EXPECT_NEAR(shareAt(*scene, x, y), 1.0, 0.03) << x << ' ' << y;
    }
  }
  ViewCamera aside;
  aside.worldFromView =
      glm::inverse(glm::lookAt(glm::dvec3(2, 2, 3), glm::dvec3(0.0), glm::dvec3(0, 1, 0)));
  EXPECT_NEAR(shareAt(flat, 64, 64, aside), 1.0, 0.03) << "seen from the side";
}

TEST_F(AmbientOcclusion, CornersAreDark) {
  const Scene scene = corner();
  for (const int samples : {1, 4}) {
    SCOPED_TRACE(samples);
    settings.sampleCount = samples;
    // In a right angle, half of the light of the surroundings is hidden; the share next to it
    // grows.
    const double inside = shareAt(scene, 64, 66);
    const double beside = shareAt(scene, 64, 72);
    EXPECT_GT(inside, 0.4);
    EXPECT_LT(inside, 0.75);
    EXPECT_GT(beside, inside + 0.05);
    EXPECT_NEAR(shareAt(scene, 64, 120), 1.0, 0.05) << "far from the corner";
    EXPECT_NEAR(shareAt(scene, 64, 66), shareAt(scene, 64, 61), 0.12) << "both sides";
  }
}

TEST_F(AmbientOcclusion, BackgroundAndInspectionStayAsTheyAre) {
  settings.background = glm::vec3(0.5f);
  Scene scene = makeScene({white("/Q", makeQuad(0.5f), glm::dmat4(1.0)),
                           white("/R", makeQuad(0.4f), translation(0.2, 0.2, 0.1))});
  settings.hasAmbientOcclusion = true;
  EXPECT_EQ(draw(scene, frontCamera()).at(4, 4), draw(makeScene({}), frontCamera()).at(4, 4));
  settings.inspection = InspectionView::Normals;
  const Picture with = draw(scene, frontCamera());
  settings.hasAmbientOcclusion = false;
  EXPECT_EQ(differingShare(with, draw(scene, frontCamera()), 0), 0.0);
}

}  // namespace usdscope
