// SPDX-License-Identifier: Apache-2.0
// Shadows of a card between a light and a floor, at known points.
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/render/SceneLighting.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

constexpr int kMiddle = 32;
constexpr int kBeside = 46;  // At 0.45 of the floor, which reaches from -1 to 1.

// A space whose -z points from `from` to the origin.
glm::dmat4 aimedFrom(const glm::dvec3& from) {
  return glm::inverse(glm::lookAt(from, glm::dvec3(0.0), glm::dvec3(0, 1, 0)));
}

struct Shadows : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.hasCameraLight = false;
    settings.encodesSrgb = false;
  }

  // A floor that faces the camera and a card in the way of light from (-1, 0, 1) to its middle.
  static Scene floorWithCard(double distance = 0.5) {
    Item floor = makeItem("/Floor", makeQuad(1.0f));
    floor.color = glm::vec4(1.0f);
    Item card = makeItem("/Card", makeQuad(0.2f), translation(-distance, 0, distance));
    return makeScene({floor, card});
  }

  glm::ivec3 at(const Scene& scene, int x, int y) { return draw(scene, frontCamera()).at(x, y); }
};

SceneLight castingLight(LightKind kind, double distance, float radiance) {
  SceneLight light;
  light.path = Path::fromText("/Light");
  light.kind = kind;
  light.color = glm::vec3(radiance);
  light.specular = 0.0f;
  light.radius = 0.05f;
  light.width = light.height = 0.1f;
  light.length = 0.1f;
  light.isNormalized = true;
  light.worldFromLight = aimedFrom(glm::dvec3(-distance, 0, distance));
  return light;
}

}  // namespace

TEST_F(Shadows, ACardKeepsTheLightFromTheFloorBehindIt) {
  SceneLight cone = castingLight(LightKind::Sphere, 1.5, 30.0f);
  cone.hasShaping = true;
  cone.coneAngleDegrees = 50.0f;
  const struct {
    const char* name;
    SceneLight light;
  } cases[] = {
      {"distant", castingLight(LightKind::Distant, 1.5, 2.0f)},
      {"sphere", castingLight(LightKind::Sphere, 3.0, 80.0f)},
      {"sphere beside the floor", castingLight(LightKind::Sphere, 1.0, 10.0f)},
      {"cone", cone},
      {"rect", castingLight(LightKind::Rect, 3.0, 25.0f)},
      {"near rect", castingLight(LightKind::Rect, 1.0, 4.0f)},
      {"disk", castingLight(LightKind::Disk, 3.0, 25.0f)},
      {"cylinder", castingLight(LightKind::Cylinder, 3.0, 80.0f)},
  };
  for (const auto& c : cases) {
    Scene scene = floorWithCard();
    scene.lights = {c.light};
    const Picture picture = draw(scene, frontCamera());
    EXPECT_LE(picture.at(kMiddle, kMiddle).x, 2) << c.name;
    EXPECT_LE(picture.at(kMiddle + 3, kMiddle - 3).x, 2) << c.name;
    EXPECT_GE(picture.at(kMiddle, 8).x, 20) << c.name;
    EXPECT_GE(picture.at(60, kMiddle).x, 20) << c.name;
    EXPECT_GE(picture.at(16, kMiddle).x, 20) << c.name << ": the card itself";
    settings.hasShadows = false;
    const Picture open = draw(scene, frontCamera());
    settings.hasShadows = true;
    EXPECT_GE(open.at(kMiddle, kMiddle).x, 20) << c.name;
    EXPECT_EQ(open.at(kMiddle, 8), picture.at(kMiddle, 8)) << c.name;
  }
}

TEST_F(Shadows, EdgesAreWhereTheLightPasses) {
  Scene scene = floorWithCard();
  scene.lights = {castingLight(LightKind::Distant, 1.5, 2.0f)};
  const Picture picture = draw(scene, frontCamera());
  // The shadow reaches from -0.2 to 0.2, which is 6.4 pixels from the middle.
  for (const int away : {5, 8}) {
    const bool isLit = away == 8;
    for (const auto& [x, y] : {std::pair{away, 0}, {0, away}, {0, -away}}) {
      EXPECT_EQ(picture.at(kMiddle + x, kMiddle + y).x > 30, isLit) << x << ' ' << y;
    }
  }
}

