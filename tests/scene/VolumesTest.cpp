// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/image/ReadVdb.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/VolumeFields.h"
#include "tests/scene/ExpectSound.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::string assetOf(const char* file) {
  return "@" + (testAssetsPath() / "volumes" / file).string() + "@";
}

// The stage of a layer on disk, where volumes are files.
StageResult stageOf(const std::string& text) {
  const TemporaryFolder folder;
  StageRequest request;
  request.rootLayer = (folder / "root.usda").string();
  std::ofstream(request.rootLayer) << "#usda 1.0\n" << text;
  return composeStage(request, std::make_shared<LayerCache>(std::make_shared<DefaultResolver>()));
}

std::shared_ptr<const Scene> sceneOf(const std::string& text) {
  const StageResult result = stageOf(text);
  EXPECT_TRUE(result.stage) << text;
  return result.stage ? SceneExtractor(result.stage).extract(0.0) : std::make_shared<Scene>();
}

// A volume with the box [-2, 2]³ and these properties and fields.
std::string volumeText(const std::string& content) {
  return "def Volume \"V\" {\nfloat3[] extent = [(-2, -2, -2), (2, 2, 2)]\n" + content + "}\n";
}

std::string densityText(const std::string& field) {
  return volumeText("rel field:density = </V/F>\ndef OpenVDBAsset \"F\" {\n" + field + "\n}\n");
}

void expectBox(const Scene& scene, const std::string& part) {
  ASSERT_EQ(scene.items.size(), 1u) << part;
  EXPECT_FALSE(scene.items[0].volume) << part;
  EXPECT_EQ(scene.items[0].geometry->primitive, Primitive::Lines) << part;
  EXPECT_EQ(scene.items[0].worldBounds, (Box{glm::dvec3(-2.0), glm::dvec3(2.0)})) << part;
  ASSERT_EQ(scene.diagnostics.entries().size(), 1u) << part;
  const Diagnostic& found = scene.diagnostics.entries()[0];
  EXPECT_EQ(found.site.path, "/V");
  EXPECT_NE(found.message.find(part), std::string::npos) << found.message;
  EXPECT_NE(found.message.find("The box is drawn."), std::string::npos) << found.message;
}

}  // namespace

TEST(Volumes, WithoutUsableFieldsAreTheirBoxes) {
  const struct {
    std::string text;
    const char* part;
  } cases[] = {
      {volumeText(""), "neither a field density nor a field emission"},
      {densityText(""), "/V/F has no filePath"},
      {densityText("asset filePath = @./nowhere.vdb@"), "nowhere.vdb of /V/F is not found"},
      {densityText("int fieldIndex = -1\nasset filePath = " + assetOf("fog.vdb")), "is negative"},
      {volumeText("rel field:density = </V/F>\ndef Field3DAsset \"F\" {\n}\n"), "Field3D"},
      {volumeText("rel field:density = </V/F>\ndef Xform \"F\" {\n}\n"), "not an OpenVDBAsset"},
      {volumeText("rel field:density = </Nowhere>\n"), "not an OpenVDBAsset"},
  };
  for (const auto& c : cases) {
    const auto scene = sceneOf(c.text);
    expectSound(*scene, c.part);
    expectBox(*scene, c.part);
  }
}

TEST(Volumes, SayThatOpenVdbIsMissing) {
  if (canReadVdb()) GTEST_SKIP() << "Built with OpenVDB.";
  expectBox(*sceneOf(densityText("token fieldName = \"density\"\nasset filePath = " +
                                 assetOf("fog.vdb"))),
            "OpenVDB");
}

