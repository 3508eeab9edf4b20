// SPDX-License-Identifier: Apache-2.0
// Lights against the closed forms of their irradiance, and materials in uniform light.
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <numbers>

#include "engine/render/GpuMaterials.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAmbient = 0.002;

struct Lights : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.hasCameraLight = false;
    settings.encodesSrgb = false;
  }

  // The linear value in the middle of a white surface at the origin that faces +z.
  double middleOf(const SceneLight& light, const glm::dmat4& turn = glm::dmat4(1.0)) {
    Item item = makeItem("/Q", makeQuad(), turn);
    item.color = glm::vec4(1.0f);
    Scene scene = makeScene({item});
    scene.lights = {light};
    return draw(scene, frontCamera()).at(32, 32).x / 255.0 - kAmbient;
  }
};

SceneLight lightOf(LightKind kind, double distance = 0.0, float radiance = 1.0f) {
  SceneLight light;
  light.path = Path::fromText("/Light");
  light.kind = kind;
  light.color = glm::vec3(radiance);
  light.specular = 0.0f;
  light.worldFromLight = translation(0, 0, distance);
  return light;
}

// The form factor of a rectangle of half sizes a and b that faces a point at a distance.
double rectFactor(double a, double b, double distance) {
  const double x = a / distance;
  const double y = b / distance;
  const double rootX = std::sqrt(1.0 + x * x);
  const double rootY = std::sqrt(1.0 + y * y);
  return 4.0 / (2.0 * kPi) * (x / rootX * std::atan(y / rootX) + y / rootY * std::atan(x / rootY));
}

Image uniformImage(float value) {
  Image image{4, 2, 3, PixelType::Float, {}};
  for (int i = 0; i < 24; ++i) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    image.pixels.insert(image.pixels.end(), bytes, bytes + sizeof value);
  }
  return image;
}

}  // namespace

TEST_F(Lights, IrradianceHasItsClosedForm) {
  SceneLight distant = lightOf(LightKind::Distant);
  distant.angleDegrees = 60.0f;
  SceneLight sun = lightOf(LightKind::Distant, 0.0, 30000.0f);
  SceneLight sphere = lightOf(LightKind::Sphere, 2.0, 10.0f);
  SceneLight disk = lightOf(LightKind::Disk, 1.0, 3.0f);
  SceneLight rect = lightOf(LightKind::Rect, 1.0, 2.0f);
  rect.width = 2.0f;
  SceneLight cylinder = lightOf(LightKind::Cylinder, 2.0, 20.0f);
  cylinder.radius = 0.05f;
  cylinder.length = 3.0f;
  const double h = 1.5;
  const double sunHalf = 0.53 / 360.0 * kPi;
  const struct {
    const char* name;
    SceneLight light;
    double irradiance;
  } cases[] = {
      {"distant", distant, kPi * 0.25},
      {"sun", sun, 30000.0 * kPi * std::pow(std::sin(sunHalf), 2.0)},
      {"sphere", sphere, 10.0 * kPi * 0.25 / 4.0},
      {"disk", disk, 3.0 * kPi * 0.25 / 1.25},
      {"rect", rect, 2.0 * kPi * rectFactor(1.0, 0.5, 1.0)},
      {"cylinder", cylinder, 20.0 * 0.1 * (h / (h * h + 4.0) + std::atan(h / 2.0) / 2.0)},
      {"dome", lightOf(LightKind::Dome, 0.0, 0.7f), kPi * 0.7},
  };
  for (const auto& c : cases) {
    const double expected = c.irradiance / kPi;
    ASSERT_GT(expected, 0.15) << c.name;
    ASSERT_LT(expected, 0.98) << c.name;
    EXPECT_NEAR(middleOf(c.light), expected, 0.005 + 0.01 * expected) << c.name;
    if (c.light.kind == LightKind::Dome) continue;
    const glm::dmat4 tilted = glm::rotate(glm::dmat4(1.0), glm::radians(30.0), glm::dvec3(1, 0, 0));
    // All these lights are above the horizon of the tilted surface.
    EXPECT_NEAR(middleOf(c.light, tilted), expected * std::cos(kPi / 6.0), 0.005 + 0.03 * expected)
        << c.name;
  }
}

TEST_F(Lights, NormalizedLightsKeepTheirPower) {
  for (const auto kind : {LightKind::Sphere, LightKind::Disk, LightKind::Rect, LightKind::Cylinder,
                          LightKind::Distant}) {
    double last = 0.0;
    for (const float size : {0.0f, 0.02f, 0.2f}) {
      SceneLight light = lightOf(kind, 2.0, kind == LightKind::Distant ? 2.0f : 25.0f);
      light.isNormalized = true;
      light.radius = light.width = light.height = light.length = size;
      light.angleDegrees = size * 30.0f;
      const double value = middleOf(light);
      EXPECT_GT(value, 0.3) << int(kind);
      if (last > 0.0) {
        EXPECT_NEAR(value, last, 0.04 * last) << int(kind) << " " << size;
      }
      last = value;
    }
  }
}

