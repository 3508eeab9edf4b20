// SPDX-License-Identifier: Apache-2.0
// The place of a prim in the world, and clips that do not reach an attribute.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/report/clips/ClipReport.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kPlaces = R"(def Xform "Walk" {
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 11: (10, 0, 0) }
    double xformOp:rotateY = 90
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
    def Cube "Still" {
        double size = 2
        float3[] extent = [(-1, -1, -1), (1, 1, 0.5)]
        double3 xformOp:translate:pivot = (0, 3, 0)
        uniform token[] xformOpOrder = ["xformOp:translate:pivot",
                                        "!invert!xformOp:translate:pivot"]
    }
    def Cube "Free" {
        double size = 4
        double3 xformOp:translate = (0, 5, 0)
        uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]
    }
}
)";

// One row as "EFFECT PATH: reason".
Lines rowsOf(const FactExplanation& fact) {
  Lines lines;
  for (const FactRow& row : fact.rows) {
    const char* effects[] = {"decides", "contributes", "loses", "nothing"};
    lines.push_back(std::string(effects[int(row.effect)]) + " " + row.object.text() + ": " +
                    row.reason);
  }
  return lines;
}

Prim primOf(const StageResult& result, const char* path) {
  return result.stage->primAt(Path::fromText(path));
}

// The two clips have samples of "C.x" and of "C/Kid.y".
LayerTexts clipTexts(const std::string& root) {
  const char* clip =
      "def \"C\" { double x.timeSamples = {0: 1, 10: 2}\n def \"Kid\" {\n"
      " double y.timeSamples = {0: 3, 10: 4}\n }\n }\n";
  return {{"/root.usda", root},
          {"/a.usda", clip},
          {"/m.usda", "def \"C\" { double x\n def \"Kid\" { double y\n }\n }\n"},
          {"/asset.usda", "def \"Asset\" { double x\n def \"Kid\" { double y\n }\n }\n"}};
}

std::string clipsOf(const char* file, const char* active) {
  return std::string("clips = { dictionary default = { asset[] assetPaths = [@./") + file +
         "@]\n asset manifestAssetPath = @./m.usda@\n string primPath = \"/C\"\n"
         " double2[] active = [" +
         active + "]\n }\n }\n";
}

}  // namespace

// The places and boxes are those of OpenUSD 26.11.
TEST(ExplainPlace, OpsThatMoveAPrimAreToldFromThoseWithoutEffect) {
  const StageResult result = stageFromTexts(LayerTexts{{"/root.usda", kPlaces}});
  ASSERT_TRUE(result.stage);
  const FactExplanation still = explainTransform(primOf(result, "/Walk/Still"), 6);
  EXPECT_EQ(still.sentence,
            "Moved by </Walk.xformOp:translate> from `root.usda`. Its origin is at (5, 0, 0) in "
            "the world at 6.");
  EXPECT_EQ(rowsOf(still),
            Lines({"nothing /Walk/Still.xformOp:translate:pivot: no effect, because its inverse is "
                   "beside it",
                   "nothing /Walk/Still.xformOp:translate:pivot: no effect, because its inverse is "
                   "beside it",
                   "decides /Walk.xformOp:translate: moves the prim",
                   "nothing /Walk.xformOp:scale: xformOpOrder names it, but the prim has no such "
                   "attribute: no effect",
                   "nothing /Walk.xformOp:rotateY: not in xformOpOrder: no effect"}));
  EXPECT_EQ(explainTransform(primOf(result, "/Walk/Free"), 6).sentence,
            "Does not move: its transform op does not vary with time. </Walk/Free> resets the "
            "transform stack, so that its ancestors do not matter. Its origin is at (0, 5, 0) in "
            "the world at 6.");
}

TEST(ExplainPlace, BoxesNameTheExtentOrTheChildrenThatGiveThem) {
  const StageResult result = stageFromTexts(LayerTexts{{"/root.usda", kPlaces}});
  ASSERT_TRUE(result.stage);
  const FactExplanation still = explainBounds(primOf(result, "/Walk/Still"), 6);
  EXPECT_EQ(still.value, "(4, -1, -1) to (6, 1, 0.5)");
  EXPECT_EQ(still.sentence,
            "The box in the world is (4, -1, -1) to (6, 1, 0.5) at 6. `root.usda` gives the "
            "`extent`. The geometry reaches beyond it: (-1, -1, -1) to (1, 1, 1) in the prim's own "
            "space.");
  const FactExplanation walk = explainBounds(primOf(result, "/Walk"), 6);
  EXPECT_EQ(walk.value, "(-2, -1, -2) to (6, 7, 2)");
  EXPECT_EQ(rowsOf(walk),
            Lines({"contributes /Walk/Still: gives the largest x, least y",
                   "contributes /Walk/Free: gives the least x, largest y, least z, largest z"}));
}

