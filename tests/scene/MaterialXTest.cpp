// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/SurfaceModels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/TextureChannel.h"
#include "engine/scene/materialx/NodeFolding.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

struct Drawn {
  std::shared_ptr<const Scene> scene;
  Material material;
  std::vector<std::string> problems;  // The paths of what is drawn by the nearest.
};

// A ball whose material has a MaterialX surface with these inputs, and a graph of nodes.
std::string textOf(const std::string& surface, const std::string& inputs,
                   const std::string& nodes = "") {
  return R"(def Sphere "Ball" (prepend apiSchemas = ["MaterialBindingAPI"]) {
rel material:binding = </Mat>
}
def Material "Mat" {
token outputs:mtlx:surface.connect = </Mat/Surface.outputs:out>
def Shader "Surface" {
uniform token info:id = ")" +
         surface + "\"\n" + inputs + "token outputs:out\n}\ndef NodeGraph \"G\" {\n" + nodes +
         "}\n}\n";
}

Drawn drawnWith(const std::string& text) {
  Drawn drawn;
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  if (!result.stage) return drawn;
  drawn.scene = SceneExtractor(result.stage).extract(0.0);
  const Item& ball = drawn.scene->items.at(0);
  drawn.material = drawn.scene->materials[std::size_t(ball.parts.at(0).material)];
  for (const Diagnostic& problem : drawn.scene->diagnostics.entries()) {
    if (problem.code == kMaterialXNearest) drawn.problems.push_back(problem.site.path);
  }
  return drawn;
}

Drawn drawn(const std::string& surface, const std::string& inputs, const std::string& nodes = "") {
  return drawnWith(textOf(surface, inputs, nodes));
}

std::string node(const char* name, const char* id, const std::string& inputs) {
  return std::string("def Shader \"") + name + "\" {\nuniform token info:id = \"" + id + "\"\n" +
         inputs + "}\n";
}

std::string image(const char* name, const char* type, const char* more = "") {
  return node(name, (std::string("ND_image_") + type).c_str(),
              std::string("asset inputs:file = @") + name + ".png@\n" + more);
}

constexpr const char* kStandard = "ND_standard_surface_surfaceshader";

void expectNear(const glm::vec3& a, const glm::vec3& b, const std::string& what) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-5f) << what << ' ' << i;
}

// The value that a constant colour network has.
glm::vec3 colorOf(const std::string& nodes) {
  const Drawn result =
      drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/N.outputs:out>\n", nodes);
  EXPECT_TRUE(result.problems.empty()) << nodes;
  EXPECT_FALSE(result.material.diffuseTexture.isUsed) << nodes;
  return result.material.diffuseColor;
}

}  // namespace

TEST(MaterialX, DefaultsAreThoseOfTheNodeDefinitions) {
  const Material standard = drawn(kStandard, "").material;
  expectNear(standard.diffuseColor, glm::vec3(0.8f), "standard_surface");
  EXPECT_FLOAT_EQ(standard.roughness, 0.2f);
  EXPECT_NEAR(standard.ior, 1.5f, 1e-5f);
  EXPECT_EQ(standard.opacity, 1.0f);
  EXPECT_FALSE(standard.isUnknown);

  const Material pbr = drawn("ND_open_pbr_surface_surfaceshader", "").material;
  expectNear(pbr.diffuseColor, glm::vec3(0.8f), "open_pbr");
  EXPECT_FLOAT_EQ(pbr.roughness, 0.3f);

  const Material gltf = drawn("ND_gltf_pbr_surfaceshader", "").material;
  expectNear(gltf.diffuseColor, glm::vec3(1.0f), "gltf_pbr");
  EXPECT_EQ(gltf.metallic, 1.0f);
  EXPECT_EQ(gltf.roughness, 1.0f);

  const Material preview = drawn("ND_UsdPreviewSurface_surfaceshader", "").material;
  Material fallback;
  fallback.path = preview.path;
  EXPECT_EQ(preview, fallback);
}

