// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "engine/render/EnvironmentMap.h"
#include "engine/render/GpuMaterials.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

// The red of a pixel grows with its column, the green with its row.
Image gradient() {
  Image image{16, 8, 3, PixelType::Float, {}};
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 16; ++x) {
      for (const float value : {float(x) / 16.0f, float(y) / 8.0f, 0.25f}) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        image.pixels.insert(image.pixels.end(), bytes, bytes + sizeof value);
      }
    }
  }
  return image;
}

struct DomeBackgrounds : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.encodesSrgb = false;
    settings.showsDome = true;
    images = {{"sky.hdr", gradient()}};
    dome.path = Path::fromText("/Dome");
    dome.kind = LightKind::Dome;
    dome.textureFile = "sky.hdr";
    camera.verticalFovRadians = std::numbers::pi / 2.0;
  }
  Scene sceneWithDome() const {
    Scene scene = makeScene({makeItem("/Q", makeQuad(0.1f), translation(0, 0, -1))});
    scene.lights = {dome};
    return scene;
  }

  SceneLight dome;
  ViewCamera camera;
};

}  // namespace

TEST_F(DomeBackgrounds, TexturesAreShownInTheirDirections) {
  const EnvironmentMap map = environmentOf(makeTexturePixels(gradient(), false, 64), 64);
  const glm::dmat4 turns[] = {
      glm::dmat4(1.0), glm::rotate(glm::dmat4(1.0), 0.7, glm::dvec3(0, 1, 0)),
      // The pole is along z.
      glm::rotate(glm::dmat4(1.0), std::numbers::pi / 2.0, glm::dvec3(1, 0, 0))};
  for (const glm::dmat4& turn : turns) {
    dome.worldFromLight = turn;
    const Picture picture = draw(sceneWithDome(), camera);
    for (const auto& [x, y] : {std::pair{5, 5}, {50, 10}, {20, 45}, {60, 60}}) {
      const glm::dvec3 seen((x + 0.5) / 32.0 - 1.0, 1.0 - (y + 0.5) / 32.0, -1.0);
      const glm::vec3 expected =
          map.at(glm::vec3(glm::transpose(glm::dmat3(turn)) * glm::normalize(seen)));
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(picture.at(x, y)[c] / 255.0, expected[c], 0.01) << x << ' ' << y << ' ' << c;
      }
    }
  }
}

TEST_F(DomeBackgrounds, SurfacesHideTheDome) {
  const Scene scene = sceneWithDome();
  const Picture with = draw(scene, camera);
  settings.showsDome = false;
  const Picture without = draw(scene, camera);
  EXPECT_EQ(with.at(32, 32), without.at(32, 32)) << "a surface";
  EXPECT_EQ(without.at(5, 5), glm::ivec3(0));
  EXPECT_NEAR(with.at(5, 5).z, 64, 1);
  settings.showsDome = true;
  EXPECT_EQ(draw(scene, camera).at(5, 5), with.at(5, 5)) << "shown later";
  settings.usesSceneLights = false;
  EXPECT_EQ(draw(scene, camera).at(5, 5), glm::ivec3(0)) << "lights of the scene are off";
  settings.usesSceneLights = true;
  settings.isTransparent = true;
  EXPECT_EQ(draw(scene, camera).at(5, 5), glm::ivec3(0)) << "a transparent background";
}

TEST_F(DomeBackgrounds, DomesWithoutAReadableTextureAreHidden) {
  for (const char* file : {"", "missing.hdr"}) {
    dome.textureFile = file;
    EXPECT_EQ(draw(sceneWithDome(), camera).at(5, 5), glm::ivec3(0)) << file;
  }
  dome.textureFile = "missing.hdr";
  settings.hasSkyLight = true;
  const Picture sky = draw(sceneWithDome(), camera);
  EXPECT_GT(sky.at(5, 2).x, sky.at(5, 61).x) << "the default dome is bright above";
}

TEST_F(DomeBackgrounds, OrthographicCamerasSeeOneDirection) {
  camera = frontCamera();
  const Picture picture = draw(sceneWithDome(), camera);
  EXPECT_EQ(picture.at(5, 5), picture.at(60, 60));
  EXPECT_NEAR(picture.at(5, 5).z, 64, 1);
}

}  // namespace usdscope
