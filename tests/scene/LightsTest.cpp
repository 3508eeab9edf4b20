// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Lights.h"

#include <cmath>

#include "engine/scene/IesProfile.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Scene> sceneOf(const std::string& text, TimeCode time = 0.0) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  return result.stage ? SceneExtractor(result.stage).extract(time) : std::make_shared<Scene>();
}

std::size_t countOf(const Scene& scene, const DiagnosticCode& code) {
  std::size_t count = 0;
  for (const Diagnostic& entry : scene.diagnostics.entries()) count += entry.code == code ? 1 : 0;
  return count;
}

}  // namespace

TEST(Lights, EveryTypeIsRead) {
  const auto scene = sceneOf(R"(
def DistantLight "Distant" { float inputs:angle = 2 }
def SphereLight "Sphere" { float inputs:radius = 3 }
def DiskLight "Disk" { float inputs:radius = 4 }
def RectLight "Rect" { float inputs:width = 5
  float inputs:height = 6 }
def CylinderLight "Cylinder" { float inputs:length = 7
  float inputs:radius = 8 }
def DomeLight "Dome" { asset inputs:texture:file = @sky.hdr@ }
def DomeLight_1 "Dome1" { uniform token poleAxis = "Z" }
def Mesh "Glow" (prepend apiSchemas = ["MeshLightAPI"]) {
  float3[] extent = [(1, 0, 0), (3, 2, 2)]
}
def PortalLight "Portal" {}
def PluginLight "Plugin" {}
)");
  ASSERT_EQ(scene->lights.size(), 8u);
  const LightKind kinds[] = {LightKind::Distant, LightKind::Sphere,   LightKind::Disk,
                             LightKind::Rect,    LightKind::Cylinder, LightKind::Dome,
                             LightKind::Dome,    LightKind::Sphere};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(scene->lights[i].kind, kinds[i]) << i;
  EXPECT_EQ(scene->lights[0].angleDegrees, 2.0f);
  EXPECT_EQ(scene->lights[0].color, glm::vec3(50000.0f)) << "the fallback of its schema";
  EXPECT_EQ(scene->lights[1].radius, 3.0f);
  EXPECT_EQ(scene->lights[2].radius, 4.0f);
  EXPECT_EQ(scene->lights[3].width, 5.0f);
  EXPECT_EQ(scene->lights[3].height, 6.0f);
  EXPECT_EQ(scene->lights[4].length, 7.0f);
  EXPECT_EQ(scene->lights[4].radius, 8.0f);
  EXPECT_TRUE(scene->lights[5].textureFile.ends_with("sky.hdr"));
  // The pole is +y of the texture, which points along z.
  EXPECT_NEAR(scene->lights[6].worldFromLight[1][2], 1.0, 1e-9);
  // A cube of two units has a surface of 24.
  EXPECT_NEAR(scene->lights[7].radius, std::sqrt(24.0 / (4.0 * 3.14159265)), 1e-4);
  EXPECT_EQ(glm::dvec3(scene->lights[7].worldFromLight[3]), glm::dvec3(2, 1, 1));
  EXPECT_EQ(countOf(*scene, kSimplifiedLight), 2u) << "mesh and portal";
  EXPECT_EQ(countOf(*scene, kBadLight), 1u) << "the plug-in";
}

TEST(Lights, IntensityExposureColorAndTemperatureMultiply) {
  const auto scene = sceneOf(R"(
def SphereLight "A" {
  float inputs:intensity = 3
  float inputs:exposure = 2
  color3f inputs:color = (1, 0.5, 0)
  float inputs:diffuse = 0.25
  float inputs:specular = 0.75
  bool inputs:normalize = true
}
def SphereLight "B" (prepend apiSchemas = ["ShapingAPI"]) {
  bool inputs:enableColorTemperature = true
  float inputs:colorTemperature = 3000
  float inputs:shaping:cone:angle = 40
  float inputs:shaping:cone:softness = 0.5
  float inputs:shaping:focus = 2
  color3f inputs:shaping:focusTint = (0, 0, 1)
}
def SphereLight "Hidden" { token visibility = "invisible" }
)");
  ASSERT_EQ(scene->lights.size(), 2u);
  const SceneLight& a = scene->lights[0];
  EXPECT_EQ(a.color, glm::vec3(12, 6, 0));
  EXPECT_EQ(a.diffuse, 0.25f);
  EXPECT_EQ(a.specular, 0.75f);
  EXPECT_TRUE(a.isNormalized);
  EXPECT_FALSE(a.hasShaping);
  const SceneLight& b = scene->lights[1];
  EXPECT_TRUE(b.hasShaping);
  EXPECT_EQ(b.coneAngleDegrees, 40.0f);
  EXPECT_EQ(b.coneSoftness, 0.5f);
  EXPECT_EQ(b.focus, 2.0f);
  EXPECT_EQ(b.focusTint, glm::vec3(0, 0, 1));
  EXPECT_EQ(b.color, blackbodyColor(3000.0f));
}