TEST(MaterialX, StandardSurfaceBecomesAPreviewSurface) {
  const Drawn result = drawn(kStandard, R"(
float inputs:base = 0.5
color3f inputs:base_color = (0.2, 0.4, 0.6)
float inputs:metalness = 0.25
float inputs:specular_roughness = 0.7
float inputs:specular = 0.25
float inputs:coat = 0.5
float inputs:coat_roughness = 0.3
float inputs:emission = 2
color3f inputs:emission_color = (1, 0.5, 0)
color3f inputs:opacity = (0.5, 0.5, 0.5)
float inputs:transmission = 0.4
)");
  const Material& m = result.material;
  expectNear(m.diffuseColor, {0.1f, 0.2f, 0.3f}, "diffuse");
  expectNear(m.emissiveColor, {2.0f, 1.0f, 0.0f}, "emission");
  EXPECT_FLOAT_EQ(m.metallic, 0.25f);
  EXPECT_FLOAT_EQ(m.roughness, 0.7f);
  EXPECT_FLOAT_EQ(m.clearcoat, 0.5f);
  EXPECT_FLOAT_EQ(m.clearcoatRoughness, 0.3f);
  // A quarter of the light that an index of 1.5 reflects, 0.04.
  const float ratio = (m.ior - 1.0f) / (m.ior + 1.0f);
  EXPECT_NEAR(ratio * ratio, 0.01f, 1e-6f);
  EXPECT_NEAR(m.opacity, 0.5f * (1.0f - 0.4f * 0.75f), 1e-5f);
  EXPECT_TRUE(result.problems.empty());
}

TEST(MaterialX, TintedReflectionsUseTheSpecularWorkflow) {
  const Material m = drawn(kStandard, "color3f inputs:specular_color = (1, 0.5, 0)\n").material;
  EXPECT_TRUE(m.usesSpecularWorkflow);
  expectNear(m.specularColor, {0.04f, 0.02f, 0.0f}, "specular");
}

TEST(MaterialX, GltfAlphaModes) {
  const std::string alpha = "float inputs:alpha = 0.25\nint inputs:alpha_mode = ";
  EXPECT_EQ(drawn("ND_gltf_pbr_surfaceshader", alpha + "0\n").material.opacity, 1.0f);
  const Material mask = drawn("ND_gltf_pbr_surfaceshader", alpha + "1\n").material;
  EXPECT_EQ(mask.opacity, 0.25f);
  EXPECT_EQ(mask.opacityThreshold, 0.5f);
  const Material blend = drawn("ND_gltf_pbr_surfaceshader", alpha + "2\n").material;
  EXPECT_EQ(blend.opacity, 0.25f);
  EXPECT_EQ(blend.opacityThreshold, 0.0f);
}

