// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

struct Displacement : RenderTest {
  // The share of a picture that a ball of this displacement covers.
  double ballCoverage(const Material& material, double scale = 1.0) {
    Item ball = makeItem("/Ball", makeSphere(), glm::scale(glm::dmat4(1.0), glm::dvec3(scale)), 0);
    ball.displacement = 0.5f;
    ball.worldBounds = grown(ball.worldBounds, 0.5);
    ViewCamera camera = frontCamera();
    camera.verticalSize = 4.0;
    return draw(makeScene({ball}, {material}), camera).coverage();
  }
};

Material displacedBy(float value) {
  Material material;
  material.displacement = value;
  return material;
}

Image floatImage(int width, int height, const std::vector<float>& values) {
  Image image{width, height, 1, PixelType::Float, {}};
  image.pixels.resize(values.size() * sizeof(float));
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

Material texturedBy(const char* file, float scale = 1.0f) {
  Material material;
  material.displacementTexture.isUsed = true;
  material.displacementTexture.file = file;
  material.displacementTexture.channel = 0;
  material.displacementTexture.wrapS = material.displacementTexture.wrapT = TextureWrap::Clamp;
  material.displacementTexture.scale = glm::vec4(scale);
  return material;
}

double areaOfDisk(double radius) { return 3.14159265 * radius * radius / 16.0; }

// A floor of n × n quads that faces +z and reaches from -1 to 1.
std::shared_ptr<Geometry> makeFloor(int n) {
  auto floor = std::make_shared<Geometry>();
  std::vector<glm::vec3> positions;
  std::vector<glm::vec2> texCoords;
  std::vector<std::uint32_t> indices;
  for (int y = 0; y <= n; ++y) {
    for (int x = 0; x <= n; ++x) {
      const glm::vec2 st(float(x) / float(n), float(y) / float(n));
      texCoords.push_back(st);
      positions.emplace_back(st * 2.0f - 1.0f, 0.0f);
      if (x == n || y == n) continue;
      const auto a = std::uint32_t(y * (n + 1) + x);
      const auto b = a + std::uint32_t(n) + 1;
      for (const std::uint32_t i : {a, a + 1, b + 1, a, b + 1, b}) indices.push_back(i);
    }
  }
  floor->normals = Array<glm::vec3>(std::vector<glm::vec3>(positions.size(), {0, 0, 1}));
  floor->positions = Array<glm::vec3>(std::move(positions));
  floor->texCoords = Array<glm::vec2>(std::move(texCoords));
  floor->indices = Array<std::uint32_t>(std::move(indices));
  floor->bounds = {{-1, -1, 0}, {1, 1, 0}};
  return floor;
}

}  // namespace

TEST_F(Displacement, ConstantsMoveSurfacesAlongTheirNormals) {
  EXPECT_NEAR(ballCoverage(displacedBy(0.0f)), areaOfDisk(1.0), 0.01);
  EXPECT_NEAR(ballCoverage(displacedBy(0.5f)), areaOfDisk(1.5), 0.01);
  EXPECT_NEAR(ballCoverage(displacedBy(-0.5f)), areaOfDisk(0.5), 0.01);
  // The displacement is in world units, whatever the size of the prim.
  EXPECT_NEAR(ballCoverage(displacedBy(0.5f), 0.5), areaOfDisk(1.0), 0.01);
  EXPECT_NEAR(ballCoverage(displacedBy(0.5f), -1.0), areaOfDisk(1.5), 0.01) << "mirrored";
}

TEST_F(Displacement, TexturesAndTheirFallbacksMoveSurfaces) {
  images = {{"half.exr", floatImage(1, 1, {0.5f})}};
  EXPECT_NEAR(ballCoverage(texturedBy("half.exr")), areaOfDisk(1.5), 0.01);
  EXPECT_NEAR(ballCoverage(texturedBy("half.exr", -1.0f)), areaOfDisk(0.5), 0.01);
  Material missing = texturedBy("");
  missing.displacementTexture.fallback = glm::vec4(0.5f, 0, 0, 0);
  EXPECT_NEAR(ballCoverage(missing), areaOfDisk(1.5), 0.01);
}

TEST_F(Displacement, IdsAndWiresFollow) {
  ballCoverage(displacedBy(0.5f));
  // At 1.3 of the radius.
  const auto hit = renderer->pick(32 + int(1.3 * 16), 32);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->path, Path::fromText("/Ball"));
  settings.shading = ShadingMode::HiddenSurfaceWireframe;
  settings.background = glm::vec3(0.0f);
  const double wires = ballCoverage(displacedBy(0.5f));
  EXPECT_GT(wires, ballCoverage(displacedBy(0.0f)));
}

TEST_F(Displacement, NormalsFollowTheSlope) {
  // A ramp that rises by 0.5 over two units: the normal leans away from +x by atan(0.25).
  images = {{"ramp.exr", floatImage(256, 1, [] {
               std::vector<float> values;
               for (int i = 0; i < 256; ++i) values.push_back((float(i) + 0.5f) / 256.0f);
               return values;
             }())}};
  settings.hasCameraLight = false;
  settings.encodesSrgb = false;
  SceneLight sun;
  sun.path = Path::fromText("/Sun");
  sun.kind = LightKind::Distant;
  sun.isNormalized = true;
  sun.specular = 0.0f;
  const double tilt = 0.6;
  // From the side of +x.
  sun.worldFromLight = glm::rotate(glm::dmat4(1.0), tilt, glm::dvec3(0, 1, 0));
  for (const int n : {1, 16}) {
    Material ramp = texturedBy("ramp.exr", 0.5f);
    ramp.diffuseColor = glm::vec3(1.0f);
    ramp.usesSpecularWorkflow = true;
    sun.color = glm::vec3(2.0f);
    Item floor = makeItem("/Floor", makeFloor(n), glm::dmat4(1.0), 0);
    floor.displacement = 0.5f;
    floor.worldBounds = grown(floor.worldBounds, 0.5);
    Scene scene = makeScene({floor}, {ramp});
    scene.lights = {sun};
    const double lean = std::atan(0.25);
    const double expected = 2.0 / 3.14159265 * std::cos(tilt + lean);
    EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x / 255.0, expected, 0.02) << n;
    settings.shading = ShadingMode::FlatShaded;
    EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x / 255.0, expected, 0.02) << "flat " << n;
    settings.shading = ShadingMode::SmoothShaded;
  }
}

TEST_F(Displacement, PresenceScalesAllLight) {
  settings.encodesSrgb = false;
  Material glass;
  glass.opacity = 0.25f;
  glass.roughness = 0.6f;
  const auto middle = [&](const Material& material) {
    return draw(makeScene({makeItem("/Q", makeQuad(), glm::dmat4(1.0), 0)}, {material}),
                frontCamera())
               .at(32, 32)
               .x /
           255.0;
  };
  Material whole = glass;
  whole.opacity = 1.0f;
  Material present = glass;
  present.isPresence = true;
  EXPECT_NEAR(middle(present), 0.25 * middle(whole), 0.01);
  EXPECT_GT(middle(glass), middle(present) + 0.04) << "highlights stay on transparent surfaces";
}

}  // namespace usdscope