TEST(Volumes, FieldsAreReadAndPlaced) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  const auto scene = sceneOf(
      "def Volume \"V\" {\ndouble3 xformOp:translate = (10, 0, 0)\n"
      "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n"
      "rel field:density = </D>\nrel field:emission = </E>\n}\n"
      "def OpenVDBAsset \"D\" {\ntoken fieldName = \"density\"\nint fieldIndex = 1\n"
      "asset filePath = " +
      assetOf("fog.vdb") +
      "\n}\n"
      "def OpenVDBAsset \"E\" {\ntoken fieldName = \"steps\"\nasset filePath = " +
      assetOf("shapes.vdb") + "\n}\n");
  expectSound(*scene, "fields");
  ASSERT_EQ(scene->items.size(), 1u);
  const Item& item = scene->items[0];
  ASSERT_TRUE(item.volume && item.volume->density && item.volume->emission);
  EXPECT_EQ(item.volume->density->largest, 3.0f);
  EXPECT_EQ(item.geometry->primitive, Primitive::Triangles);
  // The density fills [-1, 1]³, the emission (1.75, -0.75, 2.25) to (3.75, 0.75, 3.25).
  const Box box = item.worldBounds;
  EXPECT_LT(glm::distance(box.min, glm::dvec3(9, -1, -1)), 1e-5);
  EXPECT_LT(glm::distance(box.max, glm::dvec3(13.75, 1, 3.25)), 1e-5);
  const glm::dmat4 boxFromLocal = glm::inverse(item.volume->localFromBox);
  const auto mapped = [&](const glm::dmat4& fieldFromBox, const glm::dvec3& local) {
    return glm::dvec3(fieldFromBox * boxFromLocal * glm::dvec4(local, 1.0));
  };
  const VolumeFields& fields = *item.volume;
  EXPECT_LT(glm::distance(mapped(fields.densityFromBox, {-1, 0, 1}), glm::dvec3(0, 0.5, 1)), 1e-9);
  EXPECT_LT(glm::distance(mapped(fields.emissionFromBox, {1.75, -0.75, 3.25}), {0, 0, 1}), 1e-9);
  EXPECT_TRUE(scene->diagnostics.entries().empty());
}

TEST(Volumes, SequencesFollowTime) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  const auto result =
      stageOf(densityText("token fieldName = \"density\"\nasset filePath.timeSamples = {\n1: " +
                          assetOf("puff.1.vdb") + ",\n2: " + assetOf("puff.2.vdb") +
                          ",\n3: @./gone.vdb@,\n4: " + assetOf("puff.1.vdb") + "\n}"));
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.isAnimated());
  std::shared_ptr<const VolumeFields> last;
  for (const double time : {1.0, 1.5, 2.0, 4.0}) {
    const auto scene = extractor.extract(time);
    ASSERT_EQ(scene->items.size(), 1u) << time;
    const auto& fields = scene->items[0].volume;
    ASSERT_TRUE(fields) << time;
    EXPECT_EQ(fields->density->size[2], time == 2.0 ? 8 : 4) << time;
    EXPECT_EQ(fields->density->largest, time == 2.0 ? 2.0f : 1.0f) << time;
    EXPECT_EQ(fields == last, time == 1.5) << time;  // Not read again.
    last = fields;
  }
  expectBox(*extractor.extract(3.0), "gone.vdb");
}

TEST(Volumes, WithTheSameFieldShareIt) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  std::string text = "def OpenVDBAsset \"F\" {\ntoken fieldName = \"density\"\nasset filePath = " +
                     assetOf("fog.vdb") + "\n}\n";
  for (int i = 0; i < 100; ++i) {
    text += "def Volume \"V" + std::to_string(i) + "\" {\nrel field:density = </F>\n}\n";
  }
  const auto scene = sceneOf(text);
  ASSERT_EQ(scene->items.size(), 100u);
  const auto& first = scene->items[0].volume;
  ASSERT_TRUE(first && first->density);
  for (const Item& item : scene->items) {
    ASSERT_TRUE(item.volume);
    EXPECT_EQ(item.volume->density, first->density);
  }
}

TEST(Volumes, GridsTogetherHaveABoundedSize) {
  const struct {
    std::size_t volumeCount;
    std::size_t mostValues;
  } cases[] = {
      {0, kMostGridValues},      {1, kMostGridValues},      {32, kMostGridValues},
      {64, kMostGridValues / 2}, {1000, (1u << 29) / 1000}, {1u << 14, 1u << 15},
      {1u << 20, 1u << 15},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(FieldCache(c.volumeCount).mostValues(), c.mostValues) << c.volumeCount;
  }
}

