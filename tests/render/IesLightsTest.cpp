// SPDX-License-Identifier: Apache-2.0
// Lights with IES profiles against the closed forms of their irradiance.
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "engine/scene/IesProfile.h"
#include "tests/render/RenderTest.h"

namespace usdscope {
namespace {

constexpr double kQuarter = std::numbers::pi / 2.0;
constexpr double kAmbient = 0.002;

std::shared_ptr<const IesProfile> profileOf(const std::string& angles, const std::string& planes,
                                            const std::string& values, int angleCount,
                                            int planeCount) {
  IesResult result = readIesProfile("IESNA:LM-63-2002\nTILT=NONE\n1 1 1 " +
                                    std::to_string(angleCount) + " " + std::to_string(planeCount) +
                                    " 1 2 0 0 0\n1 1 1\n" + angles + "\n" + planes + "\n" + values);
  EXPECT_TRUE(result.profile) << result.problem;
  return result.profile;
}

struct IesLights : RenderTest {
  void SetUp() override {
    RenderTest::SetUp();
    settings.hasCameraLight = false;
    settings.encodesSrgb = false;
  }

  // The linear value in the middle of a white surface that faces a sphere light above it.
  double middleOf(const SceneLight& light) {
    Item item = makeItem("/Q", makeQuad());
    item.color = glm::vec4(1.0f);
    Scene scene = makeScene({item});
    scene.lights = {light};
    return draw(scene, frontCamera()).at(32, 32).x / 255.0 - kAmbient;
  }

  // A light at a distance of 2 that shines down onto the surface, or in a direction turned from it.
  static SceneLight lightWith(std::shared_ptr<const IesProfile> ies, double tilt = 0.0,
                              double turn = 0.0) {
    SceneLight light;
    light.path = Path::fromText("/Light");
    light.kind = LightKind::Sphere;
    light.color = glm::vec3(8.0f);
    light.specular = 0.0f;
    light.hasShaping = true;
    light.coneAngleDegrees = 180.0f;
    light.ies = std::move(ies);
    glm::dmat4 place = translation(0, 0, 2);
    place = glm::rotate(place, turn, glm::dvec3(0, 0, 1));
    light.worldFromLight = glm::rotate(place, tilt, glm::dvec3(1, 0, 0));
    return light;
  }
};

}  // namespace

TEST_F(IesLights, ProfilesMultiplyTheRadiance) {
  const double plain = middleOf(lightWith(nullptr));
  ASSERT_NEAR(plain, 0.5, 0.01) << "8 * sin^2 of the sphere";
  const auto cosine = profileOf("0 90 180", "0", "1.5 0.5 0.1", 3, 1);
  EXPECT_NEAR(middleOf(lightWith(cosine)), 1.5 * plain, 0.01);
  EXPECT_NEAR(middleOf(lightWith(cosine, kQuarter / 2.0)), 1.0 * plain, 0.01);
  EXPECT_NEAR(middleOf(lightWith(cosine, kQuarter)), 0.5 * plain, 0.01);
  EXPECT_NEAR(middleOf(lightWith(cosine, 2.0 * kQuarter)), 0.1 * plain, 0.01);
}

TEST_F(IesLights, NormalizedProfilesKeepThePower) {
  const double plain = middleOf(lightWith(nullptr));
  for (const char* values : {"300 300 300", "0.001 0.001 0.001"}) {
    SceneLight light = lightWith(profileOf("0 90 180", "0", values, 3, 1));
    light.isIesNormalized = true;
    EXPECT_NEAR(middleOf(light), plain, 0.01) << values;
  }
  // The mean over all directions stays that of the light without a profile.
  SceneLight beam = lightWith(nullptr);
  beam.ies = profileOf("0 60 120 180", "0", "1 0.5 0.2 0.1", 4, 1);
  beam.isIesNormalized = true;
  double sum = 0.0;
  double weights = 0.0;
  for (int i = 0; i < 18; ++i) {
    const double angle = (i + 0.5) * 2.0 * kQuarter / 18.0;
    const glm::dmat4 place = translation(0, 0, 2);
    beam.worldFromLight = glm::rotate(place, angle, glm::dvec3(1, 0, 0));
    sum += middleOf(beam) * std::sin(angle);
    weights += std::sin(angle);
  }
  EXPECT_NEAR(sum / weights, plain, 0.02 * plain);
}

TEST_F(IesLights, PlanesTurnWithTheLight) {
  // Bright where the direction towards the light points along +x of the light, dark along -x.
  const auto halves = profileOf("0 90", "0 180", "1 1\n0 0", 2, 2);
  const double plain = middleOf(lightWith(nullptr));
  SceneLight light = lightWith(halves);
  const glm::dmat4 place = translation(0, 0, 2);
  const glm::dvec3 y(0, 1, 0);
  // Turned about y, the surface is seen at +x or -x.
  light.worldFromLight = glm::rotate(place, 0.5, y);
  const double first = middleOf(light);
  light.worldFromLight = glm::rotate(place, -0.5, y);
  const double second = middleOf(light);
  EXPECT_NEAR(std::max(first, second), plain, 0.02);
  EXPECT_NEAR(std::min(first, second), 0.0, 0.01);
  // Towards the light is +z of the world; in the space of the light that has an x of -sin(0.5).
  EXPECT_LT(first, second);
}

TEST_F(IesLights, LightsMayShareProfilesOrNot) {
  const auto bright = profileOf("0 180", "0", "1 1", 2, 1);
  const auto dim = profileOf("0 180", "0", "0.25 0.25", 2, 1);
  Item item = makeItem("/Q", makeQuad());
  item.color = glm::vec4(1.0f);
  Scene scene = makeScene({item});
  SceneLight light = lightWith(bright);
  light.color = glm::vec3(2.0f);
  SceneLight other = lightWith(dim);
  other.color = glm::vec3(4.0f);
  scene.lights = {light, other, light, other};
  const double expected = (2.0 * 2.0 + 2.0 * 0.25 * 4.0) / 16.0;
  EXPECT_NEAR(draw(scene, frontCamera()).at(32, 32).x / 255.0 - kAmbient, expected, 0.01);
}

}  // namespace usdscope
