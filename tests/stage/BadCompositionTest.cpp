// SPDX-License-Identifier: Apache-2.0

// Scenes that would be endless, or are too large by mistake. They open with limited time and
// memory. tests/assets/museum has smaller scenes with the results of the reference.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

/// Two prims on each of `height` levels, which both reference both prims of the next level.
std::string towerOfArcs(int height, std::string_view arc) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < height; ++i) {
    for (const char side : {'A', 'B'}) {
      const std::string arcs =
          i + 1 == height ? "" : fmt::format("({} = [</A{}>, </B{}>])", arc, i + 1, i + 1);
      text += fmt::format("def \"{}{}\" {}\n{{\n}}\n", side, i, arcs);
    }
  }
  return text;
}

/// Prims with two children that both reference the next prim.
std::string towerOfPrims(int height) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < height; ++i) {
    text += fmt::format(
        "def \"A{0}\"\n{{\n    def \"l\" (references = </A{1}>)\n    {{\n    }}\n"
        "    def \"r\" (references = </A{1}>)\n    {{\n    }}\n}}\n",
        i, i + 1);
  }
  return text + fmt::format("def \"A{}\"\n{{\n}}\n", height);
}

/// Like the prims above, but with instances: few prims, whose proxies double with each level.
std::string towerOfInstances(int height) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < height; ++i) {
    text += fmt::format("def \"A{0}\"\n{{\n", i);
    for (const char side : {'l', 'r'}) {
      text += fmt::format(
          "    def \"{}\" (\n        instanceable = true\n        references = </A{}>\n    )\n"
          "    {{\n    }}\n",
          side, i + 1);
    }
    text += "}\n";
  }
  return text + fmt::format("def \"A{}\"\n{{\n    def \"leaf\"\n    {{\n    }}\n}}\n", height);
}

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Far more than needed, also with sanitizers. Without a limit it would take years.
constexpr double kMostSeconds = 300.0;

using Count = std::map<std::string_view, int>;

/// Counts errors by kind. Each is reported once.
Count errorsOf(const StageResult& result) {
  Count count;
  for (const Diagnostic& error : result.diagnostics.entries()) {
    ++count[error.code.id];
    EXPECT_EQ(error.count, 1) << toText(error);
    EXPECT_FALSE(error.site.layer.empty()) << toText(error);
  }
  return count;
}

}  // namespace

TEST(BadComposition, TowersOfArcsAreCutWhereTheyMultiplyTooMuch) {
  const struct {
    const char* arc;
    bool isCut;  // Existing classes are not added again.
  } cases[] = {
      {"references", true}, {"payload", true}, {"inherits", false}, {"specializes", false}};
  for (const auto& c : cases) {
    const double start = processorSeconds();
    const StageResult result = stageFromText(towerOfArcs(24, c.arc));
    EXPECT_LT(processorSeconds() - start, kMostSeconds) << c.arc;
    ASSERT_TRUE(result.stage) << c.arc;
    const Count errors = errorsOf(result);
    EXPECT_EQ(errors.contains("compose.IndexCapacityExceeded"), c.isCut) << c.arc;
    EXPECT_EQ(errors.size(), c.isCut ? 1u : 0u) << c.arc;
    EXPECT_EQ(result.stage->pseudoRoot().children().size(), 48u) << c.arc;
  }
}

TEST(BadComposition, PrimsThatMultiplyWithoutEndStopAtOneLevel) {
  const double start = processorSeconds();
  const StageResult result = stageFromText(towerOfPrims(60));
  EXPECT_LT(processorSeconds() - start, kMostSeconds);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(errorsOf(result), (Count{{"compose.IndexCapacityExceeded", 1}}));
  EXPECT_EQ(result.diagnostics.entries()[0].site.path.substr(0, 7), "/A0/l/l");
  std::string deep = "/A0";
  int depth = 0;
  for (; result.stage->primAt(Path::fromText(deep)); ++depth) deep += depth % 2 == 0 ? "/l" : "/r";
  EXPECT_GT(depth, 8);
  EXPECT_LT(depth, 20);

  // Prims that were left out come back after an edit that removes the excess.
  const Path bottom = Path::fromText("/A40/l/r/l/r/l/r/l/r/l/r/l/r/l/r/l/r/l/r/l/r");
  EXPECT_FALSE(result.stage->primAt(bottom));
  StageRequest request = result.stage->request();
  std::vector<LayerEdit> edits;
  for (int i = 0; i < 60; ++i) {
    for (const char* side : {"l", "r"}) {
      if (i >= 40 && side == std::string_view(i % 2 == 0 ? "l" : "r")) continue;
      edits.push_back(activeEdit(Path::fromText(fmt::format("/A{}/{}", i, side)), false));
    }
  }
  Diagnostics problems;
  request.sessionLayer = edited(*result.stage->sessionLayer(), edits, problems);
  EXPECT_TRUE(recomposeStage(result.stage, request).stage->primAt(bottom));
}

// Sites so deep that visiting the ancestors of each is most of the work.
TEST(BadComposition, PayloadsInCirclesEnd) {
  const std::filesystem::path folder = testAssetsPath() / "broken" / "payloads_in_circles";
  const auto layers = std::make_shared<LayerCache>(std::make_shared<DefaultResolver>());
  const double start = processorSeconds();
  StageRequest request{.rootLayer = (folder / "root.usda").string()};
  request.sessionLayer = layers->findOrOpen((folder / "session.usda").string())->layer;
  const StageResult result = composeStage(request, layers);
  EXPECT_LT(processorSeconds() - start, kMostSeconds);
  ASSERT_TRUE(result.stage);
  EXPECT_TRUE(result.stage->primAt(Path::fromText("/C")));
}

