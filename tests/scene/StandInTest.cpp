// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/StandIn.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/scene/SceneExtractor.h"
#include "engine/schema/DrawMode.h"
#include "tests/scene/ExpectSound.h"
#include "tests/scene/SceneFromText.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// A component with a box, a mesh in it, and more properties.
std::string component(const std::string& more) {
  return "def Xform \"Model\" (\nkind = \"component\"\nprepend apiSchemas = [\"GeomModelAPI\"]\n) "
         "{\n"
         "float3[] extentsHint = [(0, -1, 2), (4, 1, 3)]\n" +
         more + "\ndef Cube \"Cube\" {\n}\n}\n";
}

// The texture coordinate at the vertex of a position.
std::optional<glm::vec2> texCoordAt(const Geometry& geometry, const GeometryPart& part,
                                    const glm::vec3& position) {
  for (std::uint32_t i = 0; i < part.indexCount; ++i) {
    const std::uint32_t vertex = geometry.indices[part.firstIndex + i];
    if (glm::distance(geometry.positions[vertex], position) < 0.01f) {
      return geometry.texCoords[vertex];
    }
  }
  return std::nullopt;
}

}  // namespace

// Expected modes from UsdGeomModelAPI::ComputeModelDrawMode.
TEST(StandIn, DrawModesAreInheritedByModels) {
  const auto result = stageFromText(R"(def Xform "A" (
    kind = "assembly"
    prepend apiSchemas = ["GeomModelAPI"]
) {
    uniform token model:drawMode = "bounds"
    def Xform "Plain" (
        kind = "component"
    ) {
    }
    def Xform "Shown" (
        kind = "component"
        prepend apiSchemas = ["GeomModelAPI"]
    ) {
        uniform bool model:applyDrawMode = 0
    }
    def Xform "Cards" (
        kind = "component"
    ) {
        uniform token model:drawMode = "cards"
    }
    def Xform "NoModel" {
        uniform token model:drawMode = "origin"
        def Xform "Below" (
            kind = "component"
        ) {
        }
    }
    def Xform "Inherited" (
        kind = "component"
        prepend apiSchemas = ["GeomModelAPI"]
    ) {
        uniform token model:drawMode = "inherited"
    }
}
def Xform "None" (
    kind = "component"
) {
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    const char* mode;
    bool isApplied;
  } cases[] = {{"/A", "bounds", false},          {"/A/Plain", "bounds", true},
               {"/A/Shown", "bounds", false},    {"/A/Cards", "cards", true},
               {"/A/NoModel", "bounds", false},  {"/A/NoModel/Below", "bounds", false},
               {"/A/Inherited", "bounds", true}, {"/None", "default", true}};
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.path));
    ASSERT_TRUE(prim) << c.path;
    EXPECT_EQ(computeDrawMode(prim).text(), c.mode) << c.path;
    EXPECT_EQ(isDrawModeApplied(prim), c.isApplied) << c.path;
  }
}

TEST(StandIn, BoundsAreTheEdgesOfTheBox) {
  const auto scene =
      sceneOf(component("uniform token model:drawMode = \"bounds\"\n"
                        "float3 model:drawModeColor = (1, 0.5, 0)\n"));
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  const Item& item = scene->items[0];
  EXPECT_EQ(item.path.text(), "/Model");
  EXPECT_EQ(item.geometry->primitive, Primitive::Lines);
  EXPECT_EQ(item.geometry->indices.size(), 24u);
  EXPECT_EQ(item.worldBounds, (Box{{0, -1, 2}, {4, 1, 3}}));
  EXPECT_EQ(item.geometry->colors[0], glm::vec4(1.0f, 0.5f, 0.0f, 1.0f));
  double length = 0.0;
  for (std::size_t i = 0; i < 24; i += 2) {
    length += glm::distance(item.geometry->positions[item.geometry->indices[i]],
                            item.geometry->positions[item.geometry->indices[i + 1]]);
  }
  EXPECT_DOUBLE_EQ(length, 4.0 * (4.0 + 2.0 + 1.0));
}

