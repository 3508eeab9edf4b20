// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "engine/compose/CompositionError.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/stage/PathTexts.h"
#include "tests/support/scene/CheckStage.h"
#include "tests/support/scene/LayerTexts.h"
#include "tests/support/scene/StageText.h"

// Stages with a population mask. The expected prims are those of usd-core's Usd.Stage.OpenMasked.

namespace usdscope {
namespace {

const LayerTexts kScene{{"/root.usda", R"(
class "Bolt" { def "Head" {} def "Thread" {} }
class "C" {
  def "L" { rel out = </C/R>
    def "LL" {} }
  def "R" {}
  def "N" (instanceable = true; inherits = </Bolt>) {}
}
def "W" {
  rel t = [</W/Out>, </W/A/L>]
  def "A" (instanceable = true; inherits = </C>) {}
  def "B" (instanceable = true; inherits = </C>) {}
  def "F" { def "G" (instanceable = true; inherits = </C>) {} }
  def "Out" { def "In" {} }
}
)"}};

PopulationMask maskOf(std::initializer_list<const char*> texts) {
  std::vector<Path> paths;
  for (const char* text : texts) paths.push_back(at(text));
  return PopulationMask(std::move(paths));
}

std::string joined(const std::vector<std::string>& texts, const char* between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : between) + text;
  return out;
}

// All prims, including instance proxies.
std::vector<Prim> primsOf(const Stage& stage) {
  std::vector<Prim> prims;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    prims.push_back(prim);
    return true;
  });
  return prims;
}

std::string pathsOf(const Stage& stage) {
  std::vector<std::string> texts;
  for (const Prim& prim : primsOf(stage)) texts.push_back(prim.path().text());
  return joined(texts, " ");
}

// Instances that share a prototype are in one group.
std::string groupsOf(const Stage& stage) {
  std::vector<std::string> groups;
  std::map<std::string, std::size_t> groupOf;
  for (const Prim& prim : primsOf(stage)) {
    if (!prim.isInstance()) continue;
    const auto [it, isNew] = groupOf.emplace(prim.prototype().path().text(), groups.size());
    if (isNew) {
      groups.push_back(prim.path().text());
    } else {
      groups[it->second] += ' ' + prim.path().text();
    }
  }
  return joined(groups, " | ");
}

StageRequest requestOf(PopulationMask mask) {
  return {.rootLayer = "/root.usda", .sessionLayer = layerFromText(""), .mask = std::move(mask)};
}

}  // namespace

TEST(MaskedStage, HasThePrimsOfTheMask) {
  const struct {
    PopulationMask mask;
    const char* prims;
    const char* instances;
  } cases[] = {
      {maskOf({}), "", ""},
      {maskOf({"/W/Out"}), "/W /W/Out /W/Out/In", ""},
      {maskOf({"/W/Out/In"}), "/W /W/Out /W/Out/In", ""},
      {maskOf({"/W/A", "/W/F"}),
       "/W /W/A /W/A/L /W/A/L/LL /W/A/R /W/A/N /W/A/N/Head /W/A/N/Thread /W/F /W/F/G /W/F/G/L "
       "/W/F/G/L/LL /W/F/G/R /W/F/G/N /W/F/G/N/Head /W/F/G/N/Thread",
       "/W/A | /W/A/N /W/F/G/N | /W/F/G"},
      {maskOf({"/W/A", "/W/B"}),
       "/W /W/A /W/A/L /W/A/L/LL /W/A/R /W/A/N /W/A/N/Head /W/A/N/Thread /W/B /W/B/L /W/B/L/LL "
       "/W/B/R /W/B/N /W/B/N/Head /W/B/N/Thread",
       "/W/A /W/B | /W/A/N /W/B/N"},
      {maskOf({"/W/A/L", "/W/B/L"}), "/W /W/A /W/A/L /W/A/L/LL /W/B /W/B/L /W/B/L/LL", "/W/A /W/B"},
      {maskOf({"/W/A/L", "/W/B/R"}), "/W /W/A /W/A/L /W/A/L/LL /W/B /W/B/R", "/W/A | /W/B"},
      {maskOf({"/W/A/N", "/W/B/N/Head"}),
       "/W /W/A /W/A/N /W/A/N/Head /W/A/N/Thread /W/B /W/B/N /W/B/N/Head",
       "/W/A | /W/A/N | /W/B | /W/B/N"},
      {maskOf({"/W/A/N/Head", "/W/B", "/W/B/N"}),
       "/W /W/A /W/A/N /W/A/N/Head /W/B /W/B/L /W/B/L/LL /W/B/R /W/B/N /W/B/N/Head /W/B/N/Thread",
       "/W/A | /W/A/N | /W/B | /W/B/N"},
      {maskOf({"/W/A/L/Nobody", "/Nobody"}), "/W /W/A /W/A/L", "/W/A"},
      {maskOf({"/W/A", "/W/B/N", "/W/F/G/N"}),
       "/W /W/A /W/A/L /W/A/L/LL /W/A/R /W/A/N /W/A/N/Head /W/A/N/Thread /W/B /W/B/N /W/B/N/Head "
       "/W/B/N/Thread /W/F /W/F/G /W/F/G/N /W/F/G/N/Head /W/F/G/N/Thread",
       "/W/A | /W/A/N | /W/B /W/F/G | /W/B/N /W/F/G/N"},
  };
  for (const auto& c : cases) {
    const auto stage = composeStage(requestOf(c.mask), layersFromTexts(kScene)).stage;
    ASSERT_TRUE(stage);
    EXPECT_EQ(pathsOf(*stage), c.prims);
    EXPECT_EQ(groupsOf(*stage), c.instances);
    EXPECT_EQ(checkStage(*stage), std::vector<std::string>());
  }
  const auto all = composeStage(requestOf({}), layersFromTexts(kScene)).stage;
  const auto root = composeStage(requestOf(maskOf({"/", "/W"})), layersFromTexts(kScene)).stage;
  EXPECT_EQ(pathsOf(*root), pathsOf(*all));
}

