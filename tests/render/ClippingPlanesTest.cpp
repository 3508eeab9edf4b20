// SPDX-License-Identifier: Apache-2.0
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

using ClippingPlanes = RenderTest;

std::shared_ptr<Geometry> rows(Primitive primitive) {
  auto geometry = std::make_shared<Geometry>();
  geometry->primitive = primitive;
  geometry->positions = {{-0.75, 0, 0}, {-0.25, 0, 0}, {0.25, 0, 0}, {0.75, 0, 0}};
  geometry->vertexPoints = {0, 1, 2, 3};
  geometry->widths = {0.2f, 0.2f, 0.2f, 0.2f};
  geometry->indices = primitive == Primitive::Lines ? Array<std::uint32_t>{0, 1, 1, 2, 2, 3}
                                                    : Array<std::uint32_t>{0, 1, 2, 3};
  for (const glm::vec3& p : geometry->positions) geometry->bounds.add(glm::dvec3(p));
  return geometry;
}

// Keeps what is to the right of the middle of the picture.
ViewCamera cutCamera(ViewCamera camera) {
  camera.clippingPlanes = {{1, 0, 0, 0}};
  return camera;
}

bool isBlack(const Picture& picture, int x, int y) { return picture.at(x, y) == glm::ivec3(0); }

}  // namespace

TEST_F(ClippingPlanes, CutSurfacesLinesAndDots) {
  const ViewCamera whole = RenderTest::frontCamera();
  for (const auto& geometry : {std::shared_ptr<Geometry>(makeQuad(0.9f)), rows(Primitive::Lines),
                               rows(Primitive::Points)}) {
    Scene scene = makeScene({makeItem("/Item", geometry)});
    scene.items.own()[0].worldBounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
    const Picture all = draw(scene, whole);
    ASSERT_FALSE(isBlack(all, 10, 32) || isBlack(all, 54, 32));
    const Picture half = draw(scene, cutCamera(whole));
    EXPECT_TRUE(isBlack(half, 10, 32));
    EXPECT_FALSE(isBlack(half, 54, 32));
    EXPECT_EQ(half.at(54, 32), all.at(54, 32));
    EXPECT_FALSE(renderer->pick(10, 32));
    EXPECT_TRUE(renderer->pick(54, 32));
  }
}

TEST_F(ClippingPlanes, ApplyInAllShadingModes) {
  Scene scene = makeScene({makeItem("/Item", makeQuad(0.9f))});
  for (const ShadingMode mode :
       {ShadingMode::FlatShaded, ShadingMode::WireframeOnSurface, ShadingMode::GeomOnly,
        ShadingMode::HiddenSurfaceWireframe, ShadingMode::Points}) {
    settings.shading = mode;
    settings.background = glm::vec3(0.0f);
    const Picture all = draw(scene, frontCamera());
    const Picture half = draw(scene, cutCamera(frontCamera()));
    for (int x = 0; x < 30; ++x) {
      for (int y = 0; y < 64; ++y) EXPECT_TRUE(isBlack(half, x, y)) << int(mode);
    }
    EXPECT_EQ(half.at(60, 32), all.at(60, 32)) << int(mode);
    EXPECT_LT(half.coverage(), all.coverage()) << int(mode);
  }
}

// The planes move with the camera, and are as exact far from the origin.
TEST_F(ClippingPlanes, PlanesAreInTheSpaceOfTheCamera) {
  const glm::dvec3 far(1e6, -2e6, 3e6);
  const glm::dmat4 place = glm::translate(glm::dmat4(1.0), far);
  const Scene scene = makeScene({makeItem("/Item", makeQuad(0.9f), place)});
  ViewCamera camera = frontCamera();
  const glm::dmat4 turn = glm::rotate(glm::dmat4(1.0), std::numbers::pi / 2.0, glm::dvec3(0, 0, 1));
  camera.worldFromView = place * translation(0, 0, 10) * turn;
  camera.clippingPlanes = {{1, 0, 0, 0}, {0, 1, 0, 0}};
  const Picture quarter = draw(scene, camera);
  EXPECT_FALSE(isBlack(quarter, 48, 16));
  for (const auto& [x, y] : {std::pair{16, 16}, {16, 48}, {48, 48}}) {
    EXPECT_TRUE(isBlack(quarter, x, y)) << x << ' ' << y;
  }
  // The edge of the cut lies in the middle of the picture.
  EXPECT_TRUE(isBlack(quarter, 31, 16));
  EXPECT_FALSE(isBlack(quarter, 32, 16));
}

TEST_F(ClippingPlanes, TooManyAreReported) {
  const Scene scene = makeScene({makeItem("/Item", makeQuad(0.9f))});
  ViewCamera camera = frontCamera();
  camera.clippingPlanes.assign(kMostClippingPlanes, glm::dvec4(0, 0, 0, 1));
  draw(scene, camera);
  EXPECT_TRUE(renderer->diagnostics().entries().empty());
  camera.clippingPlanes.emplace_back(1, 0, 0, 0);
  EXPECT_FALSE(isBlack(draw(scene, camera), 10, 32));
  ASSERT_EQ(renderer->diagnostics().entries().size(), 1u);
  EXPECT_EQ(renderer->diagnostics().entries()[0].code, kTooManyClippingPlanes);
}

TEST_F(ClippingPlanes, CamerasOfTheSceneHaveThem) {
  SceneCamera camera;
  camera.clippingPlanes = {{0, 0, -1, -5}};
  EXPECT_EQ(viewOf(camera).clippingPlanes, camera.clippingPlanes);
}

// A projective transform moves x = 0.5 to 0.5 / 1.25 and -0.5 to -0.5 / 0.75.
TEST_F(ClippingPlanes, ProjectiveTransformsDivide) {
  glm::dmat4 projective(1.0);
  projective[0].w = 0.5;
  Scene scene = makeScene({makeItem("/Item", makeQuad(0.5f), projective)});
  scene.items.own()[0].worldBounds = {glm::dvec3(-1.0), glm::dvec3(1.0)};
  settings.width = settings.height = 120;
  const Picture picture = draw(scene, frontCamera());
  // The picture shows [-1, 1] in 120 pixels.
  EXPECT_TRUE(isBlack(picture, 18, 60));
  EXPECT_FALSE(isBlack(picture, 22, 60));
  EXPECT_FALSE(isBlack(picture, 82, 60));
  EXPECT_TRUE(isBlack(picture, 86, 60));
}

}  // namespace usdscope
