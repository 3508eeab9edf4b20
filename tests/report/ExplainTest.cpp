// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/Explain.h"

#include <gtest/gtest.h>

#include <iostream>
#include <limits>
#include <random>
#include <set>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "tests/report/ExpectedScenes.h"
#include "tests/report/ExplainAgreement.h"
#include "tests/report/TimeScenes.h"
#include "tests/support/Corpora.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

Explanation explainAt(const Stage& stage, std::string_view path, TimeCode time) {
  const Path at = Path::fromText(path);
  return explain(stage.primAt(at.primPath()).attribute(at.name()), time);
}

std::shared_ptr<const Stage> stageOfFile(const std::string& file) {
  StageRequest request;
  request.rootLayer = file;
  const auto resolver = std::make_shared<DefaultResolver>(searchFromEnvironment(file));
  return composeStage(request, std::make_shared<LayerCache>(resolver)).stage;
}

// Two clips that play one after the other, reached through a reference and a sublayer, each with
// an offset; the sublayer at another rate.
LayerTexts clipScene() {
  return {
      {"/root.usda",
       "(timeCodesPerSecond = 24\n subLayers = [@shot.usda@ (offset = 100)])\n"
       "def \"World\" { double still = 1\n double still.timeSamples = {0: 5, 10: 7}\n }\n"},
      {"/shot.usda", R"((timeCodesPerSecond = 48)
def "World" {
  def "Crowd" (references = @crowd.usda@</Crowd> (offset = 10; scale = 2)) {}
  double still = 2
  double still.timeSamples = {0: 1}
}
)"},
      {"/crowd.usda", R"((framesPerSecond = 48)
def "Crowd" (clips = { dictionary default = {
    asset[] assetPaths = [@clip_a.usda@, @clip_b.usda@]
    double2[] active = [(0, 0), (35, 1)]
    double2[] times = [(0, 0), (35, 35), (35, 35), (60, 60)]
    asset manifestAssetPath = @manifest.usda@
    string primPath = "/Crowd"
}}) {
  double x
  double y = 3
  double missing
}
)"},
      {"/clip_a.usda",
       "def \"Crowd\" { double x.timeSamples = {0: 0, 30: 30}\n"
       "double missing.timeSamples = {0: 4}\n }\n"},
      {"/clip_b.usda", "def \"Crowd\" { double x.timeSamples = {37: 70, 38: 80}\n }\n"},
      {"/manifest.usda", "over \"Crowd\" { double x\n double missing\n }\n"},
  };
}

}  // namespace

TEST(Explain, SaysTheAnswerInOneSentence) {
  const StageResult result = stageFromTexts(clipScene());
  ASSERT_TRUE(result.stage);
  const Stage& stage = *result.stage;
  // Stage 147.5 is shot 47.5·2 = 95, crowd (95 - 10) / 2 = 42.5, beyond the last sample.
  const struct {
    const char* path;
    TimeCode time;
    const char* sentence;
  } cases[] = {
      {"/World.still", 5.0, "`root.usda` at 5, interpolated halfway between samples 0 and 10."},
      {"/World.still", 10.0, "`root.usda` at 10, on a sample."},
      {"/World.still", 12.0, "`root.usda` at 12, after its last sample 10, which is held."},
      {"/World.still", -1.0, "`root.usda` at -1, before its first sample 0, which is held."},
      {"/World.still", TimeCode::defaultTime(), "The default in `root.usda`."},
      {"/World/Crowd.x", 142.5,
       "`clip_b.usda` at 37.5, interpolated halfway between samples 37 and 38; clip set `default` "
       "on /World/Crowd."},
      {"/World/Crowd.x", 147.5,
       "`clip_b.usda` at 42.5, after its last sample 38, which is held; clip set `default` on "
       "/World/Crowd."},
      {"/World/Crowd.missing", 142.5,
       "`clip_b.usda` at 37.5 has no samples of it, and the manifest `manifest.usda` declares it "
       "without a default, which blocks it: no value, not even from weaker opinions; clip set "
       "`default` on /World/Crowd."},
      {"/World/Crowd.y", TimeCode::defaultTime(), "The default in `crowd.usda`."},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(explainAt(stage, c.path, c.time).sentence, c.sentence) << c.path;
  }
}

