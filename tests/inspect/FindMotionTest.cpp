// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/FindMotion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/format/LayerCache.h"
#include "engine/inspect/MotionText.h"
#include "engine/stage/Stage.h"
#include "tests/support/TestAssets.h"
#include "tests/support/scene/StageTexts.h"

// The values at frames of tests/assets/motion/root.usda are those of OpenUSD 26.11. The steps that
// findings name are computed from them.

namespace usdscope {
namespace {

std::shared_ptr<const Stage> motionScene() {
  StageRequest request;
  request.rootLayer = (testAssetsPath() / "motion/root.usda").string();
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(request.rootLayer));
  return composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
}

std::vector<std::string> textsOf(const Stage& stage, const MotionRequest& request,
                                 const char* prim = "/") {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  std::vector<std::string> texts;
  const Prim root = stage.primAt(Path::fromText(prim));
  for (const MotionFinding& finding : findMotion(root, request, {}).findings) {
    texts.push_back(motionText(finding, names));
  }
  return texts;
}

std::vector<MotionFinding> findingsIn(const char* text, const MotionRequest& request) {
  const StageResult result = stageFromText(text);
  EXPECT_TRUE(result.stage);
  std::vector<MotionFinding> findings =
      findMotion(result.stage->pseudoRoot(), request, {}).findings;
  for (MotionFinding& finding : findings) finding.attribute = {};  // The stage ends here.
  return findings;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST(FindMotion, PopsAreMuchLargerThanTheStepsAroundThem) {
  const auto stage = motionScene();
  ASSERT_TRUE(stage);
  EXPECT_EQ(textsOf(*stage, {.pops = true, .from = 1, .to = 20}),
            Texts({
                "pop </World/Popping.x> 9 to 10: different samples, step 21, 1 around it; "
                "anim.usda",
                "pop </World/Popping.x> 10 to 11: different samples, step 19, 1 around it; "
                "anim.usda",
                "pop </World/Gap.x> 4 to 5: a value on one side only; anim.usda",
                "pop </World/Gap.x> 7 to 8: a value on one side only; anim.usda",
                "pop </World/Crowd.points> 13 to 14: another number of elements, 2 elements "
                "become 3; clip_b.usda at 13 -> clip_c.usda at 14",
                "pop </World/Crowd.px> 13 to 14: another clip, step 87, 1 around it; clip_b.usda "
                "at 13 -> clip_c.usda at 14",
            }));
}

TEST(FindMotion, ValuesThatVanishArePops) {
  const auto found =
      findingsIn("#usda 1.0\ndef \"A\" { double x.timeSamples = {1: 1, 5: None, 7: 1}\n }\n",
                 {.pops = true, .from = 1, .to = 9});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].reason, MotionReason::Block);
  EXPECT_EQ(found[0].to, 5.0);
  EXPECT_EQ(found[1].reason, MotionReason::Block);
  EXPECT_EQ(found[1].to, 7.0);
  // Without a value at both ends.
  EXPECT_EQ(
      findingsIn("#usda 1.0\ndef \"A\" { double x.timeSamples = {1: None, 5: 1, 7: None}\n }\n",
                 {.pops = true, .from = 1, .to = 9})
          .size(),
      2u);
  // Texts cannot move, so that they do not pop.
  EXPECT_TRUE(findingsIn("#usda 1.0\ndef \"A\" { token x.timeSamples = {1: \"a\", 5: None}\n }\n",
                         {.pops = true, .from = 1, .to = 9})
                  .empty());
}

TEST(FindMotion, SeamsCompareTheMotionOfClips) {
  const auto stage = motionScene();
  // At 8 the speed of py falls from 1 to 0.1. At 14 px has moved by 87 where 1 is even.
  EXPECT_EQ(textsOf(*stage, {.seams = true, .from = 1, .to = 20}),
            Texts({
                "seam </World/Crowd.points> at 14: another number of elements, 2 elements become "
                "3; clip_b.usda at 13 -> clip_c.usda at 14",
                "seam </World/Crowd.px> at 14: the positions do not match, difference 86, steps 1 "
                "around it; clip_b.usda at 13 -> clip_c.usda at 14",
                "seam </World/Crowd.py> at 8: the speeds do not match, difference 0.9, steps 1 "
                "around it; clip_a.usda at 7 -> clip_b.usda at 8",
            }));
}

