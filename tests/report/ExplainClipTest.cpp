// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "engine/report/explain/Explain.h"
#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

// Explanations of values that one clip, several clips or no clip provides. The values are those of
// the reference.

namespace usdscope {
namespace {

/// Clip a plays up to 5, clip b up to 9, then clip a again.
LayerTexts clipTexts(const std::string& metadata) {
  return {
      {"/root.usda", R"(#usda 1.0
def "W" (clips = { dictionary default = {
    asset[] assetPaths = [@a.usda@, @b.usda@, @a.usda@]
    double2[] active = [(1, 0), (5, 1), (9, 2)]
    string primPath = "/M"
    )" + metadata + R"(
}}) { double x
 double y
 double z
 double none
 asset as
 float[] arr
 double blk
}
)"},
      {"/a.usda", R"(#usda 1.0
def "M" {
 double x.timeSamples = {1: 10, 3: 30}
 double y.timeSamples = {1: 1}
 asset as.timeSamples = {1: @./a.usda@, 3: @./b.usda@}
 float[] arr.timeSamples = {1: [1, 2], 2: [5], 3: [7]}
 double blk.timeSamples = {1: 1, 2: None, 3: 4}
}
)"},
      {"/b.usda", R"(#usda 1.0
def "M" {
 double x.timeSamples = {5: 500, 6: 600}
 float[] arr.timeSamples = {5: [1, 2], 7: [5, 3]}
 double blk.timeSamples = {5: None, 8: 4}
}
)"},
      {"/m.usda", R"(#usda 1.0
over "M" { double x
 double y = 3
 double z
 double none = None
}
)"},
  };
}

const char* const kJumps = "double2[] times = [(0,0), (4,4), (4,5), (8,8), (8,2), (12,0)]";
const char* const kEndsInJump = "double2[] times = [(0, 0), (5, 5), (5, 2.5)]";
const char* const kInterpolates = "bool interpolateMissingClipValues = 1";
const char* const kManifest = "asset manifestAssetPath = @m.usda@";

Json explainedAt(const Stage& stage, const std::string& name, TimeCode time) {
  const Attribute attribute = stage.primAt(Path::fromText("/W")).attribute(Token(name));
  return explanationToJson(explain(attribute, time));
}

struct ClipCase {
  const char* metadata;
  const char* attribute;
  TimeCode time;
  const char* layer;  ///< The layer of the value and of the winning opinion.
  Json samples;
  const char* sentence;
};

Json told(const char* how, Json lower, Json upper) {
  return {{"how", how}, {"lower", std::move(lower)}, {"upper", std::move(upper)}};
}

}  // namespace

TEST(ExplainClip, SaysWhichSamplesMakeTheValue) {
  const ClipCase cases[] = {
      // Samples of the clip alone.
      {"", "x", 2.0, "a.usda", told("linear", 1, 3),
       "`a.usda` at 2, interpolated halfway between samples 1 and 3"},
      {kJumps, "as", 2.44, "a.usda", told("held", 1, 3),
       "`a.usda` at 2.44, held from sample 1 until 3"},
      {"", "arr", 1.5, "a.usda", told("held", 1, 2), "`a.usda` at 1.5, held from sample 1 until 2"},
      {"", "blk", 2.5, "a.usda", told("blocked", 2, 3),
       "`a.usda` at 2.5, where sample 2 is a block: no value"},
      // Together with the next clip.
      {"", "x", 4.0, "a.usda", told("linear", 3, 5),
       "`a.usda` at 4, interpolated halfway from its sample 3 towards the start of `b.usda`, which "
       "takes over at 5"},
      {kJumps, "x", 4.5, "a.usda", told("linear", 5, 5.75),
       "`a.usda` at 5.375, interpolated halfway from its value at 5 (after its last sample 3, "
       "which "
       "is held) towards the start of `b.usda`, which takes over at 5"},
      // The next clip begins with a block, or with an array of another length.
      {"", "blk", 4.0, "a.usda", told("heldAfterLast", 3, 3),
       "`a.usda` at 4, after its last sample 3, which is held"},
      {"", "arr", 4.29, "a.usda", told("heldAfterLast", 3, 3),
       "`a.usda` at 4.29, after its last sample 3, which is held"},
      // The clip that plays has nothing.
      {kInterpolates, "y", 5.2, "a.usda", told("linear", 1, 9),
       "`b.usda` at 5.2 has no samples of it: interpolated 52.5 % of the way from sample 1 of "
       "`a.usda` towards the start of `a.usda`, which takes over at 9"},
      {"", "y", 6.0, "<anonymous>", told("blocked", nullptr, nullptr),
       "`b.usda` at 6 has no samples of it, and the generated manifest declares it without a "
       "default, which blocks it: no value, not even from weaker opinions"},
      {kManifest, "y", 6.0, "m.usda", told("linear", 5, 9),
       "`b.usda` at 6 has no samples of it: interpolated 25 % of the way from the default in the "
       "manifest `m.usda` towards the start of `a.usda`, which takes over at 9"},
      {kManifest, "z", 3.0, "m.usda", told("blocked", nullptr, nullptr),
       "`a.usda` at 3 has no samples of it, and the manifest `m.usda` declares it without a "
       "default, which blocks it: no value, not even from weaker opinions"},
      {kManifest, "none", 3.0, "m.usda", told("blocked", nullptr, nullptr),
       "`a.usda` at 3 has no samples of it, and the manifest `m.usda` declares it with a block as "
       "default, which blocks it: no value, not even from weaker opinions"},
      // The left limit at a jump comes from the previous clip.
      {"", "x", TimeCode::preTime(5.0), "a.usda", told("linear", 3, 5),
       "`a.usda` at 5, interpolated 100 % of the way from its sample 3 towards the start of "
       "`b.usda`, which takes over at 5"},
      // The map ends in a jump: the left limit is read after the jump.
      {kEndsInJump, "x", TimeCode::preTime(5.0), "a.usda", told("linear", 1, 3),
       "`a.usda` at 2.5, interpolated 75 % of the way from sample 1 to 3"},
  };
  for (const ClipCase& c : cases) {
    const StageResult result = stageFromTexts(clipTexts(c.metadata));
    ASSERT_TRUE(result.stage);
    const Json json = explainedAt(*result.stage, c.attribute, c.time);
    EXPECT_EQ(json["sentence"], std::string(c.sentence) + "; clip set `default` on /W.")
        << c.attribute;
    EXPECT_EQ(json["samples"], c.samples) << c.sentence;
    EXPECT_EQ(json["layer"], c.layer) << c.sentence;
    EXPECT_EQ(json["specPath"], std::string("/M.") + c.attribute);
    for (const Json& opinion : json["opinions"]) {
      if (!opinion["wins"]) continue;
      EXPECT_EQ(opinion["layer"], json["layer"]) << c.sentence;
      const bool hasValue = json["samples"]["how"] != "blocked";
      EXPECT_EQ(opinion["reason"] == "gives the value", hasValue) << c.sentence;
      if (json["samples"]["lower"].is_null() && !hasValue) {
        EXPECT_EQ(opinion["reason"],
                  std::string(c.attribute) == "none"
                      ? "its manifest has a block as default, which blocks the value"
                      : "its manifest declares the attribute without a default, which blocks the "
                        "value")
            << c.sentence;
      }
    }
  }
}

TEST(ExplainClip, DefaultOfTheManifestAtTheEndOfAGap) {
  LayerTexts texts = clipTexts(kManifest);
  texts["/a.usda"] = "#usda 1.0\ndef \"M\" { double x.timeSamples = {1: 10}\n }\n";
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  const Json json = explainedAt(*result.stage, "y", TimeCode::preTime(5.0));
  EXPECT_EQ(json["value"], 3.0);
  EXPECT_EQ(json["samples"], told("held", nullptr, nullptr));
  EXPECT_EQ(json["opinions"][1]["layer"], "m.usda");
  EXPECT_EQ(json["opinions"][1]["reason"], "gives the value");
}

TEST(ExplainClip, BlocksInTheManifestDecide) {
  LayerTexts texts = clipTexts(std::string(kManifest) + "\n" + kInterpolates);
  texts["/m.usda"] =
      "#usda 1.0\nover \"M\" { double x.timeSamples = {5: None}\n"
      " double y.spline = {5: 0; post none}\n }\n";
  // There is no clip b, which nothing needs.
  texts.erase("/b.usda");
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(explainedAt(*result.stage, "x", 6.0)["sentence"],
            "`b.usda` at 6 has no values of it, because a block in the manifest says so: "
            "interpolated halfway from sample 3 of `a.usda` towards the start of `a.usda`, which "
            "takes over at 9; clip set `default` on /W.");
  EXPECT_EQ(explainedAt(*result.stage, "y", 6.0)["sentence"],
            "`b.usda` at 6 has no values of it, because a block in the manifest says so, and the "
            "manifest `m.usda` declares it without a default, which blocks it: no value, not even "
            "from weaker opinions; clip set `default` on /W.");
  EXPECT_TRUE(result.stage->clipDiagnostics().isEmpty());
}

// A stronger layer than the one that names the clips may author their times.
TEST(ExplainClip, NamesTheLayerThatAuthorsTimesOrActive) {
  const auto stageWith = [](const std::string& stronger) {
    LayerTexts texts = clipTexts(kJumps);
    texts["/weak.usda"] = texts["/root.usda"];
    texts["/root.usda"] =
        "(subLayers = [@weak.usda@])\nover \"W\" (clips = { dictionary default = {\n" + stronger +
        "\n}}) {\n}\n";
    return stageFromTexts(std::move(texts));
  };
  const StageResult times = stageWith("double2[] times = [(0, 1), (8, 5)]");
  ASSERT_TRUE(times.stage);
  const Json step = explainedAt(*times.stage, "x", 2.0)["timePath"].back();
  EXPECT_EQ(step["by"], "clipTimes");
  EXPECT_EQ(step["to"], 2.0);
  EXPECT_EQ(step["site"]["layer"], "root.usda");
  EXPECT_EQ(step["site"]["path"], "/W");
  const StageResult other = stageWith("double2[] active = [(1, 1)]");
  ASSERT_TRUE(other.stage);
  EXPECT_EQ(explainedAt(*other.stage, "x", 2.0)["timePath"].back()["site"]["layer"], "weak.usda");

  const StageResult active = stageWith("double2[] active = [(1, 7)]");
  ASSERT_TRUE(active.stage);
  const Json ignored = explainedAt(*active.stage, "x", 2.0)["unreached"][0];
  EXPECT_EQ(ignored["layer"], "root.usda");
  EXPECT_EQ(ignored["specPath"], "/W");
}

TEST(ExplainClip, InfiniteClipTimes) {
  const StageResult result = stageFromTexts(clipTexts("double2[] times = [(-inf, 0), (inf, 1)]"));
  ASSERT_TRUE(result.stage);
  const Attribute x = result.stage->primAt(Path::fromText("/W")).attribute(Token("x"));
  explainRange(x, 0.0, 6.0, [](const ExplainedInterval& interval) {
    const std::string text = explanationToText(interval);
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
    EXPECT_NE(text.find("at no time, because its clip times are not finite here"),
              std::string::npos);
    const Json samples = explanationToJson(interval)["samples"];
    EXPECT_TRUE(samples["lower"].is_null() && samples["upper"].is_null()) << samples.dump();
  });
}

// OpenUSD keeps the two sides of a jump apart by 4e-9. Readers do not see that interval.
TEST(ExplainClip, RangesHaveNoIntervalsWithinJumps) {
  LayerTexts texts = clipTexts("double2[] times = [(1,1), (5,3), (5,5), (9,8), (9,1), (12,3)]");
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  const Attribute x = result.stage->primAt(Path::fromText("/W")).attribute(Token("x"));
  double end = 1.0;
  explainRange(x, 1.0, 12.0, [&](const ExplainedInterval& interval) {
    EXPECT_EQ(interval.from, end);
    EXPECT_GT(interval.to - interval.from, 1e-6);
    EXPECT_EQ(explanationToText(interval).find("99999"), std::string::npos);
    end = interval.to;
  });
  EXPECT_EQ(end, 12.0);
  EXPECT_EQ(explain(x, 5.0 - 1e-9).sentence,
            "`a.usda` at 3, just before its clip times jump at 5; clip set `default` on /W.");
}

}  // namespace usdscope