TEST(Explain, TimePathHasEveryStepOfTime) {
  const StageResult result = stageFromTexts(clipScene());
  ASSERT_TRUE(result.stage);
  const Explanation why = explainAt(*result.stage, "/World/Crowd.x", 142.5);
  const struct {
    TimeStep::Kind kind;
    double to;
  } steps[] = {
      {TimeStep::Kind::SubLayer, 42.5},
      {TimeStep::Kind::Rate, 85.0},
      {TimeStep::Kind::Reference, 37.5},
      {TimeStep::Kind::ClipTimes, 37.5},
  };
  ASSERT_EQ(why.trace.timePath.size(), std::size(steps));
  for (std::size_t i = 0; i < std::size(steps); ++i) {
    EXPECT_EQ(why.trace.timePath[i].kind, steps[i].kind) << i;
    EXPECT_EQ(why.trace.timePath[i].to, steps[i].to) << i;
  }
  EXPECT_EQ(why.trace.timePath[1].innerRate.field, fields::kTimeCodesPerSecond);
  EXPECT_EQ(why.trace.timePath[1].innerRate.rate, 48.0);
}

TEST(Explain, FramesPerSecondReplacesMissingTimeCodesPerSecond) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@sub.usda@])"},
       {"/sub.usda",
        "(framesPerSecond = 12)\ndef \"A\" { double x.timeSamples = {0: 0, 12: 12}\n }\n"}});
  ASSERT_TRUE(result.stage);
  const Explanation why = explainAt(*result.stage, "/A.x", 12.0);
  ASSERT_EQ(why.trace.timePath.size(), 1u);
  EXPECT_EQ(why.trace.timePath[0].innerRate.field, fields::kFramesPerSecond);
  EXPECT_TRUE(why.trace.timePath[0].outerRate.field.isEmpty());
  const Json site = explanationToJson(why)["timePath"][0]["site"];
  EXPECT_EQ(site["layer"], "sub.usda");
  EXPECT_EQ(site["field"], "framesPerSecond");
  EXPECT_EQ(site["isFramesPerSecond"], true);
}

TEST(Explain, SaysHowTimeCodesInValuesAreLedToTheStage) {
  const StageResult result =
      stageFromTexts({{"/root.usda", "(subLayers = [@sub.usda@ (offset = 100; scale = 2)])"},
                      {"/sub.usda", "def \"A\" { timecode x = 5\n double y = 5\n }\n"}});
  ASSERT_TRUE(result.stage);
  const std::string led = " A time code t of the layer is 100 + 2 t on the stage.";
  for (const TimeCode time : {TimeCode::defaultTime(), TimeCode(3.0)}) {
    const Explanation why = explainAt(*result.stage, "/A.x", time);
    EXPECT_EQ(why.value, Value(TimeCodeValue{110.0}));
    EXPECT_TRUE(why.sentence.ends_with(led)) << why.sentence;
    EXPECT_FALSE(explainAt(*result.stage, "/A.y", time).sentence.ends_with(led));
  }
}

TEST(Explain, WeakerOpinionsHaveReasons) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", "(subLayers = [@a.usda@, @b.usda@, @c.usda@, @d.usda@])"},
       {"/a.usda", "over \"A\" { double x (doc = \"words\")\n double y = AnimationBlock\n }\n"},
       {"/b.usda", "over \"A\" { double x = None\n double y.timeSamples = {1: 1}\n }\n"},
       {"/c.usda", "over \"A\" { double x = 5\n double y = 3\n }\n"},
       {"/d.usda", "def \"A\" { double z.timeSamples = {1: 1}\n double y = 4\n }\n"}});
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    TimeCode time;
    std::vector<std::string> reasons;
  } cases[] = {
      {"/A.x", 1.0, {"has no value", "blocks the value", "hidden by the block in `b.usda`"}},
      {"/A.y",
       1.0,
       {"stops weaker animation, and gives no value itself", "its animation is stopped by `a.usda`",
        "gives the value", "weaker than `c.usda`"}},
      {"/A.z", TimeCode::defaultTime(), {"animation does not apply at the default time"}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> reasons;
    for (const OpinionLine& line : opinionLines(explainAt(*result.stage, c.path, c.time))) {
      reasons.push_back(line.reason);
    }
    EXPECT_EQ(reasons, c.reasons) << c.path;
  }
  const std::string text = explanationToText(explainAt(*result.stage, "/A.x", 1.0));
  EXPECT_NE(text.find("only a spec: has no value\n"), std::string::npos) << text;
}

