// SPDX-License-Identifier: Apache-2.0
#include "engine/report/statistics/SceneStatistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/base/Json.h"
#include "engine/report/text/LayerNames.h"
#include "engine/scene/Scene.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kGroupNames[] = {"type", "kind", "purpose", "state", "layer"};

std::shared_ptr<const Stage> openCounted(const std::string& file) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / file).string();
  return composeStage(request).stage;
}

Json sumsOf(const StatisticsRow& row) {
  return {row.prims,  row.instanced, row.animatedPrims, row.attributes,    row.animatedAttributes,
          row.meshes, row.points,    row.faces,         row.pointInstances};
}

// The facts in the format of tests/oracle/make_statistics.py.
Json statisticsFacts(const SceneStatistics& statistics, const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  Json facts;
  facts["total"] = sumsOf(statistics.total);
  for (std::size_t i = 0; i < kStatisticsGroupCount; ++i) {
    Json& rows = facts[kGroupNames[i]] = Json::object();
    const bool isLayer = StatisticsGroup(i) == StatisticsGroup::Layer;
    for (const StatisticsRow& row : statistics.groups[i]) {
      rows[isLayer ? names.file(row.name) : row.name] = sumsOf(row);
    }
  }
  return facts;
}

TEST(SceneStatistics, EqualsTheReferencesCounts) {
  std::ifstream file(testAssetsPath() / "statistics/expected.json");
  const Json scenes = parseJson(file);
  ASSERT_GT(scenes.size(), 30u);
  for (const auto& [scene, expected] : scenes.items()) {
    const auto stage = openCounted(scene);
    ASSERT_TRUE(stage) << scene;
    const auto statistics = sceneStatistics(stage->pseudoRoot());
    ASSERT_TRUE(statistics) << scene;
    Json facts = statisticsFacts(*statistics, *stage);
    facts["prototypes"] = statistics->prototypes;
    facts["prototypePrims"] = statistics->prototypePrims;
    facts["below"] = Json::object();
    for (const auto& [path, unused] : expected["below"].items()) {
      const auto below = sceneStatistics(stage->primAt(Path::fromText(path)));
      ASSERT_TRUE(below) << scene << path;
      facts["below"][path] = statisticsFacts(*below, *stage);
    }
    EXPECT_EQ(facts, expected) << scene << '\n' << Json::diff(expected, facts).dump(1);
  }
}

TEST(SceneStatistics, PrimsOfARowAreThoseThatItCounts) {
  const auto stage = openCounted("statistics/street.usda");
  ASSERT_TRUE(stage);
  for (const Prim& root : {stage->pseudoRoot(), stage->primAt(Path::fromText("/Street/LampB"))}) {
    const auto statistics = sceneStatistics(root);
    ASSERT_TRUE(statistics);
    for (std::size_t i = 0; i < kStatisticsGroupCount; ++i) {
      for (const StatisticsRow& row : statistics->groups[i]) {
        std::vector<Path> prims = countedPrims(root, StatisticsGroup(i), row.name, 1000);
        EXPECT_EQ(prims.size(), row.all()) << kGroupNames[i] << " " << row.name;
        const std::size_t half = row.all() / 2;
        EXPECT_EQ(countedPrims(root, StatisticsGroup(i), row.name, half).size(), half);
        std::ranges::sort(prims, {}, [](Path path) { return path.text(); });
        EXPECT_EQ(std::ranges::adjacent_find(prims), prims.end()) << row.name;
      }
      EXPECT_TRUE(countedPrims(root, StatisticsGroup(i), "nonsense", 1000).empty());
    }
  }
}

TEST(SceneStatistics, RowsWithMostPrimsComeFirstAndLayersHaveSizes) {
  const auto stage = openCounted("statistics/street.usda");
  ASSERT_TRUE(stage);
  const auto statistics = sceneStatistics(stage->pseudoRoot());
  ASSERT_TRUE(statistics);
  const auto& types = statistics->rows(StatisticsGroup::Type);
  ASSERT_GE(types.size(), 2u);
  EXPECT_EQ(types[0].all(), 8u);  // Xform and Mesh.
  EXPECT_EQ(types[1].all(), 8u);
  EXPECT_TRUE(std::ranges::is_sorted(types, std::ranges::greater{}, &StatisticsRow::all));
  const auto layer =
      std::ranges::find(statistics->layers, "animation.usda", &LayerStatistics::label);
  ASSERT_NE(layer, statistics->layers.end());
  EXPECT_EQ(layer->primSpecs, 2u);
  EXPECT_EQ(layer->propertySpecs, 2u);
  EXPECT_GT(layer->tableBytes, 2 * sizeof(PrimSpecRow));
  EXPECT_EQ(layer->fileBytes,
            std::filesystem::file_size(testAssetsPath() / "statistics/animation.usda"));
}

TEST(SceneStatistics, CanBeStoppedAndReportsProgress) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "def Scope \"P" + std::to_string(i) + "\" {\n}\n";
  const StageResult result = stageFromText(text);
  ASSERT_TRUE(result.stage);
  std::vector<std::size_t> steps;
  std::stop_source source;
  const auto all =
      sceneStatistics(result.stage->pseudoRoot(), [&](std::size_t done, std::size_t total) {
        steps.push_back(done);
        EXPECT_EQ(total, 5000u);
      });
  ASSERT_TRUE(all);
  EXPECT_EQ(all->total.prims, 5000u);
  EXPECT_GE(steps.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(steps));
  const auto stopped = sceneStatistics(
      result.stage->pseudoRoot(), [&](std::size_t, std::size_t) { source.request_stop(); },
      source.get_token());
  EXPECT_FALSE(stopped);
}

TEST(SceneStatistics, HierarchyOfAnyDepthIsCounted) {
  std::string text;
  constexpr int kDepth = 300;
  for (int i = 0; i < kDepth; ++i) text += "def Xform \"P\"\n{\n";
  for (int i = 0; i < kDepth; ++i) text += "}\n";
  const StageResult result = stageFromText(text);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(sceneStatistics(result.stage->pseudoRoot())->total.prims, std::uint64_t(kDepth));
}

TEST(SceneStatistics, SharedGeometryIsInMemoryOnce) {
  auto geometry = std::make_shared<Geometry>();
  geometry->positions = Array<glm::vec3>(std::vector(10, glm::vec3(0)));
  geometry->indices = Array<std::uint32_t>(std::vector(30, std::uint32_t(0)));
  Scene scene;
  EXPECT_EQ(pictureBytes(scene), 0u);
  scene.items.own().resize(2);
  for (Item& item : scene.items) item.geometry = geometry;
  EXPECT_EQ(pictureBytes(scene), 10 * 12 + 30 * 4u);
  scene.palette.resize(3);
  EXPECT_EQ(pictureBytes(scene), 10 * 12 + 30 * 4 + 3 * 64u);
}

}  // namespace
}  // namespace usdscope