TEST(MaskedStage, TargetsMayLeadToMissingPrims) {
  const auto stage = composeStage(requestOf(maskOf({"/W/B/L"})), layersFromTexts(kScene)).stage;
  ASSERT_TRUE(stage);
  const std::vector<Path> ofW = stage->primAt(at("/W")).relationship(Token("t")).targets();
  EXPECT_EQ(ofW, (std::vector<Path>{at("/W/Out"), at("/W/A/L")}));
  EXPECT_FALSE(stage->primAt(at("/W/Out")));
  const std::vector<Path> ofL = stage->primAt(at("/W/B/L")).relationship(Token("out")).targets();
  EXPECT_EQ(ofL, std::vector<Path>{at("/W/B/R")});
  EXPECT_FALSE(stage->primAt(at("/W/B/R")));
}

TEST(MaskedStage, ErrorsOfOtherPrimsAreNotMet) {
  const LayerTexts texts{{"/root.usda",
                          "def \"A\" {}\n"
                          "def \"B\" (references = @/nobody.usda@) {}\n"}};
  const auto all = composeStage(requestOf({}), layersFromTexts(texts)).stage;
  const auto some = composeStage(requestOf(maskOf({"/A"})), layersFromTexts(texts)).stage;
  EXPECT_EQ(all->compositionErrors().size(), 1u);
  EXPECT_TRUE(some->compositionErrors().empty());
}

// Without instances only new prims are composed, and their ancestors, whose children differ.
TEST(MaskedStage, AnotherMaskComposesOnlyAffectedPrims) {
  const LayerTexts texts{{"/root.usda",
                          "def \"W\" { def \"A\" { def \"X\" {} def \"Y\" {} }\n"
                          "def \"B\" { def \"Z\" {} } }\n"}};
  const auto layers = layersFromTexts(texts);
  StageRequest request = requestOf(maskOf({"/W/A/X"}));
  std::shared_ptr<const Stage> stage = composeStage(request, layers).stage;
  const struct {
    PopulationMask mask;
    const char* prims;
    std::size_t composedCount;
  } steps[] = {{maskOf({"/W/A"}), "/W /W/A /W/A/X /W/A/Y", 4},
               {maskOf({"/W/A", "/W/B"}), "/W /W/A /W/A/X /W/A/Y /W/B /W/B/Z", 4},
               {maskOf({"/W/B"}), "/W /W/B /W/B/Z", 2},
               {maskOf({}), "", 1},
               {maskOf({"/"}), "/W /W/A /W/A/X /W/A/Y /W/B /W/B/Z", 7}};
  for (const auto& step : steps) {
    request.mask = step.mask;
    const RecomposeResult result = recomposeStage(stage, request);
    ASSERT_TRUE(result.stage);
    stage = result.stage;
    EXPECT_EQ(pathsOf(*stage), step.prims);
    EXPECT_EQ(result.changes.composedCount, step.composedCount) << step.prims;
    EXPECT_EQ(checkStage(*stage), std::vector<std::string>());
  }
}

TEST(MaskedStage, AnotherMaskEqualsAFreshComposition) {
  const PopulationMask masks[] = {{},
                                  maskOf({"/W/A", "/W/B"}),
                                  maskOf({"/W"}),
                                  maskOf({"/W/A/L", "/W/B"}),
                                  maskOf({"/W/A/L", "/W/F/G/N/Head"}),
                                  maskOf({"/W/Out"}),
                                  maskOf({})};
  for (const PopulationMask& before : masks) {
    for (const PopulationMask& after : masks) {
      const auto layers = layersFromTexts(kScene);
      StageRequest request = requestOf(before);
      const auto stage = composeStage(request, layers).stage;
      request.mask = after;
      const auto result = recomposeStage(stage, request);
      const auto fresh = composeStage(request, layers);
      EXPECT_EQ(firstDifference(stageText(*fresh.stage), stageText(*result.stage)), "");
      EXPECT_EQ(checkStage(*result.stage), std::vector<std::string>());
    }
  }
}

TEST(MaskedStage, EditsOutsideOfTheMaskBringNoPrims) {
  const auto layers = layersFromTexts(kScene);
  StageRequest request = requestOf(maskOf({"/W/Out"}));
  const auto stage = composeStage(request, layers).stage;
  const LayerEdit edits[] = {
      PrimFieldEdit{at("/W/New"), fields::kSpecifier, Value(Specifier::Def)},
      PrimFieldEdit{at("/W/Out/New"), fields::kSpecifier, Value(Specifier::Def)}};
  Diagnostics problems;
  request.sessionLayer = edited(*request.sessionLayer, edits, problems);
  const auto result = recomposeStage(stage, request);
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(pathsOf(*result.stage), "/W /W/Out /W/Out/In /W/Out/New");
}

}  // namespace usdscope
