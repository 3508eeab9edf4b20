// SPDX-License-Identifier: Apache-2.0
#include "engine/author/ClipTimes.h"

#include <gtest/gtest.h>

#include "engine/author/ApplyEdits.h"
#include "engine/author/EditTranslator.h"
#include "engine/layer/ClipKeys.h"
#include "engine/stage/Property.h"
#include "engine/value/Array.h"
#include "engine/value/Dictionary.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Two clips in a sublayer that plays 100 time codes later. Together they play for 8 time codes.
LayerTexts walk(const std::string& times) {
  return {{"/root.usda", "(subLayers = [@clips.usda@ (offset = 100)])\n"},
          {"/clips.usda",
           "def \"M\" (clips = { dictionary walk = {\n"
           "asset[] assetPaths = [@a.usda@, @b.usda@]\n double2[] active = [(0, 0), (4, 1)]\n" +
               times +
               "asset manifestAssetPath = @manifest.usda@\n string primPath = \"/P\"\n}}) {\n"
               "double x\n}\n"},
          {"/a.usda", "def \"P\" { double x.timeSamples = {0: 0, 4: 4}\n }\n"},
          {"/b.usda", "def \"P\" { double x.timeSamples = {4: 4, 8: 20}\n }\n"},
          {"/manifest.usda", "over \"P\" { double x\n }\n"}};
}

struct ClipTimes : testing::Test {
  std::shared_ptr<const Stage> stage;

  void open(const LayerTexts& texts) {
    const StageResult result = stageFromTexts(texts);
    ASSERT_TRUE(result.stage);
    stage = result.stage;
  }
  const ClipSet& set() const {
    return *stage->clipSets(stage->primAt(Path::fromText("/M")))->front();
  }
  double x(double time) const {
    const Value value =
        stage->primAt(Path::fromText("/M")).attribute(Token("x")).value(TimeCode(time));
    return value.find<double>() ? *value.find<double>() : -1.0;
  }
  // Writes pairs to the layer of a target.
  void write(const ClipTimesResult& inSet, const EditTarget& target) {
    const ClipTimesResult result = inTimeOfTarget(inSet, set().definition(), target);
    ASSERT_EQ(result.problem, "");
    const auto placed = [](const std::vector<glm::dvec2>& pairs) {
      return Value(Array<glm::dvec2>(pairs));
    };
    const EditTranslator translator(*stage, target);
    const Path prim = Path::fromText("/M");
    LayerEdits edits{.layer = target.layer(), .edits = {}};
    for (auto edit :
         {translator.setClipInfo(prim, "walk", "active", placed(result.active)),
          translator.setClipInfo(prim, "walk", "times",
                                 result.times.empty() ? Value() : placed(result.times))}) {
      ASSERT_EQ(edit.problem, "");
      edits.edits.insert(edits.edits.end(), edit.edits.begin(), edit.edits.end());
    }
    const AppliedEdits applied = applyEdits(stage, std::span(&edits, 1));
    ASSERT_EQ(applied.problem, "");
    stage = applied.result.stage;
    ASSERT_TRUE(stage);
  }
};

// The values are those of the reference for the layers that are written here: UsdAttribute.Get().
TEST_F(ClipTimes, LoopRepeatsBeforeAndAfterTheClips) {
  open(walk(""));
  EXPECT_EQ(x(118.0), 20.0) << "the end holds";
  const ClipTimesResult loop = loopedClips(set(), 90.0, 120.0);
  write(loop, EditTarget::session(*stage));
  const struct {
    double time;
    double value;
  } cases[] = {{90.0, 12.0},  {92.0, 0.0},  {99.0, 16.0}, {100.0, 0.0},  {103.0, 3.0},
               {106.0, 12.0}, {108.0, 0.0}, {110.5, 2.5}, {114.0, 12.0}, {119.0, 3.0}};
  for (const auto& c : cases) EXPECT_EQ(x(c.time), c.value) << c.time;
}