TEST(Volumes, CachesDoNotKeepGridsAlive) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  FieldCache cache(1);
  const DefaultResolver resolver;
  const std::string path = (testAssetsPath() / "volumes" / "fog.vdb").string();
  auto grid = cache.gridOf(resolver, {path, "density", 0}).grid;
  ASSERT_TRUE(grid);
  EXPECT_EQ(cache.gridOf(resolver, {path, "density", 0}).grid, grid);
  EXPECT_NE(cache.gridOf(resolver, {path, "density", 1}).grid, grid);
  EXPECT_NE(cache.gridOf(resolver, {path, "smoke", 0}).problem, "");
  const std::weak_ptr<const DenseGrid> old = grid;
  grid.reset();
  EXPECT_TRUE(old.expired());
  EXPECT_TRUE(cache.gridOf(resolver, {path, "density", 0}).grid);
}

TEST(Volumes, SimplificationsAreReported) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  for (const auto& [name, part] : {std::pair{"ball", "level set"}, {"vast", "too large"}}) {
    const auto scene = sceneOf(densityText("token fieldName = \"" + std::string(name) +
                                           "\"\nasset filePath = " + assetOf("shapes.vdb")));
    ASSERT_EQ(scene->items.size(), 1u) << name;
    EXPECT_TRUE(scene->items[0].volume) << name;
    ASSERT_EQ(scene->diagnostics.entries().size(), 1u) << name;
    EXPECT_EQ(scene->diagnostics.entries()[0].code, kSimplifiedGeometry) << name;
    EXPECT_NE(scene->diagnostics.entries()[0].message.find(part), std::string::npos) << name;
  }
  const auto empty = sceneOf(
      densityText("token fieldName = \"nothing\"\nasset filePath = " + assetOf("shapes.vdb")));
  EXPECT_EQ(empty->items.size(), 0u);
  EXPECT_TRUE(empty->diagnostics.entries().empty());
}

TEST(Volumes, MissingFieldsAreNamed) {
  if (!canReadVdb()) GTEST_SKIP() << "Built without OpenVDB.";
  expectBox(
      *sceneOf(densityText("token fieldName = \"smoke\"\nasset filePath = " + assetOf("fog.vdb"))),
      "no field with the name \"smoke\"");
  expectBox(*sceneOf(densityText("token fieldName = \"density\"\nasset filePath = " +
                                 assetOf("make_volumes.cpp"))),
            "not an OpenVDB file");
}

// Expected values from UsdGeomCamera: its planes are those of GfCamera.
TEST(Cameras, ClippingPlanesVaryOverTime) {
  const auto result = stageFromText(
      "def Camera \"C\" {\nfloat4[] clippingPlanes.timeSamples = {\n"
      "1: [(0, 0, -1, -5)],\n2: [(1, 0, 0, 0), (0, 1, 0, inf)]\n}\n}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto planesAt = [&](double time) {
    return extractor.extract(time)->cameras.at(0).clippingPlanes;
  };
  EXPECT_EQ(planesAt(1.0), (std::vector<glm::dvec4>{{0, 0, -1, -5}}));
  EXPECT_EQ(planesAt(2.0), (std::vector<glm::dvec4>{{1, 0, 0, 0}}));
}

// The square reaches from x = -1 to 1; the fourth column of the matrix divides by 1 + x / 2, or by
// 1 + 2 x, which is negative at its left.
TEST(ProjectiveTransforms, BoundsAreThoseOfDividedPoints) {
  const auto scene = [](const char* weight) {
    return sceneOf(std::string("def Plane \"P\" {\nmatrix4d xformOp:transform = ((1, 0, 0, ") +
                   weight +
                   "), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))\n"
                   "uniform token[] xformOpOrder = [\"xformOp:transform\"]\n}\n");
  };
  const auto drawn = scene("0.5");
  ASSERT_EQ(drawn->items.size(), 1u);
  const Box box = drawn->items[0].worldBounds;
  EXPECT_LT(glm::distance(box.min, glm::dvec3(-2, -2, 0)), 1e-9);
  EXPECT_LT(glm::distance(box.max, glm::dvec3(2.0 / 3.0, 2, 0)), 1e-9);
  const auto behind = scene("2");
  EXPECT_EQ(behind->items.size(), 0u);
  ASSERT_EQ(behind->diagnostics.entries().size(), 1u);
  EXPECT_EQ(behind->diagnostics.entries()[0].code, kBadGeometry);
}

}  // namespace usdscope
