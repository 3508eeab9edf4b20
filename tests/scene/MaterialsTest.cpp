// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Materials.h"

#include <algorithm>

#include "engine/scene/detail/ShadeNetwork.h"
#include "tests/scene/SceneFromText.h"

namespace usdscope {
namespace {

// A material whose surface has these inputs, among shaders.
std::string material(const std::string& inputs, const std::string& shaders = "") {
  return "def Material \"Mat\" {\ntoken outputs:surface.connect = </Mat/Surface.outputs:surface>\n"
         "def Shader \"Surface\" {\nuniform token info:id = \"UsdPreviewSurface\"\n" +
         inputs + "token outputs:surface\n}\n" + shaders + "}\n";
}

std::string reader(const char* type, const char* primvar, const std::string& fallback) {
  return std::string("def Shader \"Reader\" {\nuniform token info:id = \"UsdPrimvarReader_") +
         type + "\"\nstring inputs:varname = \"" + primvar + "\"\n" + fallback + "}\n";
}

std::string ball(const char* name, const std::string& more = "") {
  return std::string("def Sphere \"") + name +
         "\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\nrel material:binding = </Mat>\n" +
         more + "}\n";
}

const Material& materialOf(const Scene& scene, std::size_t item) {
  return scene.materials[std::size_t(scene.items.at(item).parts.at(0).material)];
}

}  // namespace

TEST(Materials, EveryInputIsRead) {
  const auto scene = sceneOf(ball("Ball") + material(R"(
int inputs:useSpecularWorkflow = 1
color3f inputs:specularColor = (0.1, 0.2, 0.3)
float inputs:clearcoat = 0.4
float inputs:clearcoatRoughness = 0.5
float inputs:ior = 1.6
float inputs:occlusion = 0.7
float inputs:opacityThreshold = 0.8
)"));
  const Material& m = materialOf(*scene, 0);
  EXPECT_TRUE(m.usesSpecularWorkflow);
  EXPECT_EQ(m.specularColor, glm::vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(m.clearcoat, 0.4f);
  EXPECT_EQ(m.clearcoatRoughness, 0.5f);
  EXPECT_EQ(m.ior, 1.6f);
  EXPECT_EQ(m.occlusion, 0.7f);
  EXPECT_EQ(m.opacityThreshold, 0.8f);
}

TEST(Materials, DisplacementIsReadAndBoundsGrow) {
  const std::string texture =
      "def Shader \"Tex\" {\nuniform token info:id = \"UsdUVTexture\"\n"
      "asset inputs:file = @height.png@\nfloat4 inputs:scale = (4, 4, 4, 4)\n"
      "float4 inputs:bias = (-1, -1, -1, -1)\n}\n";
  const struct {
    const char* name;
    std::string input;
    std::string shaders;
    std::string primvar;
    float displacement;
    float reach;
  } cases[] = {
      {"none", "", "", "", 0.0f, 0.0f},
      {"constant", "float inputs:displacement = -0.25\n", "", "", -0.25f, 0.25f},
      {"texture", "float inputs:displacement.connect = </Mat/Tex.outputs:r>\n", texture, "", 0.0f,
       3.0f},
      {"primvar", "float inputs:displacement.connect = </Mat/Reader.outputs:result>\n",
       reader("float", "height", ""), "float primvars:height = 0.5\n", 0.5f, 0.5f},
      {"fallback", "float inputs:displacement.connect = </Mat/Reader.outputs:result>\n",
       reader("float", "height", "float inputs:fallback = 2\n"), "", 2.0f, 2.0f},
      {"not finite", "float inputs:displacement = nan\n", "", "", 0.0f, 0.0f},
  };
  for (const auto& c : cases) {
    const auto scene = sceneOf(ball("Ball", c.primvar) + material(c.input, c.shaders));
    const Item& item = scene->items.at(0);
    EXPECT_EQ(materialOf(*scene, 0).displacement, c.displacement) << c.name;
    EXPECT_EQ(materialOf(*scene, 0).displacementTexture.isUsed, !c.shaders.find("def Shader \"Tex"))
        << c.name;
    EXPECT_EQ(item.displacement, c.reach) << c.name;
    EXPECT_NEAR(item.worldBounds.max.y, item.geometry->bounds.max.y + double(c.reach), 1e-6)
        << c.name;
  }
}

TEST(Materials, OpacityHasTwoModes) {
  const auto scene = sceneOf(ball("Ball") + material("token inputs:opacityMode = \"presence\"\n"));
  EXPECT_TRUE(materialOf(*scene, 0).isPresence);
  const auto other = sceneOf(ball("Ball") + material(""));
  EXPECT_FALSE(materialOf(*other, 0).isPresence);
}

TEST(Materials, ReadersOfMissingPrimvarsGiveTheirFallbacks) {
  const auto scene =
      sceneOf(ball("Plain") + ball("Red", "color3f[] primvars:tint = [(1, 0, 0)]\n") +
              material("color3f inputs:diffuseColor.connect = </Mat/Reader.outputs:result>\n",
                       reader("float3", "tint", "float3 inputs:fallback = (0, 0, 1)\n")));
  const Material& plain = materialOf(*scene, 0);
  EXPECT_FALSE(plain.usesDisplayColor);
  EXPECT_EQ(plain.diffuseColor, glm::vec3(0, 0, 1));
  const Material& red = materialOf(*scene, 1);
  EXPECT_TRUE(red.usesDisplayColor);
  const Item& item = scene->items[1];
  const glm::vec4 color = item.geometry->colors.empty() ? item.color : item.geometry->colors[0];
  EXPECT_EQ(glm::vec3(color), glm::vec3(1, 0, 0));
}

TEST(Materials, EachPrimGivesItsOwnValue) {
  const auto scene = sceneOf(
      ball("A", "float primvars:rough = 0.1\n") + ball("B", "float primvars:rough = 0.9\n") +
      ball("C", "float primvars:rough = 0.1\n") + ball("D") +
      material("float inputs:roughness.connect = </Mat/Reader.outputs:result>\n",
               reader("float", "rough", "float inputs:fallback = 0.3\n")));
  EXPECT_EQ(materialOf(*scene, 0).roughness, 0.1f);
  EXPECT_EQ(materialOf(*scene, 1).roughness, 0.9f);
  EXPECT_EQ(materialOf(*scene, 3).roughness, 0.3f);
  EXPECT_EQ(&materialOf(*scene, 0), &materialOf(*scene, 2)) << "equal values share a material";
  EXPECT_EQ(scene->materials.size(), 3u);
}

TEST(Materials, OpacityComesFromAPrimvar) {
  const auto scene = sceneOf(
      ball("A",
           "float[] primvars:sheer = [0.25]\ncolor3f[] primvars:displayColor = [(1, 1, 1)]\n") +
      material("float inputs:opacity.connect = </Mat/Reader.outputs:result>\n",
               reader("float", "sheer", "")));
  EXPECT_TRUE(materialOf(*scene, 0).usesDisplayOpacity);
  ASSERT_FALSE(scene->items[0].geometry->colors.empty());
  EXPECT_EQ(scene->items[0].geometry->colors[0].w, 0.25f);
}

TEST(Materials, VaryingPrimvarsOfOtherInputsAreReported) {
  const auto scene =
      sceneOf(ball("A", "float[] primvars:shiny = [0.5, 0.6] (interpolation = \"vertex\")\n") +
              material("float inputs:metallic.connect = </Mat/Reader.outputs:result>\n",
                       reader("float", "shiny", "")));
  EXPECT_EQ(materialOf(*scene, 0).metallic, 0.5f);
  EXPECT_TRUE(std::ranges::any_of(scene->diagnostics.entries(), [](const Diagnostic& entry) {
    return entry.code == kVaryingPrimvar && entry.site.path == "/A";
  }));
}

TEST(Materials, TexturesWithoutAFileHaveTheirFallback) {
  const auto scene = sceneOf(
      ball("A") + material("color3f inputs:diffuseColor.connect = </Mat/Image.outputs:rgb>\n",
                           "def Shader \"Image\" {\nuniform token info:id = \"UsdUVTexture\"\n"
                           "float3 inputs:fallback = (0, 0, 1)\ntoken inputs:wrapT = \"repeat\"\n"
                           "}\n"));
  const TextureUse& texture = materialOf(*scene, 0).diffuseTexture;
  EXPECT_TRUE(texture.isUsed);
  EXPECT_TRUE(texture.file.empty());
  EXPECT_EQ(texture.fallback, glm::vec4(0, 0, 1, 1));
  EXPECT_EQ(texture.wrapS, TextureWrap::Black) << "images have no metadata about wrapping";
  EXPECT_EQ(texture.wrapT, TextureWrap::Repeat);
  ASSERT_EQ(scene->diagnostics.entries().size(), 1u);
  EXPECT_EQ(scene->diagnostics.entries()[0].code, kTextureWithoutFile);
}

TEST(Materials, UnknownSurfacesAreShadedLikePrimsWithoutAMaterial) {
  const auto scene = sceneOf(
      ball("A") +
      "def Material \"Mat\" {\ntoken outputs:surface.connect = </Mat/S.outputs:surface>\n"
      "def Shader \"S\" {\nuniform token info:id = \"Other\"\ntoken outputs:surface\n}\n}\n");
  EXPECT_TRUE(materialOf(*scene, 0).isUnknown);
  EXPECT_TRUE(materialOf(*scene, 0).usesDisplayColor);
}

// The reference draws testUsdImagingGLInvalidUniversalSurface/invalid_universal_surface.usda so.
TEST(Materials, UnknownSurfacesHaveTheDisplayColourOfTheirMaterial) {
  const auto scene = sceneOf(
      ball("A") +
      "def Material \"Mat\" {\ncolor3f displayColor = (1, 0.1, 0.1)\n"
      "token outputs:surface.connect = </Mat/S.outputs:surface>\n"
      "def Shader \"S\" {\nuniform token info:id = \"Other\"\ntoken outputs:surface\n}\n}\n");
  EXPECT_TRUE(materialOf(*scene, 0).isUnknown);
  EXPECT_FALSE(materialOf(*scene, 0).usesDisplayColor);
  EXPECT_EQ(materialOf(*scene, 0).diffuseColor, glm::vec3(1, 0.1f, 0.1f));
}

TEST(Materials, CyclesOfConnectionsAreReportedAndDrawTheFallback) {
  const auto scene =
      sceneOf(ball("Ball") + material("color3f inputs:diffuseColor.connect = </Mat.inputs:a>\n",
                                      "color3f inputs:a.connect = </Mat.inputs:b>\n"
                                      "color3f inputs:b.connect = </Mat.inputs:a>\n"));
  EXPECT_EQ(materialOf(*scene, 0).diffuseColor, glm::vec3(0.18f));
  ASSERT_EQ(scene->diagnostics.entries().size(), 1u);
  EXPECT_EQ(scene->diagnostics.entries()[0].code, kCyclicNetwork);
  EXPECT_EQ(scene->diagnostics.entries()[0].site.path, "/Mat/Surface.inputs:diffuseColor");
}

TEST(Materials, UnusableInputsAreReportedAndHaveTheirFallback) {
  const std::string noise =
      "def Shader \"Noise\" {\nuniform token info:id = \"StudioNoise\"\n"
      "color3f inputs:a.connect = </Mat/Noise.outputs:out>\ncolor3f outputs:out\n}\n";
  const std::string loops =
      "def Material \"Mat\" {\ntoken outputs:surface.connect = </Mat/A.outputs:surface>\n"
      "def NodeGraph \"A\" {\ntoken outputs:surface.connect = </Mat/B.outputs:surface>\n}\n"
      "def NodeGraph \"B\" {\ntoken outputs:surface.connect = </Mat/A.outputs:surface>\n}\n}\n";
  const std::string input = "/Mat/Surface.inputs:";
  const struct {
    const char* name;
    std::string text;
    DiagnosticCode code;
    std::string site;
  } cases[] = {
      {"an unknown node",
       material("color3f inputs:diffuseColor.connect = </Mat/Noise.outputs:out>\n", noise),
       kUnusableInput, input + "diffuseColor"},
      {"an unknown node of a number",
       material("float inputs:roughness.connect = </Mat/Noise.outputs:out>\n", noise),
       kUnusableInput, input + "roughness"},
      {"an unknown node of normals",
       material("normal3f inputs:normal.connect = </Mat/Noise.outputs:out>\n", noise),
       kUnusableInput, input + "normal"},
      {"the surface itself",
       material("color3f inputs:diffuseColor.connect = </Mat/Surface.inputs:diffuseColor>\n"),
       kUnusableInput, input + "diffuseColor"},
      {"a colour without a value", material("color3f inputs:diffuseColor = (nan, 0, 0)\n"),
       kUnusableInput, input + "diffuseColor"},
      {"an infinite number", material("float inputs:roughness = inf\n"), kUnusableInput,
       input + "roughness"},
      {"a displacement", material("float inputs:displacement = -inf\n"), kUnusableInput,
       input + "displacement"},
      {"a surface in circles", loops, kCyclicNetwork, "/Mat.outputs:surface"},
      {"nothing bound", "", kMissingMaterial, "/Ball"},
  };
  for (const auto& c : cases) {
    const auto scene = sceneOf(ball("Ball") + c.text);
    for (const Material& m : scene->materials) {
      EXPECT_EQ(m.diffuseColor, Material().diffuseColor) << c.name;
      EXPECT_EQ(m.roughness, Material().roughness) << c.name;
      EXPECT_EQ(m.displacement, Material().displacement) << c.name;
    }
    ASSERT_EQ(scene->diagnostics.entries().size(), 1u) << c.name;
    EXPECT_EQ(scene->diagnostics.entries()[0].code, c.code) << c.name;
    EXPECT_EQ(scene->diagnostics.entries()[0].site.path, c.site) << c.name;
  }
}

TEST(Materials, OneOutsideOfThePopulationMaskIsNotMissing) {
  for (const bool isMasked : {true, false}) {
    StageRequest request;
    if (isMasked) request.mask = PopulationMask({Path::fromText("/Ball")});
    const auto stage = stageFromTexts({{"/root.usda", ball("Ball")}}, request).stage;
    ASSERT_TRUE(stage);
    const auto scene = SceneExtractor(stage).extract(0.0);
    EXPECT_EQ(scene->items.size(), 1u);
    EXPECT_EQ(scene->diagnostics.entries().size(), isMasked ? 0u : 1u);
  }
}

}  // namespace usdscope