TEST_F(Shadows, CardsOutOfSightCastShadows) {
  Scene scene = floorWithCard(2.5);
  scene.lights = {castingLight(LightKind::Distant, 1.5, 2.0f)};
  const Picture picture = draw(scene, frontCamera());
  EXPECT_LE(picture.at(kMiddle, kMiddle).x, 2);
  EXPECT_GE(picture.at(kBeside, kMiddle).x, 30);
}

TEST_F(Shadows, LightsInsideTheSceneCastThemAllAround) {
  Scene scene = floorWithCard();
  Item far = makeItem("/Far", makeQuad(0.1f), translation(-4, -2, 4));
  Item below = makeItem("/Below", makeQuad(0.1f), translation(0, 3, -1));
  const Item floor = scene.items[0];
  const Item card = scene.items[1];
  scene = makeScene({floor, card, far, below});
  SceneLight light = castingLight(LightKind::Sphere, 1.5, 30.0f);
  scene.lights = {light};
  const Picture picture = draw(scene, frontCamera());
  EXPECT_LE(picture.at(kMiddle, kMiddle).x, 2);
  EXPECT_GE(picture.at(60, kMiddle).x, 15);
  EXPECT_GE(picture.at(kMiddle, 4).x, 15);
}

TEST_F(Shadows, SwitchesLinksAndColoursApply) {
  Scene scene = floorWithCard();
  SceneLight light = castingLight(LightKind::Distant, 1.5, 2.0f);
  scene.lights = {light};
  settings.hasShadows = false;
  const int lit = at(scene, kMiddle, kMiddle).x;
  settings.hasShadows = true;
  EXPECT_LE(at(scene, kMiddle, kMiddle).x, 2);
  scene.lights[0].castsShadows = false;
  EXPECT_EQ(at(scene, kMiddle, kMiddle).x, lit);
  scene.lights[0] = light;
  scene.lights[0].shadowColor = glm::vec3(0.5f, 0.0f, 0.0f);
  EXPECT_NEAR(at(scene, kMiddle, kMiddle).x, lit * 0.5, 2);
  EXPECT_LE(at(scene, kMiddle, kMiddle).y, 2);

  Scene linked = floorWithCard();
  std::vector<Item> items(linked.items.begin(), linked.items.end());
  items[1].shadows &= ~1u;
  linked = makeScene(items);
  linked.lights = {light};
  EXPECT_LE(at(linked, kMiddle, kMiddle).x, 2) << "the light has no link";
  linked.lights[0].shadowLink = 1u;
  EXPECT_EQ(at(linked, kMiddle, kMiddle).x, lit) << "the card is not linked";
}

TEST_F(Shadows, SurfacesAreBrightOnTheirLitSides) {
  Item ball = makeItem("/Ball", makeSphere());
  for (const auto kind : {LightKind::Distant, LightKind::Sphere}) {
    Scene scene = makeScene({ball});
    scene.lights = {castingLight(kind, 4.0, kind == LightKind::Distant ? 2.0f : 100.0f)};
    settings.hasShadows = true;
    const Picture with = draw(scene, frontCamera());
    settings.hasShadows = false;
    EXPECT_LT(differingShare(with, draw(scene, frontCamera()), 6), 0.01) << int(kind);
  }
}

TEST_F(Shadows, MoreLightsThanMapsAreReportedOnce) {
  Scene scene = floorWithCard();
  scene.lights.assign(20, castingLight(LightKind::Distant, 1.5, 0.1f));
  draw(scene, frontCamera());
  draw(scene, frontCamera());
  ASSERT_EQ(renderer->diagnostics().entries().size(), 1u);
  EXPECT_EQ(renderer->diagnostics().entries()[0].code, kTooManyShadows);
  EXPECT_EQ(renderer->diagnostics().entries()[0].count, 1);
}

TEST_F(Shadows, PositionsThatAreNotFiniteLeaveOtherShadowsAlone) {
  Scene scene = floorWithCard();
  const SceneLight good = castingLight(LightKind::Distant, 1.5, 2.0f);
  for (const auto kind : {LightKind::Distant, LightKind::Sphere, LightKind::Rect}) {
    SceneLight bad = castingLight(kind, 1.5, 1e-20f);
    bad.worldFromLight[2] = glm::dvec4(std::nan(""));
    bad.worldFromLight[3] = glm::dvec4(std::nan(""));
    scene.lights = {bad, good};
    const Picture picture = draw(scene, frontCamera());
    EXPECT_LE(picture.at(kMiddle, kMiddle).x, 2);
    EXPECT_GE(picture.at(kBeside, kMiddle).x, 30);
  }
}

}  // namespace usdscope
