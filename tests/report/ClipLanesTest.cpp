// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipLanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/stage/clips/ClipSet.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Two sets on </M>, one on </M/N>; `walk` jumps back at 10 and forward at 20.
StageResult clips() {
  return stageFromTexts({{"/root.usda", R"(
def "M" (
  clips = {
    dictionary walk = {
      asset[] assetPaths = [@a.usda@, @gone.usda@]
      double2[] active = [(1, 0), (15, 1)]
      double2[] times = [(0, 0), (10, 10), (10, 2), (20, 12), (20, 40), (30, 50)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P"
    }
    dictionary hold = {
      asset[] assetPaths = [@a.usda@]
      double2[] active = [(0, 0)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P"
    }
  }
)
{
  double x
  def "N" (
    clips = {
      dictionary own = {
        asset[] assetPaths = [@a.usda@]
        double2[] active = [(0, 0)]
        asset manifestAssetPath = @manifest.usda@
        string primPath = "/P"
      }
    }
  )
  {
  }
}
def "Other" { }
)"},
                         {"/a.usda", "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n }\n"},
                         {"/manifest.usda", "over \"P\" { double x\n }\n"}});
}

TEST(ClipLanes, TimeMapAndActiveBlocksAgreeWithTheSet) {
  const StageResult result = clips();
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> times(-5.0, 40.0);
  for (const ClipLane& lane : clipLanes(prim)) {
    const ClipSet& set = *(*result.stage->clipSets(prim))[lane.number];
    ASSERT_EQ(lane.set, set.name());
    for (int i = 0; i < 500; ++i) {
      // Whole frames too, on which the map jumps.
      const double time = i % 2 == 0 ? times(random) : std::round(times(random));
      EXPECT_EQ(lane.blockAt(time), set.clipAt(time)) << time;
      EXPECT_NEAR(lane.clipTimeAt(time),
                  set.timeMap().isIdentity() ? time : set.timeMap().clipFromSet(time), 1e-9)
          << time;
    }
  }
}

TEST(ClipLanes, MissingFilesOfATemplateAreHoles) {
  LayerTexts files = {{"/root.usda", R"(
def "M" (clips = { dictionary walk = {
  string templateAssetPath = "w.#.usda"
  double templateStartTime = 1
  double templateEndTime = 9
  double templateStride = 1
  asset manifestAssetPath = @manifest.usda@
  string primPath = "/P"
}}) { double x
 def "N" { } }
)"},
                      {"/manifest.usda", "over \"P\" { double x\n }\n"}};
  for (const char* name : {"/w.2.usda", "/w.3.usda", "/w.5.usda", "/w.8.usda"}) {
    files[name] = "def \"P\" { double x.timeSamples = {1: 10}\n }\n";
  }
  const StageResult result = stageFromTexts(files);
  ASSERT_TRUE(result.stage);
  const auto lanes = clipLanes(result.stage->primAt(Path::fromText("/M/N")));
  ASSERT_EQ(lanes.size(), 1u);
  std::vector<std::tuple<double, double, std::size_t, std::string>> holes;
  for (const ClipHole& hole : lanes[0].holes) {
    holes.emplace_back(hole.start, hole.end, hole.count, hole.firstFile);
  }
  const decltype(holes) expected = {{1.0, 2.0, 1, "w.1.usda"},
                                    {4.0, 5.0, 1, "w.4.usda"},
                                    {6.0, 8.0, 2, "w.6.usda"},
                                    {9.0, 10.0, 1, "w.9.usda"}};
  EXPECT_EQ(holes, expected);
  EXPECT_EQ(lanes[0].missingCount(), 5u);
  EXPECT_FALSE(lanes[0].holeAt(0.5));
  EXPECT_FALSE(lanes[0].holeAt(5.5));
  ASSERT_TRUE(lanes[0].holeAt(7.5));
  EXPECT_EQ(lanes[0].holeAt(7.5)->firstFile, "w.6.usda");
  EXPECT_EQ(clipNow(*result.stage, lanes[0], 7.0).sentence,
            "`w.5.usda` at 7, because `w.6.usda` is missing; clip set `walk` on </M>.");
  EXPECT_TRUE(clipLanes(clips().stage->primAt(Path::fromText("/M")))[0].holes.empty());
}

TEST(ClipLanes, JumpsAndRepeats) {
  const StageResult result = clips();
  ASSERT_TRUE(result.stage);
  const auto lanes = clipLanes(result.stage->primAt(Path::fromText("/M")));
  const auto walk = std::ranges::find(lanes, "walk", &ClipLane::set);
  ASSERT_NE(walk, lanes.end());
  const std::vector<ClipJump> jumps = clipJumps(*walk);
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_EQ(jumps[0].stage, 10.0);
  EXPECT_EQ(jumps[0].from, 10.0);
  EXPECT_EQ(jumps[0].to, 2.0);
  EXPECT_TRUE(jumps[0].isRepeat());
  EXPECT_EQ(jumps[1].stage, 20.0);
  EXPECT_FALSE(jumps[1].isRepeat());
  EXPECT_FALSE(walk->blocks[0].isMissing);
  EXPECT_TRUE(walk->blocks[1].isMissing);
}

TEST(ClipLanes, LanesOfAStageAreThoseOfThePrimsThatAuthorThem) {
  const StageResult result = clips();
  ASSERT_TRUE(result.stage);
  std::vector<std::string> found;
  for (const ClipLane& lane : clipLanesOf(*result.stage)) {
    found.push_back(lane.prim.text() + " " + lane.set);
    EXPECT_EQ(lane.prim, lane.anchor);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"/M hold", "/M walk", "/M/N own"}));
}

TEST(ClipLanes, NowNamesClipAndClipTimeAndReadingMakesClipsResident) {
  const StageResult result = clips();
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  const auto lanes = clipLanes(prim);
  const auto walk = std::ranges::find(lanes, "walk", &ClipLane::set);
  ASSERT_NE(walk, lanes.end());
  const ClipNow now = clipNow(*result.stage, *walk, 12.5);
  EXPECT_EQ(now.block, 0u);
  EXPECT_EQ(now.clipTime, 4.5);
  EXPECT_EQ(now.sentence, "`a.usda` at 4.5; clip set `walk` on </M>.");
  EXPECT_EQ(residentBlocks(*result.stage, *walk), (std::vector<bool>{false, false}));
  EXPECT_EQ(clipMemory(*result.stage, *walk).bytes, 0u);
  (*result.stage->clipSets(prim))[walk->number]->layerOf(0);
  EXPECT_EQ(residentBlocks(*result.stage, *walk), (std::vector<bool>{true, false}));
  EXPECT_GT(clipMemory(*result.stage, *walk).bytes, 0u);
}

}  // namespace
}  // namespace usdscope
