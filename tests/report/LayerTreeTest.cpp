// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/LayerTree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/base/Json.h"
#include "engine/report/text/LayerNames.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Role = LayerTreeRow::Role;
using State = LayerTreeRow::State;

std::string_view nameOf(Role role) {
  static constexpr std::string_view kNames[] = {"session", "root",  "sublayer", "reference",
                                                "payload", "clips", "manifest", "clip"};
  return kNames[std::size_t(role)];
}

std::string_view nameOf(State state) {
  static constexpr std::string_view kNames[] = {"", " muted", " unreadable", " not loaded", ""};
  return kNames[std::size_t(state)];
}

// The tree as lines, indented by depth.
std::string textOf(const LayerTree& tree) {
  std::string text;
  std::vector<std::size_t> depths;
  for (const LayerTreeRow& row : tree.rows) {
    depths.push_back(row.parent == LayerTreeRow::kNone ? 0 : depths[row.parent] + 1);
    text += std::string(depths.back() * 2, ' ') + std::string(nameOf(row.role)) + " " + row.name +
            std::string(nameOf(row.state)) + (row.isRepeated ? " again" : "");
    if (row.primCount > 0) text += fmt::format(" x{} {}", row.primCount, row.firstPrim.text());
    for (const LayerOffset& offset : row.offsets) {
      if (!offset.isIdentity()) text += fmt::format(" ({}, {})", offset.offset, offset.scale);
    }
    text += '\n';
  }
  return text;
}

std::set<std::string> factsOf(const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  const LayerTree tree = layerTree(stage);
  std::set<std::string> facts;
  for (const LayerTreeRow& row : tree.rows) {
    if (row.state != State::Open && row.role != Role::Clip) continue;
    if (row.parent == LayerTreeRow::kNone || row.role == Role::Manifest) continue;
    const LayerTreeRow& parent = tree.rows[row.parent];
    if (row.role == Role::Clip) {
      facts.insert(Json({"clip", parent.name, names.file(row.identifier), {}, {}}).dump());
    }
    if (row.role == Role::Clip || row.role == Role::ClipSet) continue;
    for (const LayerOffset& offset : row.offsets) {
      facts.insert(Json({nameOf(row.role), names.file(parent.identifier),
                         names.file(row.identifier), offset.offset, offset.scale})
                       .dump());
    }
  }
  return facts;
}

TEST(LayerTree, EqualsTheReferencesFacts) {
  const std::filesystem::path museum = testAssetsPath() / "museum";
  std::ifstream file(museum / "layerTrees.json");
  const Json scenes = parseJson(file);
  ASSERT_GT(scenes.size(), 30u);
  for (const auto& [scene, expected] : scenes.items()) {
    StageRequest request;
    request.rootLayer = (museum / scene / "root.usda").string();
    const StageResult result = composeStage(request);
    ASSERT_TRUE(result.stage) << scene;
    std::set<std::string> wanted;
    for (const Json& fact : expected) wanted.insert(fact.dump());
    // The reference opens this layer, too, but has no arc to it, because it has no default prim.
    if (scene == "ArcsToNothing") {
      wanted.insert(Json({"reference", "root.usda", "nodefault.usda", 0.0, 1.0}).dump());
    }
    EXPECT_EQ(factsOf(*result.stage), wanted) << scene << '\n' << textOf(layerTree(*result.stage));
  }
}

// A shot with every kind of row.
StageResult shot(StageRequest request = {}) {
  return stageFromTexts({{"/root.usda", R"(
(
    subLayers = [@muted.usda@, @lost.usda@, @anim.usda@ (offset = 10; scale = 2)]
)
def "A" (references = @chair.usda@) {
}
def "B" (references = @chair.usda@ (offset = 5)) {
}
def "C" (payload = @heavy.usda@) {
}
def "D" (references = @gone.usda@) {
}
)"},
                         {"/muted.usda", "over \"A\" {\n}\n"},
                         {"/anim.usda", "def \"E\" (references = @chair.usda@) {\n}\n"},
                         {"/chair.usda", R"(
(
    defaultPrim = "Chair"
    subLayers = [@look.usda@]
    timeCodesPerSecond = 48
)
def "Chair" (references = @wood.usda@) {
}
)"},
                         {"/look.usda", ""},
                         {"/wood.usda", "(defaultPrim = \"W\")\ndef \"W\" {\n}\n"},
                         {"/heavy.usda", "(defaultPrim = \"H\")\ndef \"H\" {\n}\n"}},
                        std::move(request));
}