TEST(MaterialX, ConstantNodesAreComputed) {
  const struct {
    const char* id;
    const char* inputs;
    glm::vec3 expected;
  } cases[] = {
      {"ND_constant_color3", "color3f inputs:value = (0.1, 0.2, 0.3)\n", {0.1f, 0.2f, 0.3f}},
      {"ND_add_color3",
       "color3f inputs:in1 = (1, 2, 3)\ncolor3f inputs:in2 = (1, 1, 2)\n",
       {2, 3, 5}},
      {"ND_subtract_color3",
       "color3f inputs:in1 = (1, 2, 3)\ncolor3f inputs:in2 = (1, 1, 2)\n",
       {0, 1, 1}},
      {"ND_multiply_color3FA",
       "color3f inputs:in1 = (1, 2, 3)\nfloat inputs:in2 = 0.5\n",
       {0.5f, 1, 1.5f}},
      {"ND_divide_color3",
       "color3f inputs:in1 = (1, 2, 3)\ncolor3f inputs:in2 = (2, 4, 0)\n",
       {0.5f, 0.5f, 0}},
      {"ND_power_color3FA", "color3f inputs:in1 = (1, 2, 3)\nfloat inputs:in2 = 2\n", {1, 4, 9}},
      {"ND_mix_color3",
       "color3f inputs:bg = (0, 0, 0)\ncolor3f inputs:fg = (1, 0.5, 0.2)\nfloat inputs:mix = 0.5\n",
       {0.5f, 0.25f, 0.1f}},
      {"ND_invert_color3", "color3f inputs:in = (1, 0.5, 0.2)\n", {0, 0.5f, 0.8f}},
      {"ND_clamp_color3", "color3f inputs:in = (2, 0.5, -1)\n", {1, 0.5f, 0}},
      {"ND_contrast_color3FA",
       "color3f inputs:in = (1, 0.5, 0)\nfloat inputs:amount = 0.5\n",
       {0.75f, 0.5f, 0.25f}},
      {"ND_remap_color3FA",
       "color3f inputs:in = (1, 0.5, 0)\nfloat inputs:outlow = 1\nfloat inputs:outhigh = 3\n",
       {3, 2, 1}},
      {"ND_convert_float_color3", "float inputs:in = 0.25\n", {0.25f, 0.25f, 0.25f}},
      {"ND_combine3_color3",
       "float inputs:in1 = 1\nfloat inputs:in2 = 2\nfloat inputs:in3 = 3\n",
       {1, 2, 3}},
      {"ND_swizzle_color3_color3",
       "color3f inputs:in = (1, 2, 3)\nstring inputs:channels = \"b1r\"\n",
       {3, 1, 1}},
      {"ND_switch_color3",
       "color3f inputs:in1 = (1, 0, 0)\ncolor3f inputs:in2 = (0, 1, 0)\nfloat inputs:which = 1\n",
       {0, 1, 0}},
      {"ND_ifgreater_color3",
       "float inputs:value1 = 1\nfloat inputs:value2 = 2\ncolor3f inputs:in1 = (1, 0, 0)\ncolor3f "
       "inputs:in2 = (0, 1, 0)\n",
       {0, 1, 0}},
      {"ND_sqrt_color3", "color3f inputs:in = (4, 9, 16)\n", {2, 3, 4}},
      {"ND_crossproduct_vector3",
       "float3 inputs:in1 = (1, 0, 0)\nfloat3 inputs:in2 = (0, 1, 0)\n",
       {0, 0, 1}},
  };
  for (const auto& c : cases) expectNear(colorOf(node("N", c.id, c.inputs)), c.expected, c.id);
}

TEST(MaterialX, ImagesStayImagesWithScaleBiasAndChannel) {
  const Drawn result =
      drawn(kStandard, R"(
color3f inputs:base_color.connect = </Mat/G/Tint.outputs:out>
float inputs:base = 0.5
float inputs:specular_roughness.connect = </Mat/G/Inverse.outputs:out>
float inputs:metalness.connect = </Mat/G/Parts.outputs:outb>
float3 inputs:normal.connect = </Mat/G/Bumps.outputs:out>
)",
            image("Color", "color3", "string inputs:uaddressmode = \"mirror\"\n") +
                image("Rough", "float") + image("Pack", "color4") + image("Normal", "vector3") +
                node("Tint", "ND_multiply_color3",
                     "color3f inputs:in1.connect = </Mat/G/Color.outputs:out>\n"
                     "color3f inputs:in2 = (1, 0.5, 0.25)\n") +
                node("Inverse", "ND_invert_float",
                     "float inputs:in.connect = </Mat/G/Rough.outputs:out>\n") +
                node("Parts", "ND_separate4_color4",
                     "color4f inputs:in.connect = </Mat/G/Pack.outputs:out>\n") +
                node("Bumps", "ND_normalmap",
                     "float3 inputs:in.connect = </Mat/G/Normal.outputs:out>\n"
                     "float inputs:scale = 0.5\n"));
  const Material& m = result.material;
  EXPECT_TRUE(result.problems.empty());
  EXPECT_TRUE(m.diffuseTexture.file.ends_with("Color.png"));
  expectNear(m.diffuseTexture.scale, {0.5f, 0.25f, 0.125f}, "scale");
  EXPECT_EQ(m.diffuseTexture.channel, -1);
  EXPECT_EQ(m.diffuseTexture.colorSpace, TextureColorSpace::Raw);
  EXPECT_EQ(m.diffuseTexture.wrapS, TextureWrap::Mirror);
  EXPECT_EQ(m.diffuseTexture.wrapT, TextureWrap::Repeat);
  EXPECT_EQ(m.roughnessTexture.scale.x, -1.0f);
  EXPECT_EQ(m.roughnessTexture.bias.x, 1.0f);
  EXPECT_EQ(m.metallicTexture.channel, 2);
  expectNear(m.normalTexture.scale, {1.0f, 1.0f, 2.0f}, "normals");
  expectNear(m.normalTexture.bias, {-0.5f, -0.5f, -1.0f}, "normals");
}

