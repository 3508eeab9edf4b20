// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/StageDiff.h"

#include <gtest/gtest.h>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/inspect/StageDiffText.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

// The values of tests/assets/diff/changed.usda and tests/assets/motion/root.usda at frames 1 to 20
// are those of OpenUSD 26.11.

namespace usdscope {
namespace {

std::shared_ptr<const Stage> sceneOf(const char* file) {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / file).string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  return composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
}

StageDiffRequest atFrames(double from, double to, double tolerance = 1e-9) {
  StageDiffRequest request;
  request.tolerance = tolerance;
  for (double frame = from; frame <= to; ++frame) request.times.push_back({frame, frame});
  return request;
}

std::string diffText(const Stage& first, const Stage& second, const StageDiffRequest& request,
                     const char* prim = "/") {
  const Path path = Path::fromText(prim);
  const StageDiff diff = diffStages(first.primAt(path), second.primAt(path), request, {});
  const LayerNames ours(*first.rootLayer(), first.sessionLayer().get());
  const LayerNames theirs(*second.rootLayer(), second.sessionLayer().get());
  std::string text;
  for (const StageDifference& difference : diff.differences) {
    text += stageDifferenceText(difference, ours, theirs);
  }
  return text;
}

class DiffOfStages : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(first_ && second_); }

  const std::shared_ptr<const Stage> first_ = sceneOf("motion/root.usda");
  const std::shared_ptr<const Stage> second_ = sceneOf("diff/changed.usda");
};

}  // namespace

TEST_F(DiffOfStages, ListsIntervalsWithBothSources) {
  const StageDiffRequest request = atFrames(1, 20);
  EXPECT_EQ(diffText(*first_, *second_, request),
            "  </World/Smooth> type\n"
            "    - nothing in anim.usda\n"
            "    + Sphere in changed.usda\n"
            "  </World/Popping.x> at 5, difference 0.5\n"
            "    - 5 in anim.usda\n"
            "    + 5.5 in changed.usda\n"
            "  </World/Popping.x> at 10, difference 20\n"
            "    - 30 in anim.usda\n"
            "    + 10 in changed.usda\n"
            "  </World/Popping.aims> targets\n"
            "    + </World/Smooth> in changed.usda\n"
            "- </World/Still> in anim.usda\n"
            "  </World/Hidden.size> 1 to 20, difference 0.001\n"
            "    - 4 in root.usda\n"
            "    + 4.001 in changed.usda\n"
            "  </World/Crowd.points> 14 to 15\n"
            "    - [(14, 0, 0), (14, 1, 0), (14, 2, 0)] in clip_c.usda at 14\n"
            "    + [(13, 0, 0), (13, 1, 0)] in ../motion/clip_b.usda at 14\n"
            "  </World/Crowd.px> 14 to 15, difference 57.3333\n"
            "    - 100 in clip_c.usda at 14\n"
            "    + 42.6667 in ../motion/clip_b.usda at 14\n"
            "+ </World/Added> in changed.usda\n");
}

TEST_F(DiffOfStages, IgnoresDifferencesUpToTheTolerance) {
  const Path hidden = Path::fromText("/World/Hidden");
  EXPECT_EQ(diffText(*first_, *second_, atFrames(1, 20, 1e-3), "/World/Hidden"), "");
  EXPECT_EQ(diffText(*first_, *second_, atFrames(1, 20, 0.6), "/World/Popping"),
            "  </World/Popping.x> at 10, difference 20\n"
            "    - 30 in anim.usda\n"
            "    + 10 in changed.usda\n"
            "  </World/Popping.aims> targets\n"
            "    + </World/Smooth> in changed.usda\n");
  // Rounding of interpolated values differs at 14.
  const StageDiff exact = diffStages(first_->primAt(hidden.parent()),
                                     second_->primAt(hidden.parent()), atFrames(14, 14, 0.0), {});
  const StageDiff rounded = diffStages(first_->primAt(hidden.parent()),
                                       second_->primAt(hidden.parent()), atFrames(14, 14), {});
  EXPECT_GT(exact.differences.size(), rounded.differences.size());
}

TEST_F(DiffOfStages, ComparesOneStageAtTwoTimes) {
  StageDiffRequest request;
  request.times = {{13.0, 14.0}};
  EXPECT_EQ(diffText(*first_, *first_, request, "/World/Crowd"),
            "  </World/Crowd.points> 13 and 14\n"
            "    - [(13, 0, 0), (13, 1, 0)] in clip_b.usda at 13\n"
            "    + [(14, 0, 0), (14, 1, 0), (14, 2, 0)] in clip_c.usda at 14\n"
            "  </World/Crowd.px> 13 and 14, difference 87\n"
            "    - 13 in clip_b.usda at 13\n"
            "    + 100 in clip_c.usda at 14\n"
            "  </World/Crowd.py> 13 and 14, difference 0.1\n"
            "    - 8.5 in clip_b.usda at 13\n"
            "    + 8.6 in clip_c.usda at 14\n");
  request.times = {{13.0, 13.0}};
  EXPECT_EQ(diffText(*first_, *first_, request), "");
}