TEST(Explain, BlocksAreSaidToBlock) {
  const StageResult result = stageFromText(
      "def \"A\" { double x.timeSamples = {1: 1, 2: None, 3: 3}\n double y = None\n }\n");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    double time;
    const char* reason;
    const char* sentence;
  } cases[] = {
      {"/A.x", 1.0, "gives the value", "`root.usda` at 1, on a sample."},
      {"/A.x", 2.5, "blocks the value at this time",
       "`root.usda` at 2.5, where sample 2 is a block: no value."},
      {"/A.y", 2.5, "blocks the value", "No value: `root.usda` blocks it."},
  };
  for (const auto& c : cases) {
    const Json json = explanationToJson(explainAt(*result.stage, c.path, c.time));
    EXPECT_EQ(json["opinions"][0]["reason"], c.reason);
    EXPECT_EQ(json["sentence"], c.sentence);
    EXPECT_EQ(json["layer"], "root.usda") << c.sentence;
    EXPECT_EQ(json["specPath"], c.path);
  }
}

TEST(Explain, MutedLayersAreNamed) {
  StageRequest request;
  request.mutedLayers = {"/b.usda"};
  const StageResult result =
      stageFromTexts({{"/root.usda", "(subLayers = [@b.usda@])\ndef \"A\" { double x = 1\n }\n"},
                      {"/b.usda", "over \"A\" { double x = 2\n }\n"}},
                     request);
  ASSERT_TRUE(result.stage);
  const auto lines = opinionLines(explainAt(*result.stage, "/A.x", 0.0));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].wins);
  EXPECT_EQ(lines[1].reason, "the layer is muted");
}

TEST(Explain, EditsOfArraysNameAllThatTakesPart) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", "#usda 1.2\n(subLayers = [@mid.usda@, @base.usda@, @lost.usda@])\n"},
       {"/mid.usda",
        "#usda 1.2\nover \"A\" {\n int[] x = edit [append 7]\n"
        "int[] y.timeSamples = {1: edit [append 7], 2: [5]}\n"
        "double[] z.timeSamples = {1: edit [append 7], 2: edit [append 8]}\n"
        "int[] w = edit [append 7]\n }\n"},
       {"/base.usda",
        "#usda 1.2\ndef \"A\" {\n int[] x = edit [prepend 1]\n"
        "int[] y = [3]\n"
        "double[] z.timeSamples = {0: [0], 4: [4]}\n }\n"},
       {"/lost.usda",
        "#usda 1.2\nover \"A\" {\n int[] x.timeSamples = {0: [0], 4: [4]}\n"
        "int[] y = [9]\n }\n"}});
  ASSERT_TRUE(result.stage);
  using Reasons = std::vector<std::string>;
  const struct {
    const char* path;
    TimeCode time;
    const char* sentence;
    Reasons reasons;
  } cases[] = {
      {"/A.x",
       TimeCode(1.0),
       "The default in `mid.usda`, which edits the default in `base.usda`, which edits "
       "`lost.usda` at 1, held from sample 0 until 4.",
       {"edits the array that weaker opinions give", "edits the array too",
        "gives the array that is edited"}},
      {"/A.x",
       TimeCode::defaultTime(),
       "The default in `mid.usda`, which edits the default in `base.usda`, which edits an "
       "empty array.",
       {"edits the array that weaker opinions give", "edits the array too",
        "weaker than `mid.usda`"}},
      {"/A.y",
       TimeCode(1.0),
       "`mid.usda` at 1, on a sample, which edits the default in `base.usda`.",
       {"edits the array that weaker opinions give", "gives the array that is edited",
        "weaker than `mid.usda`"}},
      {"/A.y",
       TimeCode(2.0),
       "`mid.usda` at 2, on a sample.",
       {"gives the value", "weaker than `mid.usda`", "weaker than `mid.usda`"}},
      {"/A.z",
       TimeCode(1.5),
       "`mid.usda` at 1.5, interpolated halfway between the arrays at 1 (an edit of "
       "`base.usda` at 1, held from sample 0 until 4) and at 2 (an edit of `base.usda` at 2, held "
       "from sample 0 until 4).",
       {"edits the array that weaker opinions give", "gives the array that is edited"}},
      {"/A.w",
       TimeCode(1.0),
       "The default in `mid.usda`, which edits an empty array.",
       {"edits the array that weaker opinions give"}},
  };
  for (const auto& c : cases) {
    const Explanation why = explainAt(*result.stage, c.path, c.time);
    EXPECT_EQ(why.sentence, c.sentence) << c.path;
    Reasons reasons;
    for (const OpinionLine& line : opinionLines(why)) reasons.push_back(line.reason);
    EXPECT_EQ(reasons, c.reasons) << c.path;
    EXPECT_TRUE(isNear(Recomputation(why).value(), why.value)) << c.path;
  }
  const Json json = explanationToJson(explainAt(*result.stage, "/A.x", 1.0));
  const Json& below = json["edits"][0]["array"];
  EXPECT_EQ(below["layer"], "base.usda");
  EXPECT_EQ(below["edits"][0]["array"]["layer"], "lost.usda");
  EXPECT_EQ(below["edits"][0]["array"]["samples"]["lower"], 0.0);

  std::mt19937 random(7);
  for (const char* name : {"x", "y", "z", "w"}) {
    const Attribute attribute = result.stage->primAt(Path::fromText("/A")).attribute(Token(name));
    Agreement agreement;
    for (const TimeCode time : askedTimes(attribute, random, 30)) {
      expectAgreement(attribute, time, agreement);
    }
    expectIntervalsAgree(attribute, -2.0, 6.0, random);
  }
}