TEST(MaterialX, MasksBetweenTwoColoursAreOneImage) {
  const Drawn result =
      drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/Mix.outputs:out>\n",
            image("Mask", "float") +
                node("Mix", "ND_mix_color3",
                     "color3f inputs:bg = (1, 0, 0)\ncolor3f inputs:fg = (0, 0.5, 1)\n"
                     "float inputs:mix.connect = </Mat/G/Mask.outputs:out>\n"));
  const TextureUse& use = result.material.diffuseTexture;
  EXPECT_TRUE(result.problems.empty());
  EXPECT_EQ(use.channel, kBroadcastChannel);
  expectNear(use.scale, {-1.0f, 0.5f, 1.0f}, "scale");
  expectNear(use.bias, {1.0f, 0.0f, 0.0f}, "bias");
}

TEST(MaterialX, ColoursOfSubsurfaceScatteringAreMixedIn) {
  const std::string same = R"(
color3f inputs:base_color.connect = </Mat/G/Color.outputs:out>
color3f inputs:subsurface_color.connect = </Mat/G/Color.outputs:out>
float inputs:subsurface.connect = </Mat/G/Mask.outputs:out>
)";
  const Drawn equal = drawn(kStandard, same, image("Color", "color3") + image("Mask", "float"));
  EXPECT_TRUE(equal.problems.empty());
  EXPECT_TRUE(equal.material.diffuseTexture.file.ends_with("Color.png"));

  const Drawn other = drawn(kStandard, same + "float inputs:base = 0.5\n",
                            image("Color", "color3") + image("Mask", "float"));
  EXPECT_EQ(other.problems, std::vector<std::string>{"/Mat/Surface"});
}

TEST(MaterialX, ColourSpacesOfFiles) {
  const auto spaceOf = [](const char* type, const char* space) {
    const std::string file =
        std::string("asset inputs:file = @a.png@ (colorSpace = \"") + space + "\")\n";
    const std::string id = std::string("ND_image_") + type;
    return drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/N.outputs:out>\n",
                 node("N", id.c_str(), file))
        .material.diffuseTexture.colorSpace;
  };
  EXPECT_EQ(spaceOf("color3", "srgb_texture"), TextureColorSpace::Srgb);
  EXPECT_EQ(spaceOf("color3", "lin_rec709"), TextureColorSpace::Raw);
  EXPECT_EQ(spaceOf("vector3", "srgb_texture"), TextureColorSpace::Raw);
}

TEST(MaterialX, CoordinatesAreTransformed) {
  const Drawn placed = drawn(
      kStandard, "color3f inputs:base_color.connect = </Mat/G/Color.outputs:out>\n",
      image("Color", "color3", "float2 inputs:texcoord.connect = </Mat/G/Place.outputs:out>\n") +
          node("Place", "ND_place2d_vector2",
               "float2 inputs:texcoord.connect = </Mat/G/Coords.outputs:out>\n"
               "float2 inputs:scale = (0.5, 0.25)\nfloat2 inputs:offset = (0.1, 0.2)\n"
               "float inputs:rotate = 90\nfloat2 inputs:pivot = (1, 0)\n") +
          node("Coords", "ND_geompropvalue_vector2", "string inputs:geomprop = \"map1\"\n"));
  // (st - pivot) / scale, turned clockwise, - offset, + pivot.
  const glm::vec3 at = placed.material.diffuseTexture.texCoordFromSt * glm::vec3(0.5f, 0.5f, 1.0f);
  expectNear(at, {2.0f - 0.1f + 1.0f, 1.0f - 0.2f, 1.0f}, "place2d");

  const Drawn tiled =
      drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/N.outputs:out>\n",
            node("N", "ND_tiledimage_color3",
                 "asset inputs:file = @a.png@\nfloat2 inputs:uvtiling = (4, 2)\n"
                 "float2 inputs:uvoffset = (0.5, 0)\n"));
  const glm::vec3 tile = tiled.material.diffuseTexture.texCoordFromSt * glm::vec3(0.5f, 0.5f, 1.0f);
  expectNear(tile, {1.5f, 1.0f, 1.0f}, "tiledimage");
}