TEST(LayerTree, ListsEveryLayerAtItsPlace) {
  const StageResult result = shot();
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(textOf(layerTree(*result.stage)), R"(session session layer
root root.usda
  sublayer muted.usda
  sublayer lost.usda unreadable
  sublayer anim.usda (10, 2)
    reference chair.usda x1 /E (10, 1)
      sublayer look.usda (5, 1) (10, 2)
      reference wood.usda x3 /E (5, 1) (10, 2)
  reference chair.usda again x2 /A (0, 0.5) (5, 0.5)
  payload heavy.usda x1 /C
  reference gone.usda unreadable x1 /D
)");
}

TEST(LayerTree, MutedAndUnloadedLayersStay) {
  StageRequest request;
  request.mutedLayers = {"/muted.usda", "/chair.usda", "anon:session"};
  request.loadRules = LoadRules::none();
  const StageResult result = shot(request);
  ASSERT_TRUE(result.stage);
  const LayerTree tree = layerTree(*result.stage);
  EXPECT_EQ(textOf(tree), R"(session session layer muted
root root.usda
  sublayer muted.usda muted
  sublayer lost.usda unreadable
  sublayer anim.usda (10, 2)
    reference chair.usda muted x1 /E
  reference chair.usda muted x2 /A
  payload heavy.usda not loaded x1 /C
  reference gone.usda unreadable x1 /D
)");
  for (const LayerTreeRow& row : tree.rows) {
    EXPECT_EQ(row.problem.empty(), row.state != State::Unreadable) << row.name;
    EXPECT_EQ(row.canBeMuted(), row.role != Role::Root && row.state != State::NotLoaded)
        << row.name;
  }
}

TEST(LayerTree, FindsThePrimsThatALayerTouches) {
  const StageResult result = shot();
  ASSERT_TRUE(result.stage);
  const auto touched = [&](const char* layer) {
    std::vector<std::string> paths;
    for (const std::uint32_t row : rowsTouchedBy(*result.stage, layer)) {
      paths.push_back(result.stage->primOfRow(row).path().text());
    }
    return paths;
  };
  using Paths = std::vector<std::string>;
  EXPECT_EQ(touched("/wood.usda"), (Paths{"/E", "/A", "/B"}));
  EXPECT_EQ(touched("/muted.usda"), Paths{"/A"});
  EXPECT_EQ(touched("/nowhere.usda"), Paths{});
  EXPECT_EQ(layersTouching(result.stage->primAt(Path::fromText("/E"))),
            (Paths{"/anim.usda", "/chair.usda", "/wood.usda"}));
}

TEST(LayerTree, KnowsFilesAndRates) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "museum/ClipsTemplate/root.usda").string();
  const StageResult result = composeStage(request);
  ASSERT_TRUE(result.stage);
  const LayerTree tree = layerTree(*result.stage);
  std::size_t clipCount = 0;
  for (const LayerTreeRow& row : tree.rows) {
    if (row.role == Role::Session || row.role == Role::ClipSet) continue;
    ASSERT_TRUE(row.byteSize && row.modificationTime) << row.name;
    EXPECT_EQ(*row.byteSize, std::filesystem::file_size(row.identifier));
    EXPECT_FALSE(row.isDirty || row.isChangedOnDisk) << row.name;
    if (row.role != Role::Clip) continue;
    ++clipCount;
    EXPECT_EQ(row.state, State::NotOpened);
    const Prim first = result.stage->primAt(tree.rows[row.parent].firstPrim);
    const auto touched = rowsTouchedBy(*result.stage, row.identifier);
    EXPECT_TRUE(std::ranges::binary_search(touched, first.row())) << row.name;
  }
  EXPECT_EQ(clipCount, 6u) << "three files in two sets";
}

}  // namespace
}  // namespace usdscope