TEST_F(Lights, ConesEndAtTheirAngle) {
  SceneLight light = lightOf(LightKind::Sphere, 2.0, 10.0f);
  const double open = middleOf(light);
  light.hasShaping = true;
  light.coneAngleDegrees = 30.0f;
  EXPECT_NEAR(middleOf(light), open, 0.005) << "in the axis";
  light.worldFromLight = glm::rotate(light.worldFromLight, glm::radians(29.0), glm::dvec3(1, 0, 0));
  EXPECT_NEAR(middleOf(light), open, 0.005);
  light.worldFromLight = glm::rotate(light.worldFromLight, glm::radians(2.0), glm::dvec3(1, 0, 0));
  EXPECT_NEAR(middleOf(light), 0.0, 0.005) << "beyond the rim";
  light.coneAngleDegrees = 60.0f;
  light.coneSoftness = 1.0f;
  EXPECT_NEAR(middleOf(light), open * 0.47, 0.03) << "half of a soft cone";
}

TEST_F(Lights, RectsAndDisksShineToOneSide) {
  for (const auto kind : {LightKind::Rect, LightKind::Disk}) {
    SceneLight light = lightOf(kind, 1.0);
    EXPECT_GT(middleOf(light), 0.1);
    light.worldFromLight = glm::rotate(light.worldFromLight, kPi, glm::dvec3(1, 0, 0));
    EXPECT_NEAR(middleOf(light), 0.0, 0.003);
  }
}

TEST_F(Lights, LightsLightTheItemsOfTheirLink) {
  Item left = makeItem("/Left", makeQuad(0.2f), translation(-0.5, 0, 0));
  Item right = makeItem("/Right", makeQuad(0.2f), translation(0.5, 0, 0));
  right.lights &= ~1u;
  Scene scene = makeScene({left, right});
  SceneLight light = lightOf(LightKind::Distant, 0.0, 1.0f);
  light.isNormalized = true;
  light.link = 1u;
  scene.lights = {light};
  const Picture linked = draw(scene, frontCamera());
  EXPECT_GT(linked.at(16, 32).x, 30);
  EXPECT_LE(linked.at(48, 32).x, 1);
  settings.usesSceneLights = false;
  EXPECT_LE(draw(scene, frontCamera()).at(16, 32).x, 1) << "lights of the scene are off";
}

TEST_F(Lights, AWhiteBallInAWhiteDomeIsWhite) {
  images = {{"white.hdr", uniformImage(1.0f)}};
  for (const char* file : {"", "white.hdr"}) {
    for (const float roughness : {0.1f, 0.5f, 1.0f}) {
      Material white;
      white.diffuseColor = glm::vec3(1.0f);
      white.roughness = roughness;
      Scene scene = makeScene({makeItem("/S", makeSphere(), glm::dmat4(1.0), 0)}, {white});
      SceneLight dome = lightOf(LightKind::Dome, 0.0, 0.8f);
      dome.specular = 1.0f;
      dome.textureFile = file;
      scene.lights = {dome};
      const Picture picture = draw(scene, frontCamera());
      for (const auto& [x, y] : {std::pair{32, 32}, {32, 10}, {12, 32}, {50, 40}, {32, 58}}) {
        EXPECT_NEAR(picture.at(x, y).x, 0.8 * 255.0, 0.8 * 2.55) << roughness << ' ' << x;
      }
    }
  }
}

TEST_F(Lights, TopOfADomesTextureIsAbove) {
  // The upper half of the image is bright.
  Image image = uniformImage(0.0f);
  const float bright = 1.0f;
  for (std::size_t i = 0; i < 12; ++i) {
    std::memcpy(image.pixels.data() + i * sizeof bright, &bright, sizeof bright);
  }
  images = {{"sky.hdr", image}};
  Scene scene = makeScene({makeItem("/S", makeSphere())});
  SceneLight dome = lightOf(LightKind::Dome);
  dome.textureFile = "sky.hdr";
  scene.lights = {dome};
  const Picture upright = draw(scene, frontCamera());
  EXPECT_GT(upright.at(32, 4).x, upright.at(32, 60).x + 60);
  scene.lights[0].worldFromLight = glm::rotate(glm::dmat4(1.0), kPi, glm::dvec3(0, 0, 1));
  const Picture turned = draw(scene, frontCamera());
  EXPECT_NEAR(turned.at(32, 60).x, upright.at(32, 3).x, 4);
  scene.lights = {scene.lights[0], dome};  // Together they are the same from above and below.
  const Picture both = draw(scene, frontCamera());
  EXPECT_NEAR(both.at(32, 60).x, both.at(32, 3).x, 4);
}