TEST(FindMotion, FrozenAttributesAreHiddenOrDoNotMove) {
  const auto stage = motionScene();
  EXPECT_EQ(textsOf(*stage, {.frozen = true, .from = 1, .to = 20}),
            Texts({
                "frozen </World/Still.radius> 1 to 20: the same value at all 3 times; anim.usda",
                "frozen </World/Hidden.size> 1 to 20: 2 samples in anim.usda without effect, "
                "hidden by root.usda",
            }));
}

// The left limit of OpenUSD is that of the third clip at 21.999999991.
TEST(FindMotion, ChangesUnderAnOffsetNameTheClipsThatPlay) {
  const StageResult result = stageFromTexts(LayerTexts{
      {"/root.usda", "def \"M\" (references = @./set.usda@</M> (scale = 2)) {\n}\n"},
      {"/set.usda", R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@./a.usda@, @./b.usda@, @./c.usda@]
            asset manifestAssetPath = @./manifest.usda@
            string primPath = "/P"
            double2[] active = [(1, 0), (11, 1), (21, 2)]
            double2[] times = [(1, 1), (11, 10), (11, 1), (21, 10), (21, 1), (31, 10)]
        }}) { double x
        })"},
      {"/manifest.usda", "def \"P\" { double x\n}\n"},
      {"/a.usda", "def \"P\" { double x.timeSamples = {1: 1, 10: 2}\n}\n"},
      {"/b.usda", "def \"P\" { double x.timeSamples = {1: 11, 10: 12}\n}\n"},
      {"/c.usda", "def \"P\" { double x.timeSamples = {1: 21, 10: 22}\n}\n"},
  });
  ASSERT_TRUE(result.stage);
  const auto found =
      findMotion(result.stage->pseudoRoot(), {.changes = true, .from = 21, .to = 23}, {}).findings;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].jumpCount, 1u);
  EXPECT_EQ(found[0].time, 22.0);
  EXPECT_NEAR(found[0].step, 9.0, 1e-6);
}

TEST(FindMotion, ClipsWithoutValuesAreNamedAndNotTheManifest) {
  const StageResult result = stageFromTexts(LayerTexts{
      {"/root.usda", "def \"M\" (references = @./in/set.usda@</M>) {\n}\n"},
      {"/in/set.usda", R"(def "M" (clips = { dictionary default = {
            asset[] assetPaths = [@./a.usda@, @./lost.usda@, @./gap.usda@, @./a.usda@]
            asset manifestAssetPath = @./manifest.usda@
            string primPath = "/P"
            double2[] active = [(1, 0), (3, 1), (5, 2), (7, 3)]
        }}) { double x
        })"},
      {"/in/manifest.usda", "def \"P\" { double x\n}\n"},
      {"/in/a.usda", "def \"P\" { double x.timeSamples = {1: 1, 2: 2}\n}\n"},
      {"/in/gap.usda", "def \"P\" {\n}\n"},
  });
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(textsOf(*result.stage, {.changes = true, .from = 2, .to = 3}),
            Texts({"change </M.x> at 3: jumps: a value on one side only; in/a.usda at 3 -> "
                   "in/lost.usda at 3"}));
  EXPECT_EQ(textsOf(*result.stage, {.changes = true, .from = 6, .to = 7}),
            Texts({"change </M.x> at 7: jumps: a value on one side only; in/gap.usda at 7 -> "
                   "in/a.usda at 7"}));
}

