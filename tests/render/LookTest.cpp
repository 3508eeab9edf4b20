// SPDX-License-Identifier: Apache-2.0
// Lights, shading modes, colour management and grid.
#include <limits>

#include "engine/render/DisplayColor.h"
#include "engine/render/GridScale.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

struct Look : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.width = settings.height = 128;
  }
  static Item ball(const glm::vec4& color = {0.5f, 0.5f, 0.5f, 1.0f}) {
    Item item = makeItem("/S", makeSphere());
    item.color = color;
    return item;
  }
};

}  // namespace

TEST_F(Look, EachLightCanBeSwitchedOff) {
  const Scene scene = makeScene({ball()});
  const auto at = [&](bool hasCamera, bool hasSky, int x, int y) {
    settings.hasCameraLight = hasCamera;
    settings.hasSkyLight = hasSky;
    return draw(scene, frontCamera()).at(x, y).x;
  };
  EXPECT_GT(at(true, true, 64, 64), at(true, false, 64, 64));
  EXPECT_GT(at(true, true, 64, 64), at(false, true, 64, 64));
  EXPECT_GT(at(false, true, 64, 20), at(false, true, 64, 108)) << "the sky is above";
  EXPECT_EQ(at(true, false, 64, 20), at(true, false, 64, 107)) << "the light is at the camera";
  EXPECT_LT(at(true, false, 64, 8), at(true, false, 64, 64) - 60) << "the rim faces away";
  // Without lights there is the ambient light of usdview: 0.01 times 0.2, as sRGB.
  for (const int y : {10, 64, 118}) EXPECT_NEAR(at(false, false, 64, y), 7, 1) << y;
}

TEST_F(Look, GeomModesDrawWithoutMaterials) {
  Material red;
  red.diffuseColor = glm::vec3(1, 0, 0);
  Item item = ball({0.0f, 0.5f, 0.0f, 1.0f});
  item.parts.front().material = 0;
  const Scene scene = makeScene({item}, {red});
  EXPECT_GT(draw(scene, frontCamera()).at(64, 64).x, 150);
  settings.shading = ShadingMode::GeomOnly;
  const Picture unlit = draw(scene, frontCamera());
  EXPECT_EQ(unlit.at(64, 64), unlit.at(64, 20));
  settings.shading = ShadingMode::GeomSmooth;
  const Picture smooth = draw(scene, frontCamera());
  EXPECT_GT(smooth.at(64, 64).y, smooth.at(64, 64).x + 50);
  EXPECT_NE(smooth.at(64, 64), smooth.at(64, 110));
  settings.shading = ShadingMode::GeomFlat;
  EXPECT_GT(differingShare(smooth, draw(scene, frontCamera()), 1), 0.1);
  settings.shading = ShadingMode::SmoothShaded;
  settings.usesSceneMaterials = false;
  EXPECT_EQ(differingShare(smooth, draw(scene, frontCamera()), 0), 0.0);
}

TEST_F(Look, HiddenSurfaceWireframeHidesWhatIsBehind) {
  settings.background = glm::vec3(0.3f, 0.0f, 0.0f);
  settings.shading = ShadingMode::HiddenSurfaceWireframe;
  Item behind = makeItem("/Behind", makeQuad(0.25f), translation(0, 0, -1));
  behind.color = glm::vec4(0, 1, 0, 1);
  Item front = makeItem("/Front", makeQuad());
  front.color = glm::vec4(0, 0, 1, 1);
  const Picture picture = draw(makeScene({behind, front}), frontCamera());
  EXPECT_NEAR(picture.at(64, 64).x, picture.at(5, 5).x, 1) << "surfaces look like the background";
  EXPECT_EQ(picture.at(64, 64).y, 0);
  int green = 0;
  int blue = 0;
  for (int x = 0; x < 128; ++x) {
    green += picture.at(x, 70).y > 60;
    blue += picture.at(x, 70).z > 60;
  }
  EXPECT_EQ(green, 0);
  EXPECT_GE(blue, 2) << "the left and the right edge";
}

TEST_F(Look, WiresStandOutFromEveryBackground) {
  const Scene scene = makeScene({ball()});
  for (const auto mode : {ShadingMode::Wireframe, ShadingMode::HiddenSurfaceWireframe}) {
    for (const float grey : {0.0f, 0.295f, 0.705f, 1.0f}) {
      settings.shading = mode;
      settings.background = glm::vec3(grey);
      const Picture empty = draw(Scene(), frontCamera());
      EXPECT_GT(differingShare(empty, draw(scene, frontCamera()), 60), 0.02) << grey;
    }
  }
}