TEST_F(Lights, DomesWithUnreadableTexturesAreOffAndReported) {
  Scene scene = makeScene({makeItem("/S", makeSphere())});
  SceneLight dome = lightOf(LightKind::Dome, 0.0, 0.5f);
  SceneLight broken = dome;
  broken.textureFile = "missing.hdr";
  scene.lights = {broken, dome};
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x, 0.25 * 255.0, 2.0);
  }
  ASSERT_EQ(renderer->diagnostics().entries().size(), 1u);
  const Diagnostic& entry = renderer->diagnostics().entries()[0];
  EXPECT_EQ(entry.code, kUnreadableTexture);
  EXPECT_EQ(entry.site.path, "/Light");
  EXPECT_EQ(entry.count, 1);
}

TEST_F(Lights, CameraLightShowsColoursAsUsdviewDoes) {
  settings.hasCameraLight = true;
  Item card = makeItem("/Q", makeQuad());
  card.color = glm::vec4(0.18f, 0.18f, 0.18f, 1.0f);
  // Diffuse 0.18, a highlight of 0.1 and ambient light.
  EXPECT_NEAR(draw(makeScene({card}), frontCamera()).at(32, 32).x / 255.0, 0.282, 0.004);
  // The peaks in the reference's picture of a red UsdPreviewSurface: 255 and 112 as sRGB.
  Material red;
  red.diffuseColor = glm::vec3(1, 0, 0);
  const Scene scene = makeScene({makeItem("/Q", makeQuad(), glm::dmat4(1.0), 0)}, {red});
  const glm::ivec3 pixel = draw(scene, frontCamera()).at(32, 32);
  EXPECT_EQ(pixel.x, 255);
  EXPECT_NEAR(pixel.y / 255.0, 0.162, 0.006);
}

TEST_F(Lights, WorkflowsOfUsdPreviewSurface) {
  settings.hasCameraLight = true;
  const auto middle = [&](const Material& material) {
    const Scene scene = makeScene({makeItem("/Q", makeQuad(), glm::dmat4(1.0), 0)}, {material});
    return glm::dvec3(draw(scene, frontCamera()).at(32, 32)) / 255.0;
  };
  Material black;
  black.diffuseColor = glm::vec3(0.0f);
  black.roughness = 1.0f;
  // A rough surface reflects pi D F / 4, with D = 1 / pi.
  EXPECT_NEAR(middle(black).x, 0.04 / 4.0, 0.004);
  Material dense = black;
  dense.ior = 3.0f;
  EXPECT_NEAR(middle(dense).x, 0.25 / 4.0, 0.004);
  Material reflecting = black;
  reflecting.usesSpecularWorkflow = true;
  reflecting.specularColor = glm::vec3(1.0f, 0.5f, 0.0f);
  EXPECT_NEAR(middle(reflecting).x, 0.25, 0.004);
  EXPECT_NEAR(middle(reflecting).y, 0.125, 0.004);
  Material metal = black;
  metal.metallic = 1.0f;
  metal.diffuseColor = glm::vec3(1.0f, 0.5f, 0.0f);
  EXPECT_EQ(middle(metal), middle(reflecting)) << "metals have no diffuse colour";
  Material coated = black;
  coated.clearcoat = 1.0f;
  coated.clearcoatRoughness = 1.0f;
  EXPECT_NEAR(middle(coated).x, 0.02, 0.004);
  Material shaded = metal;
  shaded.occlusion = 0.5f;
  EXPECT_NEAR(middle(shaded).x, 0.125, 0.004);
  Material glowing = shaded;
  glowing.emissiveColor = glm::vec3(0.0f, 0.0f, 0.5f);
  EXPECT_NEAR(middle(glowing).z, 0.5, 0.004);
  Material glass = metal;
  glass.opacity = 0.001f;
  EXPECT_EQ(middle(glass), middle(metal)) << "highlights stay on clear surfaces";
}

TEST_F(Lights, LightsThatAreNotFiniteLeaveOthersAlone) {
  const Item item = makeItem("/Q", makeQuad());
  Scene scene = makeScene({item});
  SceneLight good = lightOf(LightKind::Sphere, 2.0, 5.0f);
  scene.lights = {good};
  const Picture alone = draw(scene, frontCamera());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto kind : {LightKind::Distant, LightKind::Sphere, LightKind::Disk, LightKind::Rect,
                          LightKind::Cylinder, LightKind::Dome}) {
    SceneLight bad = lightOf(kind, nan, 0.0f);
    bad.color = glm::vec3(0.0f, 0.0f, 1e-30f);
    bad.worldFromLight[2] = glm::dvec4(nan);
    scene.lights = {bad, good};
    EXPECT_EQ(differingShare(draw(scene, frontCamera()), alone, 1), 0.0) << int(kind);
  }
}

}  // namespace usdscope