TEST(FindMotion, ChangesSayWhatJumpsAndWhy) {
  const auto stage = motionScene();
  const struct {
    double from;
    double to;
    const char* prim;
    Texts texts;
  } cases[] = {
      {4,
       5,
       "/World/Gap",
       {"change </World/Gap.x> at 5: jumps: a value on one side only; anim.usda"}},
      {11,
       12,
       "/World/Gap",
       {"change </World/Gap.state> at 12: jumps: another held sample; anim.usda"}},
      {13,
       14,
       "/World/Crowd",
       {"change </World/Crowd.points> at 14: jumps: another clip, 2 elements become 3; clip_b.usda "
        "at 14 -> clip_c.usda at 14",
        "change </World/Crowd.px> 13 to 14: moves: another clip, step 87; clip_b.usda at 13 -> "
        "clip_c.usda at 14",
        "change </World/Crowd.py> 13 to 14: moves: another clip, step 0.1; clip_b.usda at 13 -> "
        "clip_c.usda at 14"}},
      {2,
       4,
       "/World/Smooth",
       {"change </World/Smooth.x> 2 to 4: moves: different samples, step 2; anim.usda"}},
      {2, 4, "/World/Still", {}},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(textsOf(*stage, {.changes = true, .from = c.from, .to = c.to}, c.prim), c.texts)
        << c.from;
  }
}

TEST(FindMotion, UsualMotionIsNoFinding) {
  const MotionRequest everything = {
      .pops = true, .frozen = true, .seams = true, .from = 0, .to = 20};
  for (const char* body : {
           // Even motion, from a stop and to a stop.
           "double x.timeSamples = {0: 0, 5: 0, 10: 50, 20: 50}",
           // Wings that beat once in four frames, and a quick step to the side.
           "double x.timeSamples = {0: 0, 2: 0.1, 4: 1, 6: 0.9, 8: 0, 10: 0.1, 12: 1, 14: 0.9,"
           " 16: 0, 18: 0.1, 20: 1}",
           "double x.timeSamples = {0: 0, 10: 0, 13: 6, 20: 6}",
           // Acceleration.
           "double x.timeSamples = {0: 0, 1: 1, 2: 4, 3: 9, 4: 16, 5: 25, 6: 36, 20: 40}",
           // A full turn.
           "float xformOp:rotateY.timeSamples = {0: 300, 5: 350, 6: 0, 11: 50, 20: 140}",
           // A quaternion and its negative are one rotation.
           "quatf q.timeSamples = {0: (1, 0, 0, 0), 9: (0.9, 0.1, 0, 0), 10: (-0.9, -0.1, 0, 0)}",
           // Rounding of single precision.
           "float x.timeSamples = {0: 1000, 9: 1000, 10: 1000.0001, 11: 1000}",
           // Whole numbers and truth values are switched, not moved.
           "int n.timeSamples = {0: 1, 10: 7}\n bool b.timeSamples = {0: 0, 10: 1}",
       }) {
    const std::string text = std::string("def \"A\" { ") + body + "\n }";
    EXPECT_TRUE(findingsIn(text.c_str(), everything).empty()) << body;
  }
}

constexpr const char* kFlashes = R"(#usda 1.0
def Mesh "M"
{
    token visibility.timeSamples = { 1: "inherited", 8: "invisible", 10: "inherited", 14: "invisible" }
    int[] faceVertexCounts.timeSamples = { 1: [3], 12: [4], 13: [3] }
    point3f[] points.timeSamples = {
        1: [(0, 0, 0), (1, 0, 0)], 2: [(0, 0, 0), (1, 0, 0)], 3: [(0, 0, 0), (1, 0, 0)], 4: [(0, 0, 0)],
        5: [(0, 0, 0), (1, 0, 0)], 6: [(0, 0, 0), (1, 0, 0)], 9: [(0, 0, 0), (1, 0, 0)],
        10: [(0, 0, 0), (nan, 0, 0)], 11: [(0, 0, 0), (1, 0, 0)], 20: [(0, 0, 0), (1, 0, 0)]
    }
    int mouth.timeSamples = { 1: 1, 2: 2, 3: 1, 4: 2, 5: 1 }
}
)";