TEST(Explain, EditsInClipsAreExplainedAsThoseInLayers) {
  const StageResult result = stageFromTexts(
      {{"/root.usda", R"(#usda 1.2
def "A" (references = </Base>
  clips = { dictionary default = {
    asset[] assetPaths = [@clip.usda@]
    asset manifestAssetPath = @manifest.usda@
    string primPath = "/M"
    double2[] active = [(0, 0)]
  } }) {
}
def "Base" { int[] x = [1, 2, 3]
}
)"},
       {"/clip.usda",
        "#usda 1.2\ndef \"M\" { int[] x.timeSamples = {0: edit [append 9], 5: [5]}\n }\n"},
       {"/manifest.usda", "#usda 1.0\nover \"M\" { int[] x\n }\n"}});
  ASSERT_TRUE(result.stage);
  const auto reasonsAt = [](const Explanation& why) {
    std::vector<std::string> reasons;
    for (const OpinionLine& line : opinionLines(why)) reasons.push_back(line.reason);
    return reasons;
  };
  const Explanation edit = explainAt(*result.stage, "/A.x", 0.0);
  EXPECT_EQ(edit.sentence,
            "`clip.usda` at 0, on a sample; clip set `default` on /A, which edits the default in "
            "`root.usda`.");
  EXPECT_EQ(reasonsAt(edit), (std::vector<std::string>{"edits the array that weaker opinions give",
                                                       "gives the array that is edited"}));
  const Explanation whole = explainAt(*result.stage, "/A.x", 5.0);
  EXPECT_EQ(reasonsAt(whole),
            (std::vector<std::string>{"gives the value", "weaker than `clip.usda`"}));
}

TEST(Explain, IntervalsAreCutWhereTheSourceChanges) {
  const StageResult result = stageFromTexts(clipScene());
  ASSERT_TRUE(result.stage);
  const Attribute x = result.stage->primAt(Path::fromText("/World/Crowd")).attribute(Token("x"));
  std::vector<Json> intervals;
  explainRange(x, 100.0, 160.0, [&](const ExplainedInterval& interval) {
    intervals.push_back(explanationToJson(interval));
  });
  ASSERT_GE(intervals.size(), 2u);
  EXPECT_EQ(intervals.front()["from"], 100.0);
  EXPECT_EQ(intervals.back()["to"], 160.0);
  // Clip b takes over at 35 of the crowd: 80 of the shot, 40 at the stage's rate, 140.
  std::set<double> cuts;
  for (const Json& interval : intervals) cuts.insert(interval["from"].get<double>());
  EXPECT_TRUE(cuts.contains(140.0));
  EXPECT_EQ(intervals.front()["clip"]["file"], "clip_a.usda");
  EXPECT_EQ(intervals.back()["clip"]["file"], "clip_b.usda");
}