TEST(MaterialX, PrimvarsOfTheGeometryAreRead) {
  const std::string nodes =
      node("N", "ND_geompropvalue_color3", "string inputs:geomprop = \"displayColor\"\n");
  const std::string text =
      textOf(kStandard, "color3f inputs:base_color.connect = </Mat/G/N.outputs:out>\n", nodes);
  EXPECT_FALSE(drawnWith(text).material.usesDisplayColor);
  const std::string mark =
      "def Sphere \"Ball\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n";
  std::string colored = text;
  colored.insert(colored.find(mark) + mark.size(),
                 "color3f[] primvars:displayColor = [(1, 0, 0)]\n");
  EXPECT_TRUE(drawnWith(colored).material.usesDisplayColor);

  const std::string wear =
      textOf(kStandard, "float inputs:specular_roughness.connect = </Mat/G/N.outputs:out>\n",
             node("N", "ND_geompropvalue_float",
                  "string inputs:geomprop = \"wear\"\nfloat inputs:default = 0.9\n"));
  EXPECT_EQ(drawnWith(wear).material.roughness, 0.9f);
  std::string worn = wear;
  worn.insert(worn.find(mark) + mark.size(), "float primvars:wear = 0.3\n");
  EXPECT_EQ(drawnWith(worn).material.roughness, 0.3f);
}

TEST(MaterialX, UnknownNodesAndCyclesAreReportedOnce) {
  const Drawn unknown = drawn(kStandard, R"(
color3f inputs:base_color.connect = </Mat/G/N.outputs:out>
color3f inputs:specular_color.connect = </Mat/G/N.outputs:out>
)",
                              node("N", "studioNode", ""));
  expectNear(unknown.material.diffuseColor, glm::vec3(0.8f), "unknown");
  EXPECT_EQ(unknown.problems, std::vector<std::string>{"/Mat/G/N"});

  const Drawn cycle = drawn(
      kStandard, "color3f inputs:base_color.connect = </Mat/G/A.outputs:out>\n",
      node("A", "ND_add_color3",
           "color3f inputs:in1.connect = </Mat/G/B.outputs:out>\ncolor3f inputs:in2 = (0.25, 0, "
           "0)\n") +
          node("B", "ND_multiply_color3", "color3f inputs:in1.connect = </Mat/G/A.outputs:out>\n"));
  expectNear(cycle.material.diffuseColor, {0.25f, 0.0f, 0.0f}, "cycle");
  EXPECT_EQ(cycle.problems.size(), 1u);

  const Drawn noise =
      drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/N.outputs:out>\n",
            node("N", "ND_ramplr_color3",
                 "color3f inputs:valuel = (1, 0, 0)\ncolor3f inputs:valuer = (0, 1, 0)\n"));
  expectNear(noise.material.diffuseColor, {0.5f, 0.5f, 0.0f}, "ramp");
  EXPECT_EQ(noise.problems.size(), 1u);
}

// Each node has two inputs from the node before it: 2^40 ways through the network.
TEST(MaterialX, EachNodeIsEvaluatedOnce) {
  std::string nodes = node("N0", "ND_constant_color3", "color3f inputs:value = (0.5, 0.5, 0.5)\n");
  for (int i = 1; i <= 40; ++i) {
    const std::string from = "</Mat/G/N" + std::to_string(i - 1) + ".outputs:out>\n";
    nodes += node(("N" + std::to_string(i)).c_str(), "ND_mix_color3",
                  "color3f inputs:bg.connect = " + from + "color3f inputs:fg.connect = " + from +
                      "float inputs:mix = 0.5\n");
  }
  const Drawn result =
      drawn(kStandard, "color3f inputs:base_color.connect = </Mat/G/N40.outputs:out>\n", nodes);
  expectNear(result.material.diffuseColor, glm::vec3(0.5f), "mean");
}