TEST(StandIn, WithoutAHintTheBoxIsComputed) {
  const auto scene = sceneOf(
      "def Xform \"M\" (\nkind = \"component\"\nprepend apiSchemas = [\"GeomModelAPI\"]\n) {\n"
      "uniform token model:drawMode = \"bounds\"\n"
      "double3 xformOp:translate = (10, 0, 0)\nuniform token[] xformOpOrder = "
      "[\"xformOp:translate\"]\n"
      "def Sphere \"S\" {\ndouble radius = 2\nfloat3[] extent = [(-2, -2, -2), (2, 2, 2)]\n}\n}\n");
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_EQ(scene->items[0].worldBounds, (Box{{8, -2, -2}, {12, 2, 2}}));
}

TEST(StandIn, OriginIsThreeAxesOfUnitLength) {
  const auto scene = sceneOf(component("uniform token model:drawMode = \"origin\"\n"));
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_EQ(scene->items[0].geometry->indices.size(), 6u);
  EXPECT_EQ(scene->items[0].worldBounds, (Box{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(scene->items[0].geometry->colors[0], glm::vec4(0.18f, 0.18f, 0.18f, 1.0f));
}

TEST(StandIn, CardsWithoutTexturesAreABoxOrACross) {
  const auto box =
      sceneOf(component("uniform token model:drawMode = \"cards\"\n"
                        "uniform token model:cardGeometry = \"box\"\n"));
  ASSERT_EQ(box->items.size(), 1u);
  EXPECT_EQ(box->items[0].geometry->indices.size(), 36u);
  EXPECT_EQ(box->items[0].worldBounds, (Box{{0, -1, 2}, {4, 1, 3}}));
  EXPECT_TRUE(box->materials.empty());
  const Geometry& geometry = *box->items[0].geometry;
  for (std::size_t i = 0; i < geometry.indices.size(); i += 3) {
    const glm::vec3& a = geometry.positions[geometry.indices[i]];
    const glm::vec3& b = geometry.positions[geometry.indices[i + 1]];
    const glm::vec3& c = geometry.positions[geometry.indices[i + 2]];
    const glm::vec3 normal = glm::cross(b - a, c - a);
    EXPECT_GT(glm::dot(normal, (a + b + c) / 3.0f - glm::vec3(2.0f, 0.0f, 2.5f)), 0.0f)
        << "The faces look outwards.";
  }
  const auto cross = sceneOf(component("uniform token model:drawMode = \"cards\"\n"));
  ASSERT_EQ(cross->items.size(), 1u);
  EXPECT_EQ(cross->items[0].geometry->indices.size(), 36u);
  float nearest = 1.0f;
  for (const glm::vec3& p : cross->items[0].geometry->positions) {
    nearest = std::min(nearest, std::abs(p.x - 2.0f));
  }
  EXPECT_LT(nearest, 0.001f) << "Cards cross in the middle of the box.";
}

// The places of texture coordinates are those of the reference's stand-ins.
TEST(StandIn, CardsShowTheirTexturesOrThoseOfTheirOpposites) {
  const auto scene =
      sceneOf(component("uniform token model:drawMode = \"cards\"\n"
                        "uniform token model:cardGeometry = \"box\"\n"
                        "asset model:cardTextureXPos = @x.png@\n"
                        "asset model:cardTextureZPos = @z.png@\n"
                        "asset model:cardTextureZNeg = @zn.png@\n"));
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  const Item& item = scene->items[0];
  EXPECT_EQ(item.geometry->indices.size(), 4u * 6u) << "No card without a texture is drawn.";
  ASSERT_EQ(scene->materials.size(), 3u);
  ASSERT_EQ(item.parts.size(), 4u);
  const auto fileOf = [&](std::size_t part) {
    const auto material = static_cast<std::size_t>(item.parts[part].material);
    return scene->materials[material].diffuseTexture.file;
  };
  EXPECT_EQ(fileOf(0), "x.png");
  EXPECT_EQ(fileOf(1), "x.png");
  EXPECT_EQ(fileOf(2), "z.png");
  EXPECT_EQ(fileOf(3), "zn.png");
  const auto expect = [&](std::size_t part, const glm::vec3& at, const glm::vec2& st) {
    const auto found = texCoordAt(*item.geometry, item.parts[part], at);
    ASSERT_TRUE(found) << part;
    EXPECT_EQ(*found, st) << part;
  };
  expect(0, {4, 1, 2}, {1, 0});  // +X: s along y, t along z.
  expect(0, {4, -1, 3}, {0, 1});
  expect(1, {0, 1, 2}, {1, 0});   // -X shows the same picture from behind.
  expect(2, {4, -1, 3}, {1, 0});  // +Z: s along x, t along y.
  expect(3, {4, -1, 2}, {1, 1});  // -Z: s along x, t against y.
  EXPECT_FLOAT_EQ(scene->materials[0].opacityThreshold, 0.1f);
  EXPECT_EQ(scene->materials[0].opacityTexture.channel, 3);
}

TEST(StandIn, EqualModelsShareTheMaterialsOfTheirCards) {
  const std::string model =
      "kind = \"component\"\nprepend apiSchemas = [\"GeomModelAPI\"]\n) {\n"
      "float3[] extentsHint = [(0, 0, 0), (1, 1, 1)]\n"
      "uniform token model:drawMode = \"cards\"\nasset model:cardTextureXPos = @x.png@\n}\n";
  const auto scene = sceneOf("def Xform \"A\" (\n" + model + "def Xform \"B\" (\n" + model);
  ASSERT_EQ(scene->items.size(), 2u);
  EXPECT_EQ(scene->materials.size(), 1u);
  EXPECT_EQ(scene->items[0].geometry, scene->items[1].geometry);
}

TEST(StandIn, BadBoxesAreReportedAndOthersAreDrawn) {
  for (const char* hint :
       {"[(0, 0, 0), (nan, 1, 1)]", "[(1, 1, 1), (0, 0, 0)]", "[(-inf, 0, 0), (inf, 1, 1)]"}) {
    for (const char* mode : {"bounds", "cards"}) {
      const auto scene = sceneOf(
          "def Xform \"Bad\" (\nkind = \"component\"\nprepend apiSchemas = [\"GeomModelAPI\"]\n) "
          "{\n"
          "float3[] extentsHint = " +
          std::string(hint) + "\nuniform token model:drawMode = \"" + mode +
          "\"\n}\ndef Sphere \"Fine\" {\n}\n");
      expectSound(*scene, hint);
      ASSERT_EQ(scene->items.size(), 1u) << hint;
      EXPECT_EQ(scene->items[0].path.text(), "/Fine");
      ASSERT_EQ(scene->diagnostics.entries().size(), 1u) << hint << mode;
      EXPECT_EQ(scene->diagnostics.entries()[0].code, kBadGeometry);
    }
  }
}

TEST(StandIn, HintsFollowTime) {
  const auto result = stageFromText(
      "def Xform \"M\" (\nkind = \"component\"\nprepend apiSchemas = [\"GeomModelAPI\"]\n) {\n"
      "uniform token model:drawMode = \"bounds\"\n"
      "float3[] extentsHint.timeSamples = {0: [(0, 0, 0), (1, 1, 1)], "
      "10: [(0, 0, 0), (11, 1, 1)]}\n}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_EQ(extractor.extract(0.0)->bounds.max.x, 1.0);
  EXPECT_EQ(extractor.extract(5.0)->bounds.max.x, 6.0);
}

TEST(StandIn, APrimThatIsNotLoadedIsItsBox) {
  LayerTexts texts;
  texts["/root.usda"] =
      "#usda 1.0\ndef Xform \"A\" (\nprepend payload = @./p.usda@</P>\n) {\n"
      "float3[] extentsHint = [(0, 0, 0), (2, 3, 4)]\n}\n"
      "def Xform \"B\" (\nprepend payload = @./p.usda@</P>\n) {\n}\n";
  texts["/p.usda"] = "#usda 1.0\ndef Xform \"P\" {\ndef Cube \"C\" {\n}\n}\n";
  const auto loaded = stageFromTexts(texts);
  ASSERT_TRUE(loaded.stage);
  EXPECT_EQ(SceneExtractor(loaded.stage).extract(0.0)->items.size(), 2u);
  StageRequest request;
  request.loadRules = LoadRules::none();
  const auto unloaded = stageFromTexts(texts, request);
  ASSERT_TRUE(unloaded.stage);
  const auto scene = SceneExtractor(unloaded.stage).extract(0.0);
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_EQ(scene->items[0].path.text(), "/A");
  EXPECT_EQ(scene->items[0].geometry->primitive, Primitive::Lines);
  EXPECT_EQ(scene->items[0].worldBounds, (Box{{0, 0, 0}, {2, 3, 4}}));
}

// Equal instances are collected once, but not if they inherit unlike modes.
TEST(StandIn, InstancesInheritDrawModes) {
  const std::string instance =
      "def \"Set\" (\ninstanceable = true\nprepend references = </Set>\n) {\n}\n";
  const auto scene = sceneOf(
      "class Xform \"Set\" (\nkind = \"assembly\"\n) {\ndef Xform \"Model\" (\nkind = "
      "\"component\"\n) {\nfloat3[] extentsHint = [(0, 0, 0), (1, 2, 3)]\ndef Cube \"Cube\" "
      "{\n}\n}\n}\n"
      "def Xform \"Plain\" (\nkind = \"assembly\"\n) {\n" +
      instance +
      "}\ndef Xform \"Boxes\" (\nkind = \"assembly\"\nprepend apiSchemas = "
      "[\"GeomModelAPI\"]\n) {\nuniform token model:drawMode = \"bounds\"\n" +
      instance + "}\n");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 2u);
  EXPECT_EQ(scene->items[0].path.text(), "/Plain/Set/Model/Cube");
  EXPECT_EQ(scene->items[1].path.text(), "/Boxes/Set/Model");
  EXPECT_EQ(scene->items[1].geometry->primitive, Primitive::Lines);
}

TEST(StandIn, TexturesPlaceCardsByTheirMatrices) {
  Cards cards;
  cards.shape = Cards::Shape::FromTexture;
  cards.isDrawn[4] = true;
  cards.localFromScreen[4] = glm::dmat4(2.0);
  cards.localFromScreen[4][3] = glm::dvec4(2.0, 0.0, 5.0, 2.0);
  const MeshInput input = buildCards(cards, {}, glm::vec3(1.0f));
  ASSERT_EQ(input.points.size(), 4u);
  EXPECT_EQ(input.points[0], glm::vec3(0.0f, -1.0f, 2.5f)) << "Divided by the fourth number.";
  EXPECT_EQ(input.points[2], glm::vec3(2.0f, 1.0f, 2.5f));
  EXPECT_EQ(input.texCoords.values[0], glm::vec2(0.0f, 1.0f));
}

TEST(StandIn, ATextureWithoutAMatrixPlacesNoCard) {
  const auto scene =
      sceneOf(component("uniform token model:drawMode = \"cards\"\n"
                        "uniform token model:cardGeometry = \"fromTexture\"\n"
                        "asset model:cardTextureZPos = @./z.exr@\n"));
  EXPECT_TRUE(scene->items.empty());
  ASSERT_EQ(scene->diagnostics.entries().size(), 1u);
  EXPECT_NE(scene->diagnostics.entries()[0].message.find("worldtoscreen"), std::string::npos);
}

TEST(StandIn, VolumesWithoutFilesAreTheirBoxes) {
  const auto scene = sceneOf(
      "def Volume \"V\" {\nfloat3[] extent = [(-1, -2, -3), (1, 2, 3)]\n"
      "rel field:density = </V/F>\ndef OpenVDBAsset \"F\" {\n}\n}\ndef Volume \"Unknown\" {\n}\n");
  expectSound(*scene, "volume");
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_EQ(scene->items[0].path.text(), "/V");
  EXPECT_EQ(scene->items[0].worldBounds, (Box{{-1, -2, -3}, {1, 2, 3}}));
  const auto entries = scene->diagnostics.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].code, kBadGeometry);
  EXPECT_EQ(entries[0].site.path, "/V");
  EXPECT_EQ(entries[1].code, kBadGeometry);
  EXPECT_EQ(entries[1].site.path, "/Unknown");
}

}  // namespace usdscope
