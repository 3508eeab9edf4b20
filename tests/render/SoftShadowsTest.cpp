// SPDX-License-Identifier: Apache-2.0
// Penumbras behind a straight edge against the share of the light that is seen past it.
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

struct SoftShadows : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.hasCameraLight = false;
    settings.encodesSrgb = false;
    settings.shadowEdges = ShadowEdges::Fine;
  }

  // A floor that faces the camera, and at a height a card that covers its left half.
  static Scene floorWithEdge(double height) {
    Item floor = makeItem("/Floor", makeQuad(1.0f));
    floor.color = glm::vec4(1.0f);
    Item card = makeItem("/Card", makeQuad(3.0f), translation(-3.0, 0, height));
    return makeScene({floor, card});
  }

  // The lit share in a column of the picture: its brightness relative to that without shadows.
  std::vector<double> litShares(const Scene& scene) {
    // The camera is between the card and the floor.
    ViewCamera camera = frontCamera();
    camera.worldFromView = translation(0, 0, 0.3);
    camera.nearPlane = 0.01;
    camera.farPlane = 2.0;
    const Picture with = draw(scene, camera);
    settings.hasShadows = false;
    const Picture without = draw(scene, camera);
    settings.hasShadows = true;
    std::vector<double> shares;
    for (int x = 0; x < 64; ++x) {
      double sum = 0.0;
      double whole = 0.0;
      for (int y = 28; y < 36; ++y) {
        sum += with.at(x, y).x;
        whole += without.at(x, y).x;
      }
      shares.push_back(sum / std::max(whole, 1.0));
    }
    return shares;
  }
};

double xOf(int column) { return (column + 0.5) / 32.0 - 1.0; }

// The share of a unit disk on the right of a line at -u.
double seenOfDisk(double u) {
  u = std::clamp(u, -1.0, 1.0);
  return 0.5 + (std::asin(u) + u * std::sqrt(1.0 - u * u)) / std::numbers::pi;
}

SceneLight lightAbove(LightKind kind, double height, float radiance) {
  SceneLight light;
  light.path = Path::fromText("/Light");
  light.kind = kind;
  light.color = glm::vec3(radiance);
  light.specular = 0.0f;
  light.isNormalized = true;
  light.worldFromLight = translation(0, 0, height);
  return light;
}

}  // namespace

TEST_F(SoftShadows, PenumbrasAreAsWideAsLightsAreLarge) {
  constexpr double kHeight = 1.0;
  SceneLight sun = lightAbove(LightKind::Distant, 0.0, 2.0f);
  sun.angleDegrees = 40.0f;
  SceneLight narrow = sun;
  narrow.angleDegrees = 20.0f;
  SceneLight sphere = lightAbove(LightKind::Sphere, 5.0, 200.0f);
  sphere.radius = 1.0f;
  SceneLight disk = lightAbove(LightKind::Disk, 5.0, 60.0f);
  disk.radius = 1.5f;
  SceneLight rect = lightAbove(LightKind::Rect, 5.0, 60.0f);
  rect.width = rect.height = 2.0f;
  const struct {
    const char* name;
    SceneLight light;
    double reach;  // Half the width of the penumbra.
  } cases[] = {
      {"sun", sun, std::tan(20.0 * std::numbers::pi / 180.0)},
      {"narrow sun", narrow, std::tan(10.0 * std::numbers::pi / 180.0)},
      {"sphere", sphere, 1.0 * kHeight / 4.0},
      {"disk", disk, 1.5 * kHeight / 4.0},
      {"rect", rect, 2.0 / std::sqrt(std::numbers::pi) * kHeight / 4.0},
  };
  for (const auto& c : cases) {
    Scene scene = floorWithEdge(kHeight);
    scene.lights = {c.light};
    const std::vector<double> shares = litShares(scene);
    for (int x = 2; x < 62; x += 2) {
      EXPECT_NEAR(shares[std::size_t(x)], seenOfDisk(xOf(x) / c.reach), 0.08)
          << c.name << " at " << xOf(x);
    }
  }
}

TEST_F(SoftShadows, EdgesSharpenTowardsTheirCaster) {
  const auto widthAt = [&](double height) {
    Scene scene = floorWithEdge(height);
    SceneLight sun = lightAbove(LightKind::Distant, 0.0, 2.0f);
    sun.angleDegrees = 40.0f;
    scene.lights = {sun};
    const std::vector<double> shares = litShares(scene);
    return std::ranges::count_if(shares, [](double s) { return s > 0.1 && s < 0.9; });
  };
  const auto near = widthAt(0.4);
  const auto far = widthAt(1.2);
  EXPECT_GT(near, 2);
  EXPECT_GT(far, 2 * near);
}

TEST_F(SoftShadows, PicturesAreTheSameInEveryRun) {
  Scene scene = floorWithEdge(1.0);
  SceneLight sun = lightAbove(LightKind::Distant, 0.0, 2.0f);
  sun.angleDegrees = 30.0f;
  scene.lights = {sun};
  settings.shadowEdges = ShadowEdges::Soft;
  const std::vector<double> first = litShares(scene);
  EXPECT_EQ(litShares(scene), first);
  settings.shadowEdges = ShadowEdges::Hard;
  const std::vector<double> hard = litShares(scene);
  EXPECT_LE(std::ranges::count_if(hard, [](double s) { return s > 0.05 && s < 0.95; }), 2);
}

TEST_F(SoftShadows, LitSidesStayBright) {
  Item ball = makeItem("/Ball", makeSphere());
  Scene scene = makeScene({ball});
  SceneLight sun = lightAbove(LightKind::Distant, 0.0, 2.0f);
  sun.angleDegrees = 10.0f;
  sun.worldFromLight = glm::rotate(glm::dmat4(1.0), 0.7, glm::dvec3(1, 0, 0));
  scene.lights = {sun};
  const Picture with = draw(scene, frontCamera());
  settings.hasShadows = false;
  EXPECT_LT(differingShare(with, draw(scene, frontCamera()), 12), 0.04);
}

}  // namespace usdscope
