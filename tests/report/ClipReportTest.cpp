// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipReport.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/clips/ClipLanes.h"
#include "engine/stage/Property.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const char* const kA = "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n }\n";
const char* const kB = "def \"P\" { double x.timeSamples = {5: 500}\n }\n";
const char* const kManifest = "over \"P\" { double x\n }\n";

// Layers of a prim with the clip set `info` and the clips a and b. `model` is the prim's body.
LayerTexts clipsOf(const std::string& info, const std::string& model = "double x",
                   const std::string& layer = "") {
  return {{"/root.usda", layer + "def \"M\" (clips = { dictionary default = {" + info + "}}) {\n" +
                             model + "\n}\n"},
          {"/a.usda", kA},
          {"/b.usda", kB},
          {"/manifest.usda", kManifest}};
}

const std::string kSound = R"(
  asset[] assetPaths = [@a.usda@, @b.usda@]
  double2[] active = [(1, 0), (5, 1)]
  asset manifestAssetPath = @manifest.usda@
  string primPath = "/P"
)";

ClipsReport reportOf(LayerTexts texts) {
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_TRUE(result.stage);
  return reportClips(*result.stage);
}

std::vector<std::string> idsOf(const ClipsReport& report) {
  std::vector<std::string> ids;
  for (const ClipFinding& finding : report.findings) ids.push_back(finding.id);
  return ids;
}

LayerTexts with(LayerTexts texts, const std::string& file, const std::string& text) {
  texts[file] = text;
  return texts;
}

LayerTexts without(LayerTexts texts, const std::string& file) {
  texts.erase(file);
  return texts;
}

}  // namespace

// The doctor must not replace the clips that play by those that it looks at.
TEST(ClipReport, EachFileIsReadOnceAndNoMoreAreKept) {
  class Counting : public DefaultResolver {
   public:
    FileBytesResult open(const std::string& identifier) const override {
      if (identifier.find("clip") != std::string::npos) ++opened;
      return DefaultResolver::open(identifier);
    }
    mutable std::atomic<int> opened = 0;
  };
  constexpr int kFiles = 6;
  const TemporaryFolder folder;
  std::string paths;
  std::string active;
  for (int i = 0; i < 30; ++i) active += fmt::format("({}, {}), ", i, i % kFiles);
  for (int i = 0; i < kFiles; ++i) {
    paths += fmt::format("@./clip{}.usda@, ", i);
    std::ofstream(folder / fmt::format("clip{}.usda", i))
        << "#usda 1.0\ndef \"P\" {\n double x.timeSamples = {1: 1}\n double w.timeSamples = {1: "
           "1}\n"
           "}\n";
  }
  std::ofstream(folder / "manifest.usda") << "#usda 1.0\n" << kManifest;
  std::ofstream(folder / "root.usda")
      << "#usda 1.0\ndef \"M\" (clips = { dictionary default = {\n asset[] assetPaths = [" << paths
      << "]\n double2[] active = [" << active
      << "]\n asset manifestAssetPath = @./manifest.usda@\n string primPath = \"/P\"\n} }) {\n"
         "double x\n}\n";
  const auto resolver = std::make_shared<Counting>();
  const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()},
                                          std::make_shared<LayerCache>(resolver));
  ASSERT_TRUE(result.stage);
  const Attribute x(result.stage->primAt(Path::fromText("/M")), Token("x"));
  // The first clip is read anyway, to see whether another layer hides the clips.
  EXPECT_EQ(x.value(0.0), Value(1.0));
  EXPECT_EQ(x.value(2.0), Value(1.0));
  const ClipLane lane = clipLanes(x.prim())[0];
  const std::vector<bool> before = residentBlocks(*result.stage, lane);
  resolver->opened = 0;
  const ClipsReport report = reportClips(*result.stage);
  EXPECT_EQ(idsOf(report), std::vector<std::string>{"not-in-manifest"});
  EXPECT_EQ(report.sets[0].lane.size(), 30u);
  EXPECT_TRUE(report.findings[0].message.starts_with("30 clips have samples of </P.w>"));
  EXPECT_LE(resolver->opened, kFiles);
  EXPECT_EQ(residentBlocks(*result.stage, lane), before);
}

