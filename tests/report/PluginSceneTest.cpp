// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <thread>

#include "engine/definitions/Definitions.h"
#include "engine/plugins/PluginSet.h"
#include "engine/schema/Kind.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

constexpr const char* kScene = R"(def StudioBox "Box" (
    kind = "gadget"
    studioSize = [1, 2]
) {}
)";

/// The effects of a plug-in on a stage of kScene.
struct Shown {
  bool isOpen = false;
  bool isGadgetAModel = false;
  bool hasSchema = false;
  std::vector<Token> properties;
  ValueKind sizeKind = ValueKind::Other;
  std::size_t problemCount = 0;

  bool operator==(const Shown&) const = default;
};

// A plug-in with a kind `gadget`, a schema `StudioBox` and a metadata field `studioSize`.
Environment makePlugin(const TemporaryFolder& folder, const std::string& kind,
                       const std::string& property, const std::string& fieldType) {
  std::ofstream(folder / "plugInfo.json")
      << R"({"Plugins": [{"Name": "test", "Type": "resource", "Info": {
          "Kinds": {"gadget": {"baseKind": ")"
      << kind << R"("}}, "SdfMetadata": {"studioSize": {"type": ")" << fieldType << R"("}},
          "Types": {"StudioBox": {"bases": ["UsdTyped"], "schemaIdentifier": "StudioBox",
          "schemaKind": "concreteTyped"}}}}]})";
  std::ofstream(folder / "generatedSchema.usda")
      << "#usda 1.0\nclass StudioBox \"StudioBox\"\n{\n    int " << property << " = 1\n}\n";
  return readPlugins({folder.path().string()});
}

Shown openAndLook(const Environment& environment) {
  const auto resolver = std::make_shared<TextResolver>(LayerTexts{{"/root.usda", kScene}});
  const StageResult result =
      composeStage({.environment = environment.with(resolver), .rootLayer = "/root.usda"});
  if (!result.stage) return {};
  const Prim box = result.stage->primAt(Path::fromText("/Box"));
  return {.isOpen = true,
          .isGadgetAModel = box.isModel() && isKindA(box, Token("model")),
          .hasSchema = box.isA(Token("StudioBox")),
          .properties = box.propertyNames(),
          .sizeKind = box.metadata(Token("studioSize")).kind(),
          .problemCount = result.stage->environment().pluginProblems().entries().size()};
}

}  // namespace

// A scene with codeless schemas (auto-applied, built in, overridden, in two versions, in a cycle),
// kinds and metadata. tests/oracle/expected_plugins.py wrote the expected results.
TEST(PluginScene, AgreesWithTheReference) {
  const std::filesystem::path folder = testAssetsPath() / "definitions/plugins";
  std::string problem;
  const DumpComparison comparison =
      compareWithReference(folder / "scene.usda", folder / "expected.json", {}, {}, problem,
                           readPlugins({folder.string()}));
  EXPECT_EQ(problem, "");
  EXPECT_EQ(comparison.differing, 0u) << comparison.text();
  EXPECT_GT(comparison.agreed, 400u);
}

TEST(PluginScene, StagesWithDifferentPluginsDoNotMeet) {
  const TemporaryFolder folders[2];
  const struct {
    Environment environment;
    Shown expected;
  } cases[] = {
      {makePlugin(folders[0], "model", "width", "double[]"),
       {true, true, true, {Token("width")}, ValueKind::Double, 0}},
      {makePlugin(folders[1], "prop", "depth", "int[]"),
       {true, false, true, {Token("depth")}, ValueKind::Int, 0}},
      {Environment(), {true, false, false, {}, ValueKind::Other, 0}},
  };
  for (const auto& c : cases) EXPECT_EQ(openAndLook(c.environment), c.expected) << (&c - cases);

  constexpr int kRounds = 20;
  std::array<int, std::size(cases)> agreed = {};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < kRounds; ++round) {
        agreed[i] += openAndLook(cases[i].environment) == cases[i].expected ? 1 : 0;
      }
    });
  }
  threads.clear();
  for (const int count : agreed) EXPECT_EQ(count, kRounds);
}

}  // namespace usdscope