TEST(Explain, JsonHasTheKeysOfTheContract) {
  const StageResult result = stageFromTexts(clipScene());
  ASSERT_TRUE(result.stage);
  const Json json = explanationToJson(explainAt(*result.stage, "/World/Crowd.x", 142.5));
  const auto keysOf = [](const Json& object) {
    std::set<std::string> keys;
    for (const auto& item : object.items()) keys.insert(item.key());
    return keys;
  };
  using Keys = std::set<std::string>;
  EXPECT_EQ(keysOf(json), (Keys{"path", "time", "value", "source", "layer", "specPath", "timePath",
                                "samples", "clip", "opinions", "sentence"}));
  EXPECT_EQ(keysOf(json["timePath"][0]), (Keys{"by", "site", "offset", "scale", "from", "to"}));
  EXPECT_EQ(keysOf(json["samples"]), (Keys{"how", "lower", "upper"}));
  EXPECT_EQ(keysOf(json["clip"]), (Keys{"set", "anchor", "index", "file", "time", "from", "to"}));
  EXPECT_EQ(keysOf(json["opinions"][0]), (Keys{"layer", "specPath", "wins", "reason", "samples"}));
  EXPECT_EQ(json["value"], 75.0);
  EXPECT_EQ(json["source"], "clips");
  EXPECT_EQ(json["samples"]["how"], "linear");
}

TEST(Explain, ValuesFollowFromTheTrace) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  std::mt19937 random(20261121);
  Agreement agreement;
  std::set<std::string> seen;
  // Tests a part of some scenes, or every attribute of all scenes, each at 50 times.
  const bool wantsAll = std::getenv("USDSCOPE_ALL_SCENES") != nullptr;
  const std::size_t count = wantsAll ? 48 : 4;
  for (const ExpectedScene& scene : readExpectedScenes(*corpora)) {
    const bool isOurs = scene.area == "usd_clips" || scene.area == "usd_flatten" ||
                        scene.area == "usd_core" || scene.area == "aousd";
    if ((!isOurs && !wantsAll) || !seen.insert(scene.scene).second) continue;
    SCOPED_TRACE(scene.scene);
    const auto stage = stageOfFile((*corpora / scene.scene).string());
    if (!stage) continue;
    std::size_t left = wantsAll ? std::numeric_limits<std::size_t>::max() : 100;
    traverse(stage->pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      for (const Token name : prim.propertyNames()) {
        const Attribute attribute = prim.attribute(name);
        if (left == 0 || !attribute || !(wantsAll || isRelevant(attribute))) continue;
        --left;
        ++agreement.attributes;
        SCOPED_TRACE(attribute.path().text());
        for (const TimeCode time : askedTimes(attribute, random, count)) {
          SCOPED_TRACE(timeText(time));
          expectAgreement(attribute, time, agreement);
        }
        expectIntervalsAgree(attribute, -10.0, 50.0, random);
      }
      return left > 0 && !testing::Test::HasFailure();
    });
    if (HasFailure()) break;
  }
  EXPECT_GT(agreement.attributes, 100u);
  std::cout << agreement.attributes << " attributes, " << agreement.values << " values made\n";
}

// The scenes of RandomTimesTest.
TEST(Explain, ValuesOfRandomScenesFollowFromTheTrace) {
  const Json scenes = readTimeScenes();
  ASSERT_FALSE(scenes.empty());
  std::mt19937 random(20261122);
  Agreement agreement;
  for (const Json& scene : scenes) {
    SCOPED_TRACE(scene["seed"]);
    LayerTexts texts;
    for (const auto& [name, text] : scene["texts"].items()) {
      texts["/" + name] = text.get<std::string>();
    }
    const StageResult result = stageFromTexts(std::move(texts));
    ASSERT_TRUE(result.stage);
    for (const Json& expected : scene["attributes"]) {
      const Path path = Path::fromText(expected["path"].get<std::string>());
      const Attribute attribute = result.stage->primAt(path.primPath()).attribute(path.name());
      SCOPED_TRACE(path.text());
      ++agreement.attributes;
      for (const TimeCode time : askedTimes(attribute, random, 24)) {
        SCOPED_TRACE(timeText(time));
        expectAgreement(attribute, time, agreement);
      }
      expectIntervalsAgree(attribute, -10.0, 50.0, random);
    }
    if (HasFailure()) break;
  }
  std::cout << agreement.attributes << " attributes, " << agreement.values << " values made\n";
}

}  // namespace usdscope