TEST(Lights, BlackBodiesHaveTheColoursOfTheReference) {
  // UsdLux.BlackbodyTemperatureAsRgb, which interpolates between steps of 500 kelvin.
  const struct {
    float kelvin;
    glm::vec3 rgb;
  } cases[] = {{1500.0f, {3.1285f, 0.4682f, 0.0000f}}, {2000.0f, {2.5206f, 0.6469f, 0.0204f}},
               {3000.0f, {1.7710f, 0.8443f, 0.2720f}}, {4500.0f, {1.3009f, 0.9456f, 0.6526f}},
               {6500.0f, {1.0433f, 0.9836f, 1.0346f}}, {8000.0f, {0.9471f, 0.9918f, 1.2368f}},
               {10000.0f, {0.8718f, 0.9947f, 1.4300f}}};
  for (const auto& c : cases) {
    EXPECT_LT(glm::distance(blackbodyColor(c.kelvin), c.rgb), 0.06f) << c.kelvin;
  }
  EXPECT_EQ(blackbodyColor(100.0f), blackbodyColor(1000.0f));
}

TEST(Lights, NumbersThatAreNotFiniteSwitchALightOff) {
  const auto scene = sceneOf(R"(
def SphereLight "Infinite" { float inputs:intensity = inf }
def SphereLight "NaN" { float inputs:exposure = nan }
def SphereLight "Color" { color3f inputs:color = (1, nan, 0) }
def SphereLight "Size" { float inputs:radius = nan }
def SphereLight "Negative" { float inputs:intensity = -1
  float inputs:radius = -2 }
def SphereLight "Exposed" { float inputs:exposure = inf }
)");
  ASSERT_EQ(scene->lights.size(), 3u);
  EXPECT_EQ(scene->lights[2].color, glm::vec3(std::exp2(50.0f)));
  EXPECT_EQ(scene->lights[0].radius, 0.5f);
  EXPECT_EQ(scene->lights[1].color, glm::vec3(0.0f));
  EXPECT_EQ(scene->lights[1].radius, 0.0f);
  EXPECT_EQ(countOf(*scene, kBadLight), 3u);
  EXPECT_EQ(countOf(*scene, kSimplifiedLight), 2u);
}

TEST(Lights, LinkedLightsLightTheMembersOfTheirCollection) {
  const auto scene = sceneOf(R"(
def Scope "Lit" { def Sphere "A" {} }
def Sphere "B" {}
def SphereLight "All" {}
def SphereLight "Some" {
  uniform bool collection:lightLink:includeRoot = false
  rel collection:lightLink:includes = </Lit>
}
def SphereLight "Others" { rel collection:lightLink:excludes = </Lit> }
)");
  ASSERT_EQ(scene->items.size(), 2u);
  ASSERT_EQ(scene->lights.size(), 3u);
  const bool expected[3][2] = {{true, true}, {true, false}, {false, true}};
  for (std::size_t light = 0; light < 3; ++light) {
    for (std::size_t item = 0; item < 2; ++item) {
      EXPECT_EQ((scene->lights[light].link & scene->items[item].lights) != 0, expected[light][item])
          << light << ' ' << item;
    }
  }
}

TEST(Lights, LinkedShadowsAreCastByTheMembersOfTheirCollection) {
  const auto scene = sceneOf(R"(
def Scope "Casting" { def Sphere "A" {} }
def Sphere "B" {}
def SphereLight "All" {}
def SphereLight "Some" {
  uniform bool collection:shadowLink:includeRoot = false
  rel collection:shadowLink:includes = </Casting>
}
)");
  ASSERT_EQ(scene->items.size(), 2u);
  ASSERT_EQ(scene->lights.size(), 2u);
  const bool expected[2][2] = {{true, true}, {true, false}};
  for (std::size_t light = 0; light < 2; ++light) {
    for (std::size_t item = 0; item < 2; ++item) {
      const std::uint32_t shared = scene->lights[light].shadowLink & scene->items[item].shadows;
      EXPECT_EQ(shared != 0, expected[light][item]) << light << ' ' << item;
      EXPECT_NE(scene->lights[light].link & scene->items[item].lights, 0u) << "all are lit";
    }
  }
}

TEST(Lights, ShadowsAreReadWithTheirColour) {
  const auto scene = sceneOf(R"(
def SphereLight "Plain" {}
def SphereLight "Off" (prepend apiSchemas = ["ShadowAPI"]) { bool inputs:shadow:enable = false }
def SphereLight "Blue" (prepend apiSchemas = ["ShadowAPI"]) {
  color3f inputs:shadow:color = (0, 0, 1)
  float inputs:shadow:distance = 3
}
)");
  ASSERT_EQ(scene->lights.size(), 3u);
  EXPECT_TRUE(scene->lights[0].castsShadows);
  EXPECT_EQ(scene->lights[0].shadowColor, glm::vec3(0.0f));
  EXPECT_FALSE(scene->lights[1].castsShadows);
  EXPECT_TRUE(scene->lights[2].castsShadows);
  EXPECT_EQ(scene->lights[2].shadowColor, glm::vec3(0, 0, 1));
  EXPECT_EQ(countOf(*scene, kSimplifiedLight), 1u) << "the distance";
}