TEST_F(Look, WithoutColorManagementLinearValuesAreShown) {
  settings.shading = ShadingMode::GeomOnly;
  settings.background = displayFromLinear(glm::vec3(0.25f));
  const Scene scene = makeScene({ball()});
  EXPECT_NEAR(draw(scene, frontCamera()).at(64, 64).x, 188, 1);
  EXPECT_NEAR(draw(scene, frontCamera()).at(2, 2).x, 137, 1);
  settings.encodesSrgb = false;
  EXPECT_NEAR(draw(scene, frontCamera()).at(64, 64).x, 128, 1);
  EXPECT_NEAR(draw(scene, frontCamera()).at(2, 2).x, 64, 1);
}

TEST_F(Look, GridDoesNotPaintOverThings) {
  const Scene scene = makeScene({ball()});
  const ViewCamera camera = framing({glm::dvec3(-1.0), glm::dvec3(1.0)}, false, 1.0);
  settings.background = glm::vec3(1.0f, 0.0f, 1.0f);
  settings.sampleCount = 1;  // Pixels at the rim of the ball are of the ball or of the background.
  const Picture without = draw(scene, camera);
  EXPECT_EQ(renderer->statistics().gridStep, 0.0);
  settings.showGrid = true;
  const Picture with = draw(scene, camera);
  int covered = 0;
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      const bool isSurface = without.at(x, y).y > 60;  // The background has no green.
      if (!isSurface) continue;
      ++covered;
      EXPECT_EQ(with.at(x, y), without.at(x, y)) << x << ' ' << y;
    }
  }
  EXPECT_GT(covered, 2000);
  EXPECT_GT(differingShare(without, with, 2), 0.02);
}

TEST_F(Look, GridIsQuietOnEveryBackground) {
  for (const float grey : {0.0f, 0.12f, 0.295f, 0.705f, 1.0f}) {
    SCOPED_TRACE(grey);
    settings.background = glm::vec3(grey);
    settings.showGrid = true;
    Scene scene;
    scene.metersPerUnit = 1.0;
    // Away from the axes, which have colours.
    const Picture picture = draw(scene, framing({glm::dvec3(2.0), glm::dvec3(4.0)}, false, 1.0));
    const int ground = int(std::lround(grey * 255.0f));
    int farthest = 0;
    for (int y = 0; y < 128; ++y) {
      for (int x = 0; x < 128; ++x) {
        const glm::ivec3 pixel = picture.at(x, y);
        if (pixel.x != pixel.z) continue;
        farthest = std::max(farthest, std::abs(pixel.x - ground));
      }
    }
    EXPECT_GE(farthest, 6) << "it can be seen";
    EXPECT_LE(farthest, 64) << "it does not shout";
  }
}

TEST(GridScale, StepsAreRoundInUnitsOfTheStage) {
  const struct {
    double reach;
    double metersPerUnit;
    double step;
    const char* text;
  } cases[] = {
      {300.0, 0.01, 10.0, "10 cm"},   {3.0, 1.0, 0.1, "10 cm"},
      {3.0, 0.01, 0.1, "1 mm"},       {25.0, 1.0, 1.0, "1 m"},
      {99999.0, 1.0, 1000.0, "1 km"}, {300.0, 0.001, 10.0, "1 cm"},
      {30.0, 0.3048, 1.0, "1 ft"},    {500.0, 0.0254, 10.0, "10 in"},
      {1000.0, 0.01, 100.0, "1 m"},   {0.0, 0.01, 0.1, "1 mm"},
      {5.0, 0.0, 0.1, "1 mm"},        {std::numeric_limits<double>::infinity(), 1.0, 0.1, "10 cm"},
  };
  for (const auto& c : cases) {
    const double step = gridStep(c.reach, c.metersPerUnit);
    EXPECT_NEAR(step, c.step, c.step * 1e-9) << c.reach << ' ' << c.metersPerUnit;
    EXPECT_EQ(gridStepText(step, c.metersPerUnit), c.text);
  }
}

TEST(DisplayColor, ConvertsBothWays) {
  for (const float value : {0.0f, 0.02f, 0.07074f, 0.5f, 1.0f}) {
    EXPECT_NEAR(linearFromDisplay(displayFromLinear(glm::vec3(value))).x, value, 1e-5f);
  }
}

}  // namespace usdscope