TEST(ClipReport, SoundClipsAreListedWithoutFindings) {
  const ClipsReport report = reportOf(clipsOf(kSound));
  EXPECT_EQ(idsOf(report), std::vector<std::string>());
  EXPECT_FALSE(report.hasProblems());
  ASSERT_EQ(report.sets.size(), 1u);
  const ClipSetReport& set = report.sets[0];
  ASSERT_EQ(set.lane.size(), 2u);
  EXPECT_EQ(set.lane[0].file, "a.usda");
  EXPECT_EQ(set.lane[0].from, 1.0);
  EXPECT_EQ(set.lane[0].to, 5.0);
  EXPECT_TRUE(set.lane[1].isFound);
  ASSERT_EQ(set.declared.size(), 1u);
  EXPECT_EQ(set.declared[0].text(), "/P.x");
}

TEST(ClipReport, DoctorFindsWhatStaysSilentElsewhere) {
  const struct {
    const char* id;
    LayerTexts texts;
    std::optional<double> frame;
    Severity severity = Severity::Warning;
  } cases[] = {
      {"incomplete-set", clipsOf("asset[] assetPaths = [@a.usda@]\n string primPath = \"/P\""), {}},
      {"incomplete-set", clipsOf("double2[] active = [(1, 0)]\n string primPath = \"/P\""), 1.0},
      {"incomplete-set", clipsOf("asset[] assetPaths = [@a.usda@]\n double2[] active = [(1, 0)]"),
       1.0},
      {"incomplete-set",
       clipsOf("string templateAssetPath = \"t.#.usda\"\n string primPath = \"/P\"\n"
               "double templateStartTime = 3\n double templateEndTime = 4"),
       3.0},
      {"wrong-type", clipsOf(kSound + "double interpolateMissingClipValues = 1"), 1.0},
      {"wrong-type", {{"/root.usda", "def \"M\" (clips = { double default = 3 }) {\n}\n"}}, {}},
      {"unknown-set",
       with(clipsOf(kSound), "/root.usda",
            "def \"M\" (clips = { dictionary default = {" + kSound +
                "}}\n clipSets = [\"default\", \"other\"]) { double x\n }\n"),
       {}},
      {"removed-set",
       with(clipsOf(kSound), "/root.usda",
            "def \"M\" (clips = { dictionary default = {" + kSound +
                "}}\n delete clipSets = [\"default\"]) { double x\n }\n"),
       1.0, Severity::Note},
      {"wrong-type", clipsOf(kSound + "float2[] times = [(0, 0)]"), 1.0},
      {"invalid-set",
       clipsOf("string templateAssetPath = \"t.#.usda\"\n string primPath = \"/P\"\n"
               "double templateStartTime = 3\n double templateEndTime = 4\n"
               "double templateStride = 0"),
       3.0, Severity::Error},
      {"empty-manifest", with(clipsOf(kSound), "/manifest.usda", "over \"Q\" { double x\n }\n"),
       1.0},
      {"active-out-of-range", clipsOf(R"(asset[] assetPaths = [@a.usda@]
          double2[] active = [(1, 0), (7, 3)]
          string primPath = "/P")"),
       7.0, Severity::Error},
      {"times-listed-thrice",
       clipsOf(kSound + "double2[] times = [(0, 0), (4, 1), (4, 2), (4, 3)]"), 4.0,
       Severity::Error},
      {"infinite-time", clipsOf(kSound + "double2[] times = [(0, 0), (4, inf)]"), 1.0},
      {"explicit-and-template", clipsOf(kSound + "string templateAssetPath = \"a.#.usda\""), 1.0},
      {"missing-file", without(clipsOf(kSound), "/b.usda"), 5.0, Severity::Error},
      {"unreadable-file", with(clipsOf(kSound), "/b.usda", "#usda 1.0\ndef \"P\" { double\n }\n"),
       5.0, Severity::Error},
      {"missing-manifest", without(clipsOf(kSound), "/manifest.usda"), 1.0, Severity::Error},
      {"no-prim-in-clip", with(clipsOf(kSound), "/b.usda", "def \"Q\" {\n}\n"), 5.0},
      {"not-in-manifest",
       with(clipsOf(kSound), "/b.usda",
            "def \"P\" { double x.timeSamples = {5: 500}\n double w.timeSamples = {5: 1}\n }\n"),
       5.0},
      {"uniform-in-manifest",
       with(clipsOf(kSound), "/manifest.usda", "over \"P\" { uniform double x\n }\n"), 1.0},
      {"not-on-stage", clipsOf(kSound, ""), 1.0},
      {"gap", with(clipsOf(kSound), "/b.usda", "def \"P\" { double y\n }\n"), 5.0},
      {"gap",
       with(with(clipsOf(kSound), "/b.usda", "def \"P\" { double y\n }\n"), "/manifest.usda",
            "over \"P\" { double x = 4\n }\n"),
       5.0, Severity::Note},
      {"arcs-in-clip",
       with(clipsOf(kSound), "/b.usda",
            "def \"P\" (references = </Q>) { double x.timeSamples = {5: 500}\n }\n"),
       5.0},
      {"other-rate",
       with(clipsOf(kSound), "/b.usda", "(timeCodesPerSecond = 30)\n" + std::string(kB)), 5.0},
      {"hidden", clipsOf(kSound, "double x = 3"), 1.0},
      {"other-type",
       with(clipsOf(kSound), "/b.usda", "def \"P\" { float x.timeSamples = {5: 500}\n }\n"), 5.0},
      {"times-backwards", clipsOf(kSound + "double2[] times = [(1, 5), (3, 3), (5, 1)]"), 1.0},
      {"times-stand-still", clipsOf(kSound + "double2[] times = [(1, 1), (3, 1), (5, 3)]"), 1.0,
       Severity::Note},
      {"times-stand-still",
       clipsOf(kSound + "double2[] times = [(1, 1), (4, 4)]", "double x",
               "(startTimeCode = 1\n endTimeCode = 9)\n"),
       4.0},
      {"times-stand-still",
       clipsOf(kSound + "double2[] times = [(3, 3), (9, 9)]", "double x",
               "(startTimeCode = 1\n endTimeCode = 9)\n"),
       1.0},
      {"stride-skips-file",
       with(with(clipsOf("string templateAssetPath = \"t.#.usda\"\n string primPath = \"/P\"\n"
                         "double templateStartTime = 3\n double templateEndTime = 7\n"
                         "double templateStride = 2\n asset manifestAssetPath = @manifest.usda@"),
                 "/t.3.usda", kA),
            "/t.6.usda", kA),
       6.0},
      {"clips-stop-at-instance",
       with(clipsOf(kSound, "double x\n def \"K\" (instanceable = true\n references = </Q>) {\n }",
                    "def \"Q\" { def \"C\" { double z\n }\n }\n"),
            "/manifest.usda",
            "over \"P\" { double x\n over \"K\" { over \"C\" { double z\n }\n }\n }\n"),
       1.0},
  };
  for (const auto& c : cases) {
    const ClipsReport report = reportOf(c.texts);
    const auto found = std::ranges::find(report.findings, c.id, &ClipFinding::id);
    ASSERT_NE(found, report.findings.end()) << c.id;
    EXPECT_EQ(found->frame, c.frame) << c.id;
    EXPECT_EQ(found->severity, c.severity) << c.id;
    EXPECT_EQ(found->prim.text(), "/M") << c.id;
    EXPECT_FALSE(found->message.empty()) << c.id;
    EXPECT_FALSE(found->hint.empty()) << c.id;
    EXPECT_FALSE(found->file.empty()) << c.id;
    EXPECT_EQ(report.hasProblems(), c.severity != Severity::Note || report.findings.size() > 1)
        << c.id;
  }
}