TEST(MaterialX, LayersOfBsdfNodes) {
  const Drawn result = drawn(
      "ND_surface", "token inputs:bsdf.connect = </Mat/G/Layer.outputs:out>\n",
      node("Layer", "ND_layer_bsdf",
           "token inputs:top.connect = </Mat/G/Shine.outputs:out>\n"
           "token inputs:base.connect = </Mat/G/Paint.outputs:out>\n") +
          node("Shine", "ND_dielectric_bsdf",
               "float2 inputs:roughness = (0.04, 0.04)\nfloat inputs:ior = 1.3\n") +
          node("Paint", "ND_oren_nayar_diffuse_bsdf", "color3f inputs:color = (0.1, 0.2, 0.3)\n"));
  expectNear(result.material.diffuseColor, {0.1f, 0.2f, 0.3f}, "diffuse");
  EXPECT_FLOAT_EQ(result.material.roughness, 0.2f);
  EXPECT_FLOAT_EQ(result.material.ior, 1.3f);
  EXPECT_EQ(result.material.metallic, 0.0f);
}

TEST(MaterialX, SurfacesOfRenderContextsWin) {
  const std::string universal =
      "token outputs:surface.connect = </Mat/Other.outputs:surface>\n"
      "def Shader \"Other\" {\nuniform token info:id = \"UsdPreviewSurface\"\n"
      "color3f inputs:diffuseColor = (0, 0, 1)\n}\n";
  std::string both = textOf(kStandard, "color3f inputs:base_color = (1, 0, 0)\n");
  const std::string mark = "def Material \"Mat\" {\n";
  both.insert(both.find(mark) + mark.size(), universal);
  expectNear(drawnWith(both).material.diffuseColor, {1.0f, 0.0f, 0.0f}, "mtlx");
  std::string strange = textOf("ND_no_such_surfaceshader", "");
  strange.insert(strange.find(mark) + mark.size(), universal);
  expectNear(drawnWith(strange).material.diffuseColor, {0.0f, 0.0f, 1.0f}, "universal");
}

TEST(MaterialX, SurfacesOfOtherRenderersGiveTheirNearestFacts) {
  const auto of = [](const char* context, const char* id, const std::string& inputs) {
    std::string text =
        textOf(id, inputs, node("T", "PxrTexture", "asset inputs:filename = @t.png@\n"));
    const std::string mtlx = "outputs:mtlx:surface";
    text.replace(text.find(mtlx), mtlx.size(), std::string("outputs:") + context + ":surface");
    return drawnWith(text);
  };
  const Drawn pixar = of("ri", "PxrSurface",
                         "color3f inputs:diffuseColor.connect = </Mat/G/T.outputs:resultRGB>\n"
                         "float inputs:presence = 0.5\n");
  EXPECT_TRUE(pixar.material.diffuseTexture.file.ends_with("t.png"));
  EXPECT_EQ(pixar.material.opacity, 0.5f);
  EXPECT_EQ(pixar.problems, (std::vector<std::string>{"/Mat/Surface", "/Mat/G/T"}));

  const Drawn arnold = of("arnold", "arnold:standard_surface",
                          "color3f inputs:base_color = (1, 0.5, 0)\nfloat inputs:base = 0.5\n");
  expectNear(arnold.material.diffuseColor, {0.5f, 0.25f, 0.0f}, "arnold");

  const Drawn nvidia = of("mdl", "",
                          "color3f inputs:diffuse_color_constant = (0, 1, 0)\n"
                          "float inputs:metallic_constant = 1\n");
  expectNear(nvidia.material.diffuseColor, {0.0f, 1.0f, 0.0f}, "mdl");
  EXPECT_EQ(nvidia.material.metallic, 1.0f);

  const Drawn none = of("ri", "PxrVolume", "float inputs:density = 1\n");
  expectNear(none.material.diffuseColor, glm::vec3(0.18f), "a volume");
}

}  // namespace usdscope