TEST_F(DiffOfStages, StopsAndKeepsToItsBudget) {
  std::stop_source stop;
  stop.request_stop();
  const StageDiff stopped =
      diffStages(first_->pseudoRoot(), second_->pseudoRoot(), atFrames(1, 20), stop.get_token());
  EXPECT_FALSE(stopped.isComplete);
  EXPECT_TRUE(stopped.differences.empty());

  const auto fresh = sceneOf("motion/root.usda");
  ASSERT_TRUE(fresh);
  StageDiffRequest request = atFrames(1, 20);
  request.clipBudget = 0;
  const StageDiff diff = diffStages(fresh->pseudoRoot(), second_->pseudoRoot(), request, {});
  ASSERT_EQ(diff.tooManyClips.size(), 3u);
  for (const Path& path : diff.tooManyClips) {
    EXPECT_EQ(path.primPath().text(), "/World/Crowd") << path.text();
  }
}

TEST_F(DiffOfStages, Json) {
  const StageDiffRequest request = atFrames(1, 20);
  const Path path = Path::fromText("/World/Crowd");
  const StageDiff diff = diffStages(first_->primAt(path), second_->primAt(path), request, {});
  const LayerNames ours(*first_->rootLayer(), nullptr);
  const LayerNames theirs(*second_->rootLayer(), nullptr);
  const Json json = stageDiffToJson(diff, request, ours, theirs);
  EXPECT_EQ(json["times"], 20);
  EXPECT_EQ(json["prims"], 1);
  EXPECT_EQ(json["skipped"], Json::array());
  const Json& interval = json["differences"][1]["intervals"][0];
  EXPECT_EQ(json["differences"][1]["path"], "/World/Crowd.px");
  EXPECT_EQ(interval["from"], Json::array({14.0, 14.0}));
  EXPECT_EQ(interval["to"], Json::array({15.0, 15.0}));
  EXPECT_EQ(interval["times"], 2);
  EXPECT_EQ(interval["first"]["layer"], "clip_c.usda");
  EXPECT_EQ(interval["second"]["layer"], "../motion/clip_b.usda");
  EXPECT_EQ(interval["second"]["fileTime"], 14.0);
  EXPECT_EQ(interval["second"]["isClip"], true);
}

TEST(DiffOfTexts, PrimsOfPrototypesAreComparedOnce) {
  const auto sceneWith = [](const char* size) {
    return stageFromText(std::string("#usda 1.0\nclass \"Ball\" { def \"Core\" { double size = ") +
                         size +
                         "\n } }\ndef \"A\" (\n instanceable = true\n inherits = </Ball>\n) {}\n"
                         "def \"B\" (\n instanceable = true\n inherits = </Ball>\n) {}\n");
  };
  const StageResult first = sceneWith("1");
  const StageResult second = sceneWith("2");
  ASSERT_TRUE(first.stage && second.stage);
  const StageDiff diff = diffStages(first.stage->pseudoRoot(), second.stage->pseudoRoot(),
                                    {.times = {{0.0, 0.0}}}, {});
  ASSERT_EQ(diff.differences.size(), 1u);
  EXPECT_EQ(diff.differences[0].path.text(), "/A/Core.size");
  EXPECT_EQ(diff.differences[0].intervals[0].step, 1.0);
}

TEST(DiffOfTexts, AssetPathsAreComparedAsWritten) {
  const StageResult first = stageFromText("#usda 1.0\ndef \"A\" { asset f = @a.png@\n }\n");
  const StageResult same = stageFromText("#usda 1.0\ndef \"A\" { asset f = @a.png@\n }\n");
  const StageResult other = stageFromText("#usda 1.0\ndef \"A\" { asset f = @b.png@\n }\n");
  const StageDiffRequest request{.times = {{0.0, 0.0}}};
  const auto countOf = [&](const StageResult& second) {
    return diffStages(first.stage->pseudoRoot(), second.stage->pseudoRoot(), request, {})
        .differences.size();
  };
  EXPECT_EQ(countOf(same), 0u);
  EXPECT_EQ(countOf(other), 1u);
}

}  // namespace usdscope