// Small faults that people make on purpose, too.
TEST(ClipReport, TimesWithoutEffectOnThePictureAreNoFindings) {
  const std::string range = "(startTimeCode = 1\n endTimeCode = 9)\n";
  for (const char* times : {
           "double2[] times = [(1, 1), (9, 9)]",                  // all forwards
           "double2[] times = [(0, 0), (4, 4), (4, 0), (9, 5)]",  // a loop
           "double2[] times = [(-9, 9), (1, 0), (9, 9)]",  // backwards before the first frame
           "double2[] times = [(1, 1), (6, 6)]",           // ends after the last sample
       }) {
    EXPECT_EQ(idsOf(reportOf(clipsOf(kSound + times, "double x", range))),
              std::vector<std::string>())
        << times;
  }
}

// Trying out what happens without a set is not a mistake.
TEST(ClipReport, SetsThatAStrongerLayerSwitchesOffAreNoFindings) {
  LayerTexts texts = clipsOf(kSound);
  texts["/weak.usda"] = texts["/root.usda"];
  texts["/root.usda"] =
      "(subLayers = [@weak.usda@])\nover \"M\" (clips = { dictionary default = {\n"
      "double2[] active = [] }}) {\n}\n";
  const ClipsReport report = reportOf(texts);
  EXPECT_EQ(idsOf(report), std::vector<std::string>());
  ASSERT_EQ(report.sets.size(), 1u);
  EXPECT_FALSE(report.sets[0].set);

  texts["/weak.usda"] = clipsOf(
                            "string templateAssetPath = \"t.#.usda\"\n string primPath = \"/P\"\n"
                            "double templateStartTime = 3\n double templateEndTime = 3\n"
                            "double templateStride = 1\n asset manifestAssetPath = @manifest.usda@")
                            .at("/root.usda");
  texts["/t.3.usda"] = kA;
  texts["/root.usda"] =
      "(subLayers = [@weak.usda@])\nover \"M\" (clips = { dictionary default = {\n"
      "asset[] assetPaths = [] }}) {\n}\n";
  const ClipsReport second = reportOf(texts);
  ASSERT_EQ(second.sets.size(), 1u);
  EXPECT_FALSE(second.sets[0].set);
  EXPECT_EQ(idsOf(second), std::vector<std::string>());
}