TEST(FindMotion, ValuesThatAreBackAfterAFrameOrTwoArePops) {
  struct Expected {
    double time;
    MotionReason reason;
    double frames;
  };
  const auto found = findingsIn(kFlashes, {.pops = true, .from = 1, .to = 20});
  const Expected expected[] = {{8, MotionReason::HeldSample, 2},
                               {12, MotionReason::HeldSample, 1},
                               {4, MotionReason::ElementCount, 0},
                               {5, MotionReason::ElementCount, 0},
                               {10, MotionReason::NotFinite, 0}};
  ASSERT_EQ(found.size(), std::size(expected));
  for (const Expected& each : expected) {
    EXPECT_EQ(std::ranges::count_if(found,
                                    [&](const MotionFinding& finding) {
                                      return finding.time == each.time &&
                                             finding.reason == each.reason &&
                                             finding.frameCount == each.frames;
                                    }),
              1)
        << each.time;
  }
}

TEST(FindMotion, AttributesThatStopBeforeTheEndAreFrozen) {
  const auto found = findingsIn(R"(#usda 1.0
def "P"
{
    double stops.timeSamples = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5 }
    double holdsAKey.timeSamples = { 1: 1, 2: 2, 3: 3, 4: 4, 7: 5, 8: 5 }
}
)",
                                {.frozen = true, .from = 1, .to = 8});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].reason, MotionReason::Stops);
  EXPECT_EQ(found[0].from, 5.0);
  EXPECT_EQ(found[0].to, 8.0);
  EXPECT_EQ(found[0].lowerCount, 4u);
}

TEST(FindMotion, SplinesStopAtEqualKnotsButNotAtTheirLastOne) {
  const auto found = findingsIn(R"(#usda 1.0
def "P"
{
    double ends.spline = { bezier, 1: 0; post linear, 5: 4; post linear }
    double stops.spline = {
        bezier,
        1: 1; post linear, 2: 3; post linear, 3: 4; post linear, 4: 6; post linear,
        5: 5; post linear, 6: 5; post linear, 7: 5; post linear, 8: 5; post linear
    }
}
)",
                                {.frozen = true, .from = 1, .to = 20});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].reason, MotionReason::Stops);
  EXPECT_EQ(found[0].from, 5.0);
  EXPECT_EQ(found[0].to, 8.0);
  EXPECT_EQ(found[0].lowerCount, 4u);
}

TEST(FindMotion, PopsOfVectorsAreThoseOfTheElementThatMovesMost) {
  const auto findings = findingsIn(
      "def \"A\" { point3f[] p.timeSamples = {0: [(0, 0, 0), (5, 0, 0)], 9: [(0, 0, 0), (5, 0, 0)],"
      " 10: [(0, 3, 4), (5, 1, 0)], 20: [(0, 3, 4), (5, 1, 0)]} }",
      {.pops = true, .from = 0, .to = 20});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].from, 9.0);
  EXPECT_DOUBLE_EQ(findings[0].step, 5.0);
  EXPECT_EQ(findings[0].usualStep, 0.0);
}

TEST(FindMotion, ABlockThatHidesSamplesFreezes) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@weak.usda@])\n over \"A\" { double x = None }\n"},
       {"/weak.usda", "def \"A\" { double x.timeSamples = {1: 1, 2: 2} }"}});
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(textsOf(*result.stage, {.frozen = true, .from = 1, .to = 2}),
            Texts({"frozen </A.x> 1 to 2: 2 samples in weak.usda without effect, hidden by a "
                   "block"}));
}