// The boxes are those of OpenUSD 26.11.
TEST(ExplainPlace, ExtentsThatDoNotApplySayWhy) {
  const StageResult result = stageFromTexts(LayerTexts{{"/root.usda", R"(
def Cube "Without" {
    double size = 4
}
def Cube "Block" {
    double size = 4
    float3[] extent = None
}
def Cube "Gap" {
    double size = 4
    float3[] extent.timeSamples = { 1: None, 9: [(-1, -1, -1), (1, 1, 1)] }
}
def Cube "OneCorner" {
    double size = 4
    float3[] extent = [(0, 0, 0)]
}
def Cube "Late" {
    double size = 4
    float3[] extent.timeSamples = { 1: [(-3, -3, -3), (3, 3, 3)] }
}
def Mesh "Bare" {
    float3[] extent = None
}
)"}});
  ASSERT_TRUE(result.stage);
  const std::string box = "The box in the world is (-2, -2, -2) to (2, 2, 2) at 6. ";
  const std::string isComputed = ", so that it is computed from the geometry.";
  const struct {
    const char* prim;
    std::string sentence;
    Lines rows;
  } cases[] = {
      {"/Without", box + "No layer has an `extent` that applies" + isComputed, {}},
      {"/Block",
       box + "`root.usda` blocks the `extent`" + isComputed,
       {"nothing /Block.extent: blocks the `extent`"}},
      {"/Gap",
       box + "`root.usda` blocks the `extent`" + isComputed,
       {"nothing /Gap.extent: blocks the `extent`"}},
      {"/OneCorner",
       box + "The `extent` in `root.usda` does not have two corners" + isComputed,
       {"nothing /OneCorner.extent: not two corners: ignored"}},
      {"/Bare",
       "There is no box at 6: no geometry that is visible, or it has no points. `root.usda` blocks "
       "the `extent`, and it cannot be computed.",
       {"nothing /Bare.extent: blocks the `extent`"}},
  };
  for (const auto& c : cases) {
    const FactExplanation bounds = explainBounds(primOf(result, c.prim), 6);
    EXPECT_EQ(bounds.sentence, c.sentence) << c.prim;
    EXPECT_EQ(rowsOf(bounds), c.rows) << c.prim;
  }
  // Samples do not apply at the default time, and the schema's box is that of a cube of size 2.
  EXPECT_EQ(explainBounds(primOf(result, "/Late"), TimeCode()).sentence,
            "The box in the world is (-1, -1, -1) to (1, 1, 1) at default. The schema's `extent` "
            "applies. The geometry reaches beyond it: (-2, -2, -2) to (2, 2, 2) in the prim's own "
            "space.");
}

TEST(ExplainPlace, EqualSamplesDoNotMoveAPrim) {
  const StageResult result = stageFromTexts(LayerTexts{{"/root.usda", R"(def Xform "Rest" {
    double3 xformOp:translate.timeSamples = { 1: (1, 0, 0), 5: (1, 0, 0), 9: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def "Untyped" {
    double3 xformOp:translate = (1, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
)"}});
  ASSERT_TRUE(result.stage);
  const FactExplanation rest = explainTransform(primOf(result, "/Rest"), 6);
  EXPECT_EQ(rest.sentence,
            "Does not move: its transform op does not vary with time. Its origin is at (1, 0, 0) "
            "in the world at 6.");
  EXPECT_EQ(rowsOf(rest), Lines({"contributes /Rest.xformOp:translate: the same at all times"}));
  EXPECT_EQ(rowsOf(explainTransform(primOf(result, "/Untyped"), 6)),
            Lines({"nothing /Untyped.xformOp:translate: no effect, because the prim has no type "
                   "and is not Xformable"}));
}

TEST(ExplainPlace, ClipsThatStopAtAnInstanceAreNamed) {
  const StageResult result = stageFromTexts(
      clipTexts("def \"I\" (instanceable = true\n references = @./asset.usda@</Asset>\n" +
                clipsOf("a.usda", "(0, 0)") + ") {\n}\n"));
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(primOf(result, "/I").attribute(Token("x")).value(5), Value(1.5));
  const Explanation found = explain(primOf(result, "/I/Kid").attribute(Token("y")), 5);
  EXPECT_TRUE(found.value.isEmpty()) << "as in the reference";
  EXPECT_EQ(found.sentence,
            "No value: no layer gives one, and there is no fallback. No values from the clip set "
            "`default`: clips on </I> do not reach the descendants of the instance </I>.");
  EXPECT_EQ(opinionLines(found).back().specPath, "/I");
  const ClipsReport report = reportClips(*result.stage);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].id, "clips-stop-at-instance");
  EXPECT_EQ(report.findings[0].site.text(), "/I/Kid.y");
}

TEST(ExplainPlace, IgnoredSetsAndMissingClipsSayWhy) {
  const auto sentenceWith = [](const char* file, const char* active) {
    const StageResult result =
        stageFromTexts(clipTexts("def \"I\" (" + clipsOf(file, active) + ") { double x\n}\n"));
    EXPECT_TRUE(result.stage);
    return explain(primOf(result, "/I").attribute(Token("x")), 5).sentence;
  };
  EXPECT_EQ(sentenceWith("a.usda", "(0, 4)"),
            "No value: no layer gives one, and there is no fallback. No values from the clip set "
            "`default`: `active` names clip 4, but there are 1; the set is ignored.");
  EXPECT_EQ(sentenceWith("gone.usda", "(0, 0)"),
            "`gone.usda`, wanted at 5, does not exist, and the manifest `m.usda` declares it "
            "without a default, "
            "which blocks it: no value, not even from weaker opinions; clip set `default` on /I.");
}

TEST(ExplainPlace, SetsThatAreSwitchedOffAreNamed) {
  for (const std::string key : {"active", "assetPaths"}) {
    const bool isActive = key == "active";
    LayerTexts texts =
        clipTexts(std::string("(subLayers = [@weak.usda@])\nover \"I\" (clips = { dictionary "
                              "default = { ") +
                  (isActive ? "double2[] active" : "asset[] assetPaths") + " = []\n }\n }) {\n}\n");
    texts["/weak.usda"] =
        "def \"I\" (" +
        (isActive ? clipsOf("a.usda", "(0, 0)")
                  : std::string("clips = { dictionary default = {\n"
                                " string templateAssetPath = \"./#.usda\"\n"
                                " double templateStartTime = 1\n double templateEndTime = 1\n"
                                " double templateStride = 1\n string primPath = \"/C\"\n }\n }")) +
        ") { double x\n}\n";
    const StageResult result = stageFromTexts(std::move(texts));
    ASSERT_TRUE(result.stage);
    const Explanation found = explain(primOf(result, "/I").attribute(Token("x")), 5);
    EXPECT_EQ(found.sentence,
              "No value: no layer gives one, and there is no fallback. No values from the clip set "
              "`default`: `" +
                  key + "` of the set is empty, so it plays no clip.");
    EXPECT_EQ(opinionLines(found).back().layer, "root.usda");
    const std::string text = clipsToText(reportClips(*result.stage), *result.stage);
    EXPECT_NE(text.find(": plays no clip, because `" + key + "` in root.usda is empty\n"),
              std::string::npos)
        << text;
  }
}

TEST(ExplainPlace, SetsWhoseManifestLacksTheAttributeSayWhy) {
  struct Case {
    std::string edited;  ///< A word of the metadata, and what takes its place.
    std::string by;
    const char* sentence;
    const char* reason;
  };
  const Case cases[] = {
      {"m.usda", "other.usda",
       "No value: the clip set `default` would give a value, but its manifest `other.usda` does "
       "not declare `x`.",
       "not in the manifest `other.usda` of the clip set"},
      {"m.usda", "none.usda",
       "No value: the clip set `default` would give a value, but its manifest `none.usda` cannot "
       "be opened.",
       "the manifest `none.usda` cannot be opened, so the clips provide no values"},
      {"\"/C\"", "\"/D\"",
       "No value: the clip set `default` gives no value, because `a.usda` has no prim </D>.",
       "`a.usda` has no prim </D>"},
      {"asset manifestAssetPath = @./m.usda@\n string primPath = \"/C\"",
       "string primPath = \"/D\"",
       "No value: the clip set `default` gives no value, because `a.usda` has no prim </D>.",
       "`a.usda` has no prim </D>"},
  };
  for (const Case& each : cases) {
    std::string metadata = clipsOf("a.usda", "(0, 0)");
    const std::size_t at = metadata.find(each.edited);
    ASSERT_NE(at, std::string::npos) << each.edited;
    metadata.replace(at, each.edited.size(), each.by);
    LayerTexts texts = clipTexts("def Sphere \"I\" (" + metadata + ") { double x\n}\n");
    texts["/other.usda"] = "def \"C\" { double z\n}\n";
    const StageResult result = stageFromTexts(std::move(texts));
    ASSERT_TRUE(result.stage);
    const Attribute x = primOf(result, "/I").attribute(Token("x"));
    const Explanation found = explain(x, 5);
    EXPECT_EQ(found.sentence, each.sentence);
    EXPECT_EQ(opinionLines(found).back().reason, each.reason);
    // Clips do not apply at the default time.
    EXPECT_EQ(explain(x, TimeCode::defaultTime()).sentence,
              "No value: no layer has a default, and there is no fallback.");
    const bool blamesNoSet = each.by == "other.usda";
    const std::string radius = explain(primOf(result, "/I").attribute(Token("radius")), 5).sentence;
    EXPECT_EQ(radius.ends_with("; no layer gives a value."), blamesNoSet) << radius;
  }
}

TEST(ExplainPlace, TemplatesWithoutFilesAreNamed) {
  const StageResult result = stageFromTexts(
      clipTexts("def \"I\" (clips = { dictionary default = {\n"
                " string templateAssetPath = \"./gone.#.usda\"\n"
                " double templateStartTime = 1\n double templateEndTime = 3\n"
                " double templateStride = 1\n string primPath = \"/C\"\n }\n }) { double x\n}\n"));
  ASSERT_TRUE(result.stage);
  const Explanation found = explain(primOf(result, "/I").attribute(Token("x")), 2);
  EXPECT_EQ(found.sentence,
            "No value: no layer gives one, and there is no fallback. No values from the clip set "
            "`default`: the template of the set names no file that exists, so it plays no clip.");
  EXPECT_EQ(opinionLines(found).back().layer, "root.usda");
  EXPECT_EQ(opinionLines(found).back().specPath, "/I");
}

TEST(ExplainPlace, SetsThatLackAnEntryOrAreLeftOutSayWhy) {
  const std::string active = "double2[] active = [(0, 0)]";
  const std::string paths = "asset[] assetPaths = [@./a.usda@]";
  const std::string primPath = "string primPath = \"/C\"";
  const std::string clips = "clips = { dictionary default = { " + paths +
                            "\n asset manifestAssetPath = @./m.usda@\n " + primPath + "\n " +
                            active + "\n }\n }\n";
  struct Case {
    std::string edited;  ///< A part of the metadata, and what takes its place.
    std::string by;
    const char* reason;
  };
  const Case cases[] = {
      {active, "string active = \"abc\"",
       "`active` of the set is not of type double2[], so the set is ignored"},
      {active, "", "the set has no `active`, so it is ignored"},
      {paths, "string[] assetPaths = [\"./a.usda\"]",
       "`assetPaths` of the set is not of type asset[], so the set is ignored"},
      {paths, "", "the set has neither `assetPaths` nor `templateAssetPath`, so it is ignored"},
      {primPath, "", "the set has no `primPath`, so it is ignored"},
      {clips, "clips = { string default = \"abc\" }",
       "the set is not a dictionary, so it is ignored"},
      {clips, clips + "clipSets = []", "`clipSets` does not name the set, so it plays no clip"},
  };
  for (const Case& each : cases) {
    std::string metadata = clips;
    const std::size_t at = metadata.find(each.edited);
    ASSERT_NE(at, std::string::npos) << each.edited;
    metadata.replace(at, each.edited.size(), each.by);
    const StageResult result =
        stageFromTexts(clipTexts("def Xform \"I\" (" + metadata + ") { double x = 7\n}\n"));
    ASSERT_TRUE(result.stage);
    const Explanation found = explain(primOf(result, "/I").attribute(Token("x")), 5);
    EXPECT_EQ(found.sentence,
              std::string("The default in `root.usda`, the same at all times. No values from the "
                          "clip set `default`: ") +
                  each.reason + '.');
    EXPECT_EQ(opinionLines(found).back().reason, each.reason);
    EXPECT_EQ(opinionLines(found).back().layer, "root.usda");
    const std::vector<FactExplanation> facts = explainClipSets(primOf(result, "/I"), 5);
    ASSERT_EQ(facts.size(), 1u);
    EXPECT_EQ(facts[0].sentence, std::string("No values: ") + each.reason + '.');
  }
}

TEST(ExplainPlace, PrimsNameTheClipThatPlaysAndItsTime) {
  LayerTexts texts = clipTexts({});
  texts["/weak.usda"] = "def Xform \"I\" (" + clipsOf("a.usda", "(0, 0)") +
                        ") { double x\n def Xform \"Kid\" {\n }\n}\n";
  texts["/root.usda"] =
      "(subLayers = [@weak.usda@])\nover \"I\" (clips = { dictionary default = {\n"
      " double2[] times = [(0, 3), (10, 13)]\n }\n }) {\n}\n";
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const Prim prim = primOf(result, "/I");
  const std::vector<FactExplanation> facts = factsOfPrim(prim, 5);
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(facts[0].kind, FactKind::ClipSet);
  EXPECT_EQ(facts[0].name, "default");
  EXPECT_EQ(facts[0].sentence, "At 5 it plays `a.usda` at 8.");
  EXPECT_EQ(facts[0].value, "a.usda at 8");
  EXPECT_EQ(rowsOf(facts[0]),
            Lines({"decides /I: names the clips", "contributes /I: maps time to the clips"}));
  EXPECT_EQ(labelOf(facts[0]), "Clip set `default`");
  EXPECT_EQ(explainClipSets(prim, TimeCode::earliest())[0].sentence, "Its first clip is `a.usda`.");
  EXPECT_EQ(explainClipSets(prim, TimeCode::defaultTime())[0].sentence,
            "Value clips do not apply at the default time.");
  EXPECT_TRUE(explainClipSets(primOf(result, "/I/Kid"), 5).empty()) << "the set is an ancestor's";

  texts.erase("/a.usda");
  EXPECT_EQ(explainClipSets(primOf(stageFromTexts(texts), "/I"), 5)[0].sentence,
            "At 5 it plays `a.usda` at 8. The file does not exist.");
}

TEST(ExplainPlace, SetsHaveNoOpinionAboutAttributesThatAreNowhereInThem) {
  const StageResult result = stageFromTexts(
      clipTexts("def Xform \"I\" (" + clipsOf("a.usda", "(0, 0)") +
                ") { double x\n token visibility = \"invisible\"\n double free = 1\n}\n"));
  ASSERT_TRUE(result.stage);
  const Prim prim = primOf(result, "/I");
  EXPECT_EQ(opinionLines(explain(prim.attribute(Token("free")), 5)).size(), 1u);
  EXPECT_EQ(explainVisibility(prim, 5).sentence, "Invisible at 5: the prim itself is invisible.");
}

TEST(ExplainPlace, FaultyManifestsAreToldBesideADefault) {
  std::string metadata = clipsOf("a.usda", "(0, 0)");
  metadata.replace(metadata.find("m.usda"), 6, "none.usda");
  // The default in the weaker layer, because the anchor itself is stronger than its clips.
  LayerTexts texts = clipTexts("(subLayers = [@weak.usda@])\nover \"I\" (" + metadata + ") {\n}\n");
  texts["/weak.usda"] = "def Xform \"I\" { double x = 7\n}\n";
  const StageResult result = stageFromTexts(std::move(texts));
  ASSERT_TRUE(result.stage);
  EXPECT_EQ(explain(primOf(result, "/I").attribute(Token("x")), 5).sentence,
            "The default in `weak.usda`, the same at all times. The clip set `default` would give "
            "a value, but its manifest `none.usda` cannot be opened.");
}

}  // namespace usdscope
