// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipResidency.h"

#include <gtest/gtest.h>

#include "engine/stage/Property.h"
#include "engine/stage/clips/EvictClips.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Four clips of which the second is the largest.
StageResult fourClips(std::size_t budget) {
  const auto clip = [](const std::string& more) {
    return "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n " + more + "}\n";
  };
  StageRequest request;
  request.clipByteBudget = budget;
  return stageFromTexts({{"/root.usda", R"(
def "M" (
  clips = {
    dictionary default = {
      asset[] assetPaths = [@a.usda@, @b.usda@, @c.usda@, @d.usda@]
      double2[] active = [(1, 0), (11, 1), (21, 2), (31, 3)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P"
    }
  }
)
{
  double x
}
)"},
                         {"/a.usda", clip("")},
                         {"/b.usda", clip("string note = \"" + std::string(200, 'b') + "\"\n")},
                         {"/c.usda", clip("")},
                         {"/d.usda", clip("")},
                         {"/manifest.usda", "over \"P\" { double x\n }\n"}},
                        request);
}

TEST(ClipsAhead, ClipsAreReadAheadListedBySizeAndEvicted) {
  const StageResult result = fourClips(std::size_t(1) << 20);
  ASSERT_TRUE(result.stage);
  const Stage& stage = *result.stage;
  const ClipLane lane = clipLanes(stage.primAt(Path::fromText("/M")))[0];
  EXPECT_TRUE(clipsInMemory(stage, lane).empty());
  EXPECT_EQ(readClipsAhead(stage, lane, 5.0, 3), 3u);
  EXPECT_EQ(residentBlocks(stage, lane), (std::vector<bool>{true, true, true, false}));
  const std::vector<ClipInMemory> clips = clipsInMemory(stage, lane);
  ASSERT_EQ(clips.size(), 3u);
  EXPECT_EQ(clips[0].file, "b.usda");
  EXPECT_EQ(clips[0].identifier, "/b.usda");
  EXPECT_EQ(clips[0].block, 1u);
  EXPECT_EQ(clips[0].byteSize, clips[1].byteSize + 200 + sizeof("string note = \"\"\n") - 1);
  EXPECT_EQ(clips[1].file, "a.usda");

  const std::size_t bytes = clipMemory(stage, lane).bytes;
  EXPECT_GT(bytes, 0u);
  EXPECT_EQ(evictClips(stage), bytes);
  EXPECT_EQ(clipMemory(stage, lane).bytes, 0u);
  EXPECT_EQ(residentBlocks(stage, lane), std::vector<bool>(4, false));
  EXPECT_TRUE(clipsInMemory(stage, lane).empty());
  // An evicted clip still gives its values.
  const Attribute x = stage.primAt(Path::fromText("/M")).attribute(Token("x"));
  EXPECT_EQ(x.value(TimeCode(2.0)), Value(20.0));
  EXPECT_EQ(residentBlocks(stage, lane), (std::vector<bool>{true, false, false, false}));
}

TEST(ClipsAhead, OneClipIsEvicted) {
  const StageResult result = fourClips(std::size_t(1) << 20);
  ASSERT_TRUE(result.stage);
  const Stage& stage = *result.stage;
  const ClipLane lane = clipLanes(stage.primAt(Path::fromText("/M")))[0];
  readClipsAhead(stage, lane, 5.0, 3);
  const std::size_t before = clipMemory(stage, lane).bytes;
  EXPECT_EQ(evictClip(stage, "b.usda").size(), 1u) << "by its asset path";
  EXPECT_EQ(residentBlocks(stage, lane), (std::vector<bool>{true, false, true, false}));
  EXPECT_LT(clipMemory(stage, lane).bytes, before);
  EXPECT_EQ(evictClip(stage, "/c.usda").size(), 1u) << "by its identifier";
  EXPECT_TRUE(evictClip(stage, "/c.usda").empty());
  EXPECT_TRUE(evictClip(stage, "none.usda").empty());
  EXPECT_EQ(residentBlocks(stage, lane), (std::vector<bool>{true, false, false, false}));
  // It is read again when its value is needed.
  const Attribute x = stage.primAt(Path::fromText("/M")).attribute(Token("x"));
  EXPECT_EQ(x.value(TimeCode(12.0)), Value(30.0));
}

TEST(ClipsAhead, ReadingAheadKeepsTheBudget) {
  const StageResult all = fourClips(std::size_t(1) << 20);
  ASSERT_TRUE(all.stage);
  const ClipLane lane = clipLanes(all.stage->primAt(Path::fromText("/M")))[0];
  readClipsAhead(*all.stage, lane, 1.0, 2);
  const std::size_t two = clipMemory(*all.stage, lane).bytes;

  const StageResult small = fourClips(two);
  ASSERT_TRUE(small.stage);
  EXPECT_EQ(readClipsAhead(*small.stage, lane, 1.0, 4), 2u);
  EXPECT_EQ(residentBlocks(*small.stage, lane), (std::vector<bool>{true, true, false, false}));
  // Clips that play later take the place of those that have played.
  EXPECT_EQ(readClipsAhead(*small.stage, lane, 25.0, 4), 2u);
  EXPECT_EQ(residentBlocks(*small.stage, lane), (std::vector<bool>{false, false, true, true}));
  EXPECT_LE(clipMemory(*small.stage, lane).bytes, two);
}

}  // namespace
}  // namespace usdscope