TEST(ClipReport, FindingsLeadToTheAttribute) {
  LayerTexts texts = clipsOf(kSound, "double x\n double w");
  texts["/b.usda"] =
      "def \"P\" { float x.timeSamples = {5: 500}\n double w.timeSamples = {5: 1}\n }\n";
  const ClipsReport report = reportOf(texts);
  ASSERT_EQ(idsOf(report), (std::vector<std::string>{"not-in-manifest", "other-type"}));
  EXPECT_EQ(report.findings[0].site.text(), "/M.w");
  EXPECT_EQ(report.findings[1].site.text(), "/M.x");
  EXPECT_EQ(
      report.findings[1].message,
      "The clip has </P.x> as `float`, but on the stage its type is `double`. Code that reads "
      "this type gets no value.");
}

// Prims of prototypes cannot be selected.
TEST(ClipReport, FindingsInPrototypesLeadToTheFirstInstance) {
  LayerTexts texts = without(clipsOf(kSound), "/b.usda");
  texts["/scene.usda"] = texts["/root.usda"];
  texts["/root.usda"] =
      "def \"A\" (instanceable = true\n references = @model.usda@</Model>) {\n }\n"
      "def \"B\" (instanceable = true\n references = @model.usda@</Model>) {\n }\n";
  texts["/model.usda"] = "def \"Model\" { def \"In\" (references = @scene.usda@</M>) {\n }\n }\n";
  const ClipsReport report = reportOf(texts);
  ASSERT_EQ(idsOf(report), std::vector<std::string>{"missing-file"});
  EXPECT_EQ(report.findings[0].site.text(), "/A/In");
}

