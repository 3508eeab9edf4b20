// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/Stage.h"

#include <gtest/gtest.h>

#include "engine/base/Parallel.h"
#include "engine/compose/CompositionError.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Every prim of a stage with its population facts, one per line.
std::string population(const Stage& stage) {
  std::string out;
  for (std::uint32_t row = 0; row < stage.rowCount(); ++row) {
    const Prim prim = stage.primOfRow(row);
    out += prim.path().text() + " " + prim.typeName().string() + (prim.isInstance() ? " i" : "") +
           (prim.prototype() ? prim.prototype().path().text() : "") + "\n";
    for (const StackEntry& entry : prim.primStack()) {
      out += "  " + entry.layer->identifier() + entry.path.text() + "\n";
    }
  }
  return out;
}

}  // namespace

TEST(Stage, LayerMetadata) {
  const auto root = stageFromText(
      "(startTimeCode = 3\n endTimeCode = 9\n timeCodesPerSecond = 30\n"
      "upAxis = \"Z\"\n metersPerUnit = 1\n defaultPrim = \"A\")\n"
      "def \"A\" {}\n");
  ASSERT_TRUE(root.stage);
  const Stage& stage = *root.stage;
  EXPECT_EQ(stage.timeCodeRange().start, 3);
  EXPECT_EQ(stage.timeCodeRange().end, 9);
  EXPECT_TRUE(stage.timeCodeRange().isAuthored);
  EXPECT_EQ(stage.timeCodesPerSecond(), 30);
  EXPECT_EQ(stage.framesPerSecond(), 24);
  EXPECT_EQ(stage.upAxis(), "Z");
  EXPECT_EQ(stage.metersPerUnit(), 1);
  EXPECT_EQ(stage.defaultPrim().path(), at("/A"));

  const auto empty = stageFromText("");
  ASSERT_TRUE(empty.stage);
  EXPECT_FALSE(empty.stage->timeCodeRange().isAuthored);
  EXPECT_EQ(empty.stage->timeCodesPerSecond(), 24);
  EXPECT_EQ(empty.stage->upAxis(), "Y");
  EXPECT_EQ(empty.stage->metersPerUnit(), 0.01);
  EXPECT_FALSE(empty.stage->defaultPrim());
  EXPECT_EQ(empty.stage->rowCount(), 1u);
}

TEST(Stage, SessionLayerWinsOverRootLayerForMetadata) {
  StageRequest request;
  request.sessionLayer = layerFromText("(startTimeCode = 5\n endTimeCode = 6\n upAxis = \"Z\")\n");
  const auto result =
      stageFromTexts({{"/root.usda", "(startTimeCode = 1\n upAxis = \"Y\")\n"}}, request);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(result.stage->timeCodeRange().start, 5);
  EXPECT_TRUE(result.stage->timeCodeRange().isAuthored);
  EXPECT_EQ(result.stage->upAxis(), "Z");
}

TEST(Stage, MetadataOfSublayersIsNotTheStages) {
  const auto result =
      stageFromTexts({{"/root.usda", "(subLayers = [@sub.usda@])\n"},
                      {"/sub.usda", "(upAxis = \"Z\"\n defaultPrim = \"A\")\ndef \"A\" {}\n"}});
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(result.stage->upAxis(), "Y");
  EXPECT_FALSE(result.stage->defaultPrim());
  EXPECT_TRUE(result.stage->primAt(at("/A")));
}

TEST(Stage, UnreadableRootLayerIsReportedOnce) {
  const auto result = stageFromTexts({});
  EXPECT_FALSE(result.stage);
  ASSERT_EQ(result.diagnostics.entries().size(), 1u);
  EXPECT_TRUE(result.diagnostics.hasErrors());
}

TEST(Stage, ARootLayerWithoutAPlaceIsNamed) {
  StageRequest request;
  request.rootLayer = "gone.usda";  // Relative, and the resolver has no working folder.
  const auto result = composeStage(request);
  EXPECT_FALSE(result.stage);
  ASSERT_EQ(result.diagnostics.entries().size(), 1u);
  EXPECT_EQ(result.diagnostics.entries()[0].code, kStageUnreadable);
  EXPECT_EQ(result.diagnostics.entries()[0].site.layer, "gone.usda");
}

TEST(Stage, CancellingGivesNothing) {
  std::stop_source stop;
  stop.request_stop();
  StageRequest request;
  request.rootLayer = "/root.usda";
  const auto result =
      composeStage(request, layersFromTexts({{"/root.usda", ""}}), stop.get_token());
  EXPECT_FALSE(result.stage);
  EXPECT_TRUE(result.diagnostics.isEmpty());
}

TEST(Stage, ErrorsAreListedAndOtherPrimsExist) {
  const auto result = stageFromText(R"(
def "A" (references = @missing.usda@) { def "B" {} }
def "C" (references = </D>) {}
)");
  ASSERT_TRUE(result.stage);
  EXPECT_TRUE(result.stage->primAt(at("/A/B")));
  std::vector<std::string_view> kinds;
  for (const CompositionError& error : result.stage->compositionErrors()) {
    kinds.push_back(nameOf(error.kind));
  }
  EXPECT_EQ(kinds, (std::vector<std::string_view>{"InvalidAssetPath", "UnresolvedPrimPath"}));
  EXPECT_FALSE(result.diagnostics.isEmpty());
}

TEST(Stage, SameForAnyNumberOfThreads) {
  std::string assets;
  std::string scene;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    assets += "def Xform \"Asset" + n + "\" { def Sphere \"Ball\" {} def Scope \"In\" (\n" +
              "instanceable = true; references = </Asset" + std::to_string(i / 2) +
              "/Leaf>) {} def \"Leaf\" { def Cube \"C\" {} } }\n";
  }
  for (int i = 0; i < 400; ++i) {
    scene += "def \"P" + std::to_string(i) + "\" (instanceable = " + (i % 3 ? "true" : "false") +
             "\nreferences = @assets.usda@</Asset" + std::to_string(i % 40) + ">) {}\n";
  }
  const LayerTexts texts = {{"/root.usda", scene}, {"/assets.usda", assets}};
  setThreadCount(1);
  const auto serial = stageFromTexts(texts);
  setThreadCount(4);
  const auto parallel = stageFromTexts(texts);
  setThreadCount(0);
  ASSERT_TRUE(serial.stage && parallel.stage);
  EXPECT_GT(serial.stage->prototypes().size(), 10u);
  EXPECT_EQ(population(*serial.stage), population(*parallel.stage));
  EXPECT_EQ(checkStage(*parallel.stage), std::vector<std::string>());
}

TEST(Stage, PrimAtPaths) {
  const auto result = stageFromText("def \"A\" { def \"B\" {} int x = 1 }\n");
  ASSERT_TRUE(result.stage);
  EXPECT_TRUE(result.stage->primAt(Path::root()).isPseudoRoot());
  EXPECT_EQ(result.stage->primAt(at("/A/B")).parent(), result.stage->primAt(at("/A")));
  for (const char* none : {"/B", "/A/B/C", "/A.x", "/A{v=x}B"}) {
    EXPECT_FALSE(result.stage->primAt(at(none))) << none;
  }
  EXPECT_FALSE(result.stage->primAt(Path()));
}

}  // namespace usdscope