TEST(Lights, ProfilesAreReadOnceAndFaultsReported) {
  const auto light = [](const std::string& name, const std::string& file) {
    return "def SphereLight \"" + name +
           "\" (prepend apiSchemas = [\"ShapingAPI\"]) {\nasset inputs:shaping:ies:file = @" +
           file +
           "@\nfloat inputs:shaping:ies:angleScale = 0.5\n"
           "bool inputs:shaping:ies:normalize = true\n}\n";
  };
  const auto result = stageFromTexts(
      {{"/root.usda", "#usda 1.0\n" + light("A", "./lamp.ies") + light("B", "./lamp.ies") +
                          light("Broken", "./broken.ies") + light("Missing", "./missing.ies")},
       {"/lamp.ies", "IESNA91\nTILT=NONE\n1 1 1 2 1 1 2 0 0 0\n1 1 1\n0 180\n0\n3 3\n"},
       {"/broken.ies", "IESNA91\n"}});
  ASSERT_TRUE(result.stage);
  const auto scene = SceneExtractor(result.stage).extract(0.0);
  ASSERT_EQ(scene->lights.size(), 4u);
  ASSERT_TRUE(scene->lights[0].ies);
  EXPECT_EQ(scene->lights[0].ies, scene->lights[1].ies);
  EXPECT_NEAR(scene->lights[0].ies->power, 3.0f, 0.01f);
  EXPECT_EQ(scene->lights[0].iesAngleScale, 0.5f);
  EXPECT_TRUE(scene->lights[0].isIesNormalized);
  EXPECT_FALSE(scene->lights[2].ies) << "the light shines without it";
  EXPECT_FALSE(scene->lights[3].ies);
  EXPECT_EQ(countOf(*scene, kBadProfile), 2u);
}

TEST(Lights, FiltersAreReported) {
  const auto scene = sceneOf(R"(
def SphereLight "Plain" { rel light:filters }
def SphereLight "Filtered" { rel light:filters = </Filter> }
def LightFilter "Filter" {}
)");
  ASSERT_EQ(scene->lights.size(), 2u);
  ASSERT_EQ(countOf(*scene, kSimplifiedLight), 1u);
  EXPECT_EQ(scene->diagnostics.entries()[0].site.path, "/Filtered");
}

TEST(Lights, LightsThatDoNotVaryAreTheSameInEachOrderOfTimes) {
  const auto result = stageFromText(R"(
def Xform "Moving" {
  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def SphereLight "Still" { float inputs:intensity = 3
    rel light:filters = </Filter> }
}
def SphereLight "OneSample" {
  float inputs:intensity = 5
  float inputs:intensity.timeSamples = { 0: 7 }
}
def SphereLight "Broken" { float inputs:intensity = inf }
def SphereLight "Varying" { float inputs:intensity.timeSamples = { 0: 1, 10: 3 } }
)");
  ASSERT_TRUE(result.stage);
  SceneExtractor reused(result.stage);
  const TimeCode times[] = {5.0, TimeCode::defaultTime(), 10.0, 5.0, TimeCode::defaultTime()};
  for (const TimeCode time : times) {
    const auto scene = reused.extract(time);
    const auto fresh = SceneExtractor(result.stage).extract(time);
    EXPECT_EQ(scene->lights, fresh->lights);
    EXPECT_EQ(countOf(*scene, kSimplifiedLight), 1u) << "the filter, at each time";
    EXPECT_EQ(countOf(*scene, kBadLight), 1u);
    ASSERT_EQ(scene->lights.size(), 3u);
    EXPECT_EQ(scene->lights[0].color, glm::vec3(3.0f));
    EXPECT_EQ(scene->lights[1].color, glm::vec3(time.isDefault() ? 5.0f : 7.0f));
    if (time.isDefault()) continue;
    EXPECT_EQ(scene->lights[0].worldFromLight[3].x, time.time());
    EXPECT_NEAR(scene->lights[2].color.x, 1.0 + time.time() / 5.0, 1e-6);
  }
}

TEST(Lights, AnimatedLightsFollowTheTime) {
  const auto result = stageFromText(R"(
def SphereLight "A" {
  float inputs:intensity.timeSamples = { 0: 1, 10: 3 }
  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }
  uniform token[] xformOpOrder = ["xformOp:translate"]
}
)");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.isAnimated());
  const auto scene = extractor.extract(5.0);
  ASSERT_EQ(scene->lights.size(), 1u);
  EXPECT_EQ(scene->lights[0].color, glm::vec3(2.0f));
  EXPECT_EQ(scene->lights[0].worldFromLight[3].x, 5.0);
}

}  // namespace usdscope