TEST(ClipReport, UnreadableFilesAreNotMissing) {
  const LayerTexts texts = with(clipsOf(kSound), "/b.usda", "#usda 1.0\ndef \"P\" { double\n }\n");
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const ClipsReport report = reportClips(*result.stage);
  ASSERT_EQ(report.sets.size(), 1u);
  EXPECT_TRUE(report.sets[0].lane[1].isUnreadable);
  const auto found = std::ranges::find(report.findings, "unreadable-file", &ClipFinding::id);
  ASSERT_NE(found, report.findings.end());
  EXPECT_NE(found->message.find("The clip is unreadable: line 2, column 17: "), std::string::npos)
      << found->message;
  EXPECT_EQ(found->hint, "Repair the file.");
  const std::string text = clipsToText(report, *result.stage);
  EXPECT_NE(text.find("b.usda, unreadable"), std::string::npos) << text;
  EXPECT_EQ(text.find("missing"), std::string::npos) << text;
}

// A missing file has a finding of its own, not gaps.
TEST(ClipReport, GapsAreReportedFromTheFirstFrameOn) {
  LayerTexts texts = clipsOf(R"(
      asset[] assetPaths = [@a.usda@, @b.usda@, @lost.usda@, @c.usda@]
      double2[] active = [(1, 0), (5, 1), (9, 2), (2, 3)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P")",
                             "double x\n double y");
  texts["/manifest.usda"] = "over \"P\" { double x\n double y\n }\n";
  texts["/a.usda"] =
      "def \"P\" { double x.timeSamples = {1: 10}\n double y.timeSamples = {1: 1}\n }\n";
  texts["/c.usda"] = kA;
  const ClipsReport report = reportOf(texts);
  ASSERT_EQ(idsOf(report), (std::vector<std::string>{"missing-file", "gap"}));
  EXPECT_EQ(report.findings[0].file, "lost.usda");
  EXPECT_EQ(report.findings[1].file, "c.usda");
  EXPECT_EQ(report.findings[1].frame, 2.0);
}

TEST(ClipReport, TemplatesWithHoles) {
  const ClipsReport report = reportOf(with(with(clipsOf(R"(
      string templateAssetPath = "t.#.usda"
      double templateStartTime = 1
      double templateEndTime = 4
      double templateStride = 1
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P")"),
                                                "/t.1.usda", kA),
                                           "/t.4.usda", kA));
  const auto found = std::ranges::find(report.findings, "template-hole", &ClipFinding::id);
  ASSERT_NE(found, report.findings.end());
  EXPECT_EQ(found->frame, 2.0);
  EXPECT_EQ(found->file, "t.2.usda");
}

TEST(ClipReport, HolesHaveTheirFirstFileTimeAndSize) {
  const ClipsReport report = reportOf(with(with(clipsOf(R"(
      string templateAssetPath = "t.#.usda"
      double templateStartTime = 0
      double templateEndTime = 999999
      double templateStride = 1
      double templateActiveOffset = 0.5
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P")"),
                                                "/t.1.usda", kA),
                                           "/t.4.usda", kA));
  std::vector<std::string> holes;
  for (const ClipFinding& finding : report.findings) {
    if (finding.id != "template-hole") continue;
    holes.push_back(fmt::format("{} {} {}", finding.file, finding.frame.value_or(-1.0),
                                finding.message.substr(0, finding.message.find(" of "))));
  }
  EXPECT_EQ(holes, (std::vector<std::string>{"t.0.usda 0.5 1 file", "t.2.usda 2.5 2 files",
                                             "t.5.usda 5.5 999995 files"}));
}

TEST(ClipReport, IndicesThatAreNotWholeAreNamed) {
  const ClipsReport report = reportOf(with(clipsOf(R"(
      asset[] assetPaths = [@a.usda@, @a.usda@]
      double2[] active = [(0, 0), (5, 1.5), (9, 0.5)]
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P")"),
                                           "/a.usda", kA));
  const auto found = std::ranges::find(report.findings, "fractional-index", &ClipFinding::id);
  ASSERT_NE(found, report.findings.end());
  EXPECT_EQ(found->frame, 5.0);
  EXPECT_EQ(found->message, "`active` names clip 1.5; clip 1 plays.");
}

TEST(ClipReport, TemplatesWithoutFilesPlayNothing) {
  const ClipsReport report = reportOf(clipsOf(R"(
      string templateAssetPath = "t.#.usda"
      double templateStartTime = 1
      double templateEndTime = 4
      double templateStride = 1
      asset manifestAssetPath = @manifest.usda@
      string primPath = "/P")"));
  const auto found = std::ranges::find(report.findings, "template-hole", &ClipFinding::id);
  ASSERT_NE(found, report.findings.end());
  EXPECT_EQ(found->message,
            "4 files of the template are missing; none exists, so the set plays no clip.");
}

TEST(ClipReport, TimesOfAnotherLayerThanTheClips) {
  LayerTexts texts = clipsOf(kSound);
  texts["/anchor.usda"] = texts["/root.usda"];
  texts["/root.usda"] = "(subLayers = [@over.usda@ (offset = 10), @anchor.usda@])\n";
  texts["/over.usda"] =
      "over \"M\" (clips = { dictionary default = {\n"
      "double2[] active = [(1, 0), (6, 1)] }}) {\n}\n";
  const ClipsReport report = reportOf(texts);
  const auto found = std::ranges::find(report.findings, "other-offset", &ClipFinding::id);
  ASSERT_NE(found, report.findings.end());
  EXPECT_EQ(found->frame, 11.0);
  EXPECT_EQ(found->file, "/over.usda");
}

TEST(ClipReport, FaultsNameTheLayerThatAuthorsTheEntry) {
  const auto fileOf = [](const std::string& id, const std::string& stronger) {
    LayerTexts texts = clipsOf(kSound + "double2[] times = [(1, 1), (9, 9)]");
    texts["/weak.usda"] = texts["/root.usda"];
    texts["/root.usda"] =
        "(startTimeCode = 1\n endTimeCode = 9\n subLayers = [@weak.usda@])\n"
        "over \"M\" (clips = { dictionary default = {\n" +
        stronger + " }}) {\n}\n";
    const ClipsReport report = reportOf(std::move(texts));
    const auto found = std::ranges::find(report.findings, id, &ClipFinding::id);
    return found == report.findings.end() ? "no finding" : found->file;
  };
  EXPECT_EQ(fileOf("active-out-of-range", "double2[] active = [(1, 0), (5, 9)]"), "/root.usda");
  EXPECT_EQ(fileOf("times-backwards", "double2[] times = [(1, 9), (9, 1)]"), "/root.usda");
  EXPECT_EQ(fileOf("invalid-set", "string primPath = \"/P.x\""), "/weak.usda");
}

TEST(ClipReport, ReferenceBelowThePrimWithClips) {
  LayerTexts texts = clipsOf(kSound, "double x\n def \"K\" {\n }");
  texts["/asset.usda"] = texts["/root.usda"];
  texts["/root.usda"] = "def \"R\" (references = @asset.usda@</M/K>) {\n}\n";
  const ClipsReport report = reportOf(texts);
  ASSERT_EQ(idsOf(report), std::vector<std::string>{"clips-left-behind"});
  EXPECT_EQ(report.findings[0].prim.text(), "/R");
  EXPECT_EQ(report.findings[0].file, "/asset.usda");
  EXPECT_EQ(report.findings[0].frame, 1.0);
}

TEST(ClipReport, JsonHasLanesMappingManifestAndFindings) {
  const StageResult result =
      stageFromTexts(without(clipsOf(kSound + "double2[] times = [(1, 1), (6, 6)]"), "/b.usda"));
  ASSERT_TRUE(result.stage);
  const Json json = clipsToJson(reportClips(*result.stage), *result.stage);
  const Json& set = json["sets"][0];
  EXPECT_EQ(set["set"], "default");
  EXPECT_EQ(set["lane"][1]["found"], false);
  EXPECT_EQ(set["lane"][1]["gaps"], Json::array({"/P.x"}));
  EXPECT_EQ(set["mapping"], parseJson("[[1, 1], [6, 6]]"));
  EXPECT_EQ(set["manifest"]["attributes"], Json::array({"/P.x"}));
  EXPECT_EQ(json["findings"][0]["id"], "missing-file");
  EXPECT_EQ(json["findings"][0]["frame"], 5.0);
}

}  // namespace usdscope