TEST(FindMotion, LoopsOfClipTimesAreSeams) {
  const StageResult result = stageFromTexts({
      {"/root.usda", R"(
def "A" (clips = { dictionary default = {
    asset[] assetPaths = [@walk.usda@]
    double2[] active = [(0, 0)]
    double2[] times = [(0, 0), (10, 10), (10, 0), (20, 10)]
    asset manifestAssetPath = @manifest.usda@
    string primPath = "/A"
}}) { double x }
)"},
      {"/manifest.usda", "over \"A\" { double x }"},
      {"/walk.usda", "over \"A\" { double x.timeSamples = {0: 0, 10: 10} }"},
  });
  ASSERT_TRUE(result.stage);
  const auto findings =
      findMotion(result.stage->pseudoRoot(), {.seams = true, .from = 0, .to = 20}, {}).findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].time, 10.0);
  EXPECT_EQ(findings[0].reason, MotionReason::Position);
  // From 9 to 0, where 1 is even.
  EXPECT_DOUBLE_EQ(findings[0].step, 10.0);
  EXPECT_DOUBLE_EQ(findings[0].usualStep, 1.0);
}

TEST(FindMotion, SkipsAttributesThatNeedTooManyClips) {
  const auto stage = motionScene();
  const MotionFindings findings = findMotion(
      stage->pseudoRoot(), {.pops = true, .seams = true, .from = 1, .to = 20, .clipBudget = 2}, {});
  EXPECT_EQ(findings.tooManyClips.size(), 3u);
  for (const MotionFinding& finding : findings.findings) {
    EXPECT_NE(finding.attribute.prim().name().text(), "Crowd");
  }
}

TEST(FindMotion, ThreadsDoNotMatter) {
  const auto stage = motionScene();
  const MotionRequest request = {.pops = true, .frozen = true, .seams = true, .from = 1, .to = 20};
  const std::size_t before = threadCount();
  setThreadCount(1);
  const Texts alone = textsOf(*stage, request);
  setThreadCount(4);
  EXPECT_EQ(textsOf(*stage, request), alone);
  setThreadCount(before);
}

TEST(FindMotion, EndsWhenStopped) {
  const auto stage = motionScene();
  std::stop_source source;
  source.request_stop();
  const MotionFindings findings =
      findMotion(stage->pseudoRoot(), {.pops = true, .from = 1, .to = 20}, source.get_token());
  EXPECT_FALSE(findings.isComplete);
  EXPECT_TRUE(findings.findings.empty());
}

TEST(FindMotion, KeepsFindingsUntilItIsStopped) {
  const auto stage = motionScene();
  MotionRequest request = {.pops = true, .frozen = true, .seams = true, .from = 1, .to = 20};
  const MotionFindings all = findMotion(stage->pseudoRoot(), request, {});
  const std::size_t before = threadCount();
  setThreadCount(1);
  std::stop_source source;
  request.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, all.examinedCount);
    if (done + 2 >= total) source.request_stop();
  };
  const MotionFindings some = findMotion(stage->pseudoRoot(), request, source.get_token());
  setThreadCount(before);
  EXPECT_FALSE(some.isComplete);
  EXPECT_GT(some.examinedCount, 0u);
  EXPECT_LT(some.examinedCount, all.examinedCount);
  EXPECT_FALSE(some.findings.empty());
  EXPECT_LT(some.findings.size(), all.findings.size());
}

TEST(MotionRange, IsAuthoredOrThatOfSamplesAndClips) {
  const auto stage = motionScene();
  EXPECT_EQ(motionRange(*stage, {}), std::pair(1.0, 20.0));
  const struct {
    const char* text;
    std::optional<std::pair<double, double>> range;
  } cases[] = {
      {"def \"A\" { double x.timeSamples = {3: 1, 8: 2}\n double y.timeSamples = {-2: 1, 4: 5} }",
       std::pair(-2.0, 8.0)},
      {"def \"A\" { double x.timeSamples = {3: 1} }", std::nullopt},
      {"def \"A\" { double x = 1 }", std::nullopt},
  };
  for (const auto& c : cases) {
    const StageResult result = stageFromText(c.text);
    EXPECT_EQ(motionRange(*result.stage, {}), c.range) << c.text;
  }
}

}  // namespace usdscope