TEST_F(ClipTimes, LoopOfASetWithTimesEndsWhereTheseEnd) {
  // At half speed up to 8; the last entry is the outer side of a jump.
  open(walk("double2[] times = [(0, 0), (8, 4), (8, 8)]\n"));
  write(loopedClips(set(), 100.0, 120.0), EditTarget::session(*stage));
  EXPECT_EQ(x(102.0), 2.0);
  EXPECT_EQ(x(110.0), 2.0);
  EXPECT_EQ(x(118.0), 2.0);
}

TEST_F(ClipTimes, LoopThatIsImpossibleIsRefused) {
  LayerTexts texts = walk("");
  texts["/clips.usda"].replace(texts["/clips.usda"].find("[(0, 0), (4, 1)]"), 16, "[(9, 0)]");
  open(texts);
  EXPECT_NE(loopedClips(set(), 0.0, 10.0).problem, "");
  open(walk(""));
  EXPECT_NE(loopedClips(set(), 0.0, 1e9).problem, "");
}

TEST_F(ClipTimes, SeamsMoveBetweenTheirNeighbours) {
  open(walk(""));
  EXPECT_EQ(x(103.0), 3.0);
  const ClipTimesResult moved = movedSeam(set(), 104.0, 102.0);
  const auto local = EditTarget::localLayer(*stage, "/clips.usda");
  ASSERT_TRUE(local.target);
  write(moved, *local.target);
  EXPECT_EQ(x(101.5), 3.0);
  EXPECT_EQ(x(103.0), 4.0) << "the second clip plays, which begins with 4";
  const Value clips = stage->layers()
                          .find("/clips.usda")
                          ->layer->findPrim(Path::fromText("/M"))
                          .field(fields::kClips);
  const auto* walkInfo = clips.find<Dictionary>()->find("walk")->find<Dictionary>();
  EXPECT_EQ(*walkInfo->find(clip_keys::kActive),
            Value(Array<glm::dvec2>({glm::dvec2(0, 0), glm::dvec2(2, 1)})));

  EXPECT_NE(movedSeam(set(), 102.0, 100.0).problem, "");
  EXPECT_NE(movedSeam(set(), 103.0, 104.0).problem, "") << "no clip starts there";
}

// Each clip plays from the clip time 0 to 4.
TEST_F(ClipTimes, JumpsMoveWithTheirSeam) {
  open(walk("double2[] times = [(0, 0), (4, 4), (4, 0), (12, 4)]\n"));
  const auto timesOf = [&](double to) { return movedSeam(set(), 104.0, to).times; };
  using Pairs = std::vector<glm::dvec2>;
  EXPECT_EQ(timesOf(106.0), (Pairs{{0, 0}, {6, 4}, {6, 0}, {12, 4}}));
  EXPECT_EQ(timesOf(102.0), (Pairs{{0, 0}, {2, 4}, {2, 0}, {12, 4}}));
  EXPECT_EQ(movedSeam(set(), 104.0, 113.0).problem,
            "The jump of `times` must stay before the entry at 112.");

  // An entry that is not a jump stays, and so does a jump elsewhere.
  open(walk("double2[] times = [(0, 0), (4, 3), (6, 5), (6, 1), (8, 8)]\n"));
  EXPECT_EQ(timesOf(107.0), (Pairs{{0, 0}, {4, 3}, {6, 5}, {6, 1}, {8, 8}}));
}

// Without `times`, the time of the set is the time in the clips.
TEST_F(ClipTimes, SeamsOfClipsWithoutTimesMoveInALayerWithTheTimeOfTheSetOnly) {
  open(walk(""));
  const auto inSession = [&] {
    return inTimeOfTarget(movedSeam(set(), 104.0, 106.0), set().definition(),
                          EditTarget::session(*stage));
  };
  EXPECT_NE(inSession().problem, "");
  open(walk("double2[] times = [(0, 0), (8, 8)]\n"));
  ASSERT_EQ(inSession().problem, "");
  write(movedSeam(set(), 104.0, 106.0), EditTarget::session(*stage));
  EXPECT_EQ(x(105.0), 8.0) << "between the last sample of the first clip and the second clip";
  EXPECT_EQ(x(107.0), 16.0);
}

}  // namespace
}  // namespace usdscope