TEST(BadComposition, InstancesInInstancesShowNothingWhereTheyMultiplyTooMuch) {
  const double start = processorSeconds();
  const StageResult result = stageFromText(towerOfInstances(30));
  EXPECT_LT(processorSeconds() - start, kMostSeconds);
  ASSERT_TRUE(result.stage);
  // One is about a prototype that has too many alone, one about all instances together.
  EXPECT_EQ(errorsOf(result), (Count{{"compose.IndexCapacityExceeded", 2}}));
  int depth = 0;
  for (Prim prim = result.stage->primAt(Path::fromText("/A0")); prim; ++depth) {
    const std::vector<Prim> children = prim.children();
    prim = children.empty() ? Prim() : children.back();
  }
  EXPECT_GT(depth, 5);
  EXPECT_LT(depth, 31);

  const StageResult whole = stageFromText(towerOfInstances(10));
  ASSERT_TRUE(whole.stage);
  EXPECT_TRUE(whole.diagnostics.isEmpty());
  const Prim leaf = whole.stage->primAt(Path::fromText("/A0/l/r/l/r/l/r/l/r/l/r/leaf"));
  EXPECT_TRUE(leaf && leaf.isInstanceProxy());
}

// The arcs end, but the instance in the prototype of `/C/D/B/C` has the same prototype.
constexpr const char* kInstancesInThemselves = R"(#usda 1.0
def Sphere "D" (
    instanceable = true
)
{
    def "C" (
        inherits = </B>
        specializes = </C/D>
    )
    {
    }
}
def "B"
{
    def "B"
    {
    }
    def "D"
    {
        def "B" (
            specializes = [</D>, </B/B>]
        )
        {
        }
    }
}
def "C" (
    specializes = </B>
)
{
}
def "A"
{
    def "B" (
        specializes = </D>
    )
    {
    }
}
)";

TEST(BadComposition, InstancesInTheirOwnPrototypeAreEmpty) {
  const StageResult result = stageFromText(kInstancesInThemselves);
  ASSERT_TRUE(result.stage);
  EXPECT_TRUE(errorsOf(result).contains("compose.IndexCapacityExceeded"));
  std::size_t count = 0;
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = true;
  traverse(result.stage->pseudoRoot(), filter, [&](const Prim&) { return ++count < 1000; });
  EXPECT_LT(count, 1000u);
}

TEST(BadComposition, LargeFiniteScenesAreComplete) {
  const StageResult result = stageFromText(towerOfPrims(10));
  ASSERT_TRUE(result.stage);
  EXPECT_TRUE(result.diagnostics.isEmpty());
  std::size_t count = 0;
  traverse(result.stage->pseudoRoot(), PrimFilter::all(), [&](const Prim&) { return ++count > 0; });
  // Eleven trees, of 1 to 2047 prims.
  EXPECT_EQ(count, (1u << 12) - 2 - 11);
}

TEST(BadComposition, SublayersThatMultiplyAreCut) {
  LayerTexts texts;
  for (int i = 0; i < 40; ++i) {
    for (const char* side : {"a", "b"}) {
      const std::string name = i == 0 ? "/root.usda" : fmt::format("/{}{}.usda", side, i);
      texts[name] = "#usda 1.0\n";
      if (i < 39) {
        texts[name] += fmt::format("(\n    subLayers = [@./a{0}.usda@, @./b{0}.usda@]\n)\n", i + 1);
      }
      texts[name] += fmt::format("def \"P{}\"\n{{\n}}\n", i);
    }
  }
  const double start = processorSeconds();
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_LT(processorSeconds() - start, kMostSeconds);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(errorsOf(result), (Count{{"compose.LayerStackCapacityExceeded", 1}}));
  EXPECT_EQ(result.stage->pseudoRoot().children().size(), 40u);
}

TEST(BadComposition, TenThousandSublayersAreComposed) {
  constexpr int kCount = 10'000;
  LayerTexts texts;
  std::string subLayers;
  for (int i = 0; i < kCount; ++i) {
    subLayers += fmt::format("@./s{}.usda@,\n", i);
    if (i == 5000) continue;  // One is missing, and one is invalid.
    texts[fmt::format("/s{}.usda", i)] =
        i == 7000 ? "#usda 1.0\ndef"
                  : fmt::format("#usda 1.0\nover \"P\"\n{{\n    int a{} = {}\n}}\n", i % 10, i);
  }
  texts["/root.usda"] = "#usda 1.0\n(\n    subLayers = [\n" + subLayers + "    ]\n)\n";
  const double start = processorSeconds();
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_LT(processorSeconds() - start, kMostSeconds);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(errorsOf(result), (Count{{"compose.InvalidSublayerPath", 2}}));
  const Prim prim = result.stage->primAt(Path::fromText("/P"));
  ASSERT_TRUE(prim);
  EXPECT_EQ(prim.primStack().size(), kCount - 2u);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(prim.attribute(Token(fmt::format("a{}", i))).value(TimeCode()), Value(i));
  }
}

}  // namespace usdscope
