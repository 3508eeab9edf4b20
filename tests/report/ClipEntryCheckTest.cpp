// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipEntryCheck.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/format/LayerCache.h"
#include "engine/layer/LayerEdit.h"
#include "engine/report/clips/ClipEntryRows.h"
#include "engine/report/clips/ClipFixes.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/recompose/StageHistory.h"
#include "engine/value/Array.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const std::string kClip = "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n }\n";

// Two clips with a manifest, in a sublayer that plays 100 time codes later.
LayerTexts twoClips(const std::string& info) {
  return {{"/root.usda",
           "(\n startTimeCode = 0\n endTimeCode = 200\n subLayers = [@clips.usda@ (offset = 100)]\n"
           ")\n"},
          {"/clips.usda",
           "def \"M\" (clips = { dictionary default = {" + info + "}}) {\ndouble x\n}\n"},
          {"/a.usda", kClip},
          {"/b.usda", kClip},
          {"/manifest.usda", "over \"P\" { double x\n }\n"}};
}

const std::string kTwo = R"(
  asset[] assetPaths = [@a.usda@, @b.usda@]
  double2[] active = [(0, 0), (10, 1)]
  asset manifestAssetPath = @manifest.usda@
  string primPath = "/P"
)";

Value pairs(std::vector<glm::dvec2> values) { return Value(Array<glm::dvec2>(std::move(values))); }

}  // namespace

TEST(ClipEntryCheck, FindingsAreThoseOfTheDoctorOnTheEditedScene) {
  const StageResult result = stageFromTexts(twoClips(kTwo));
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  const struct {
    std::string key;
    Value value;
    std::string text;  // The spelling of the entry in a layer.
  } cases[] = {
      {"active", pairs({{0, 0}, {10, 2}}), "double2[] active = [(0, 0), (10, 2)]"},
      {"times", pairs({{0, 10}, {10, 0}}), "double2[] times = [(0, 10), (10, 0)]"},
      {"manifestAssetPath", Value(AssetPath("none.usda")), "asset manifestAssetPath = @none.usda@"},
      {"primPath", Value(std::string("/Q")), "string primPath = \"/Q\""},
      {"primPath", Value(std::string("no path")), "string primPath = \"no path\""},
      {"assetPaths", Value(Array<AssetPath>({AssetPath("a.usda"), AssetPath("lost.usda")})),
       "asset[] assetPaths = [@a.usda@, @lost.usda@]"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const auto findings = checkClipEntry(prim, {"default", c.key, c.value, {.offset = 100.0}});
    ASSERT_FALSE(findings.empty());
    // The entry in the layer.
    std::string info = kTwo;
    const std::size_t at = info.find(" " + c.key + " =");
    if (at != std::string::npos) {
      const std::size_t line = info.rfind('\n', at) + 1;
      info.erase(line, info.find('\n', at) - line);
    }
    const StageResult edited = stageFromTexts(twoClips(info + c.text + "\n"));
    ASSERT_TRUE(edited.stage);
    const ClipsReport report = reportClips(*edited.stage);
    ASSERT_EQ(report.findings.size(), findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
      EXPECT_EQ(findings[i].id, report.findings[i].id);
      EXPECT_EQ(findings[i].frame, report.findings[i].frame);
      EXPECT_EQ(findingText(findings[i]), findingText(report.findings[i]));
    }
  }
}

TEST(ClipEntryCheck, SoundEntriesHaveNoFindings) {
  const StageResult result = stageFromTexts(twoClips(kTwo));
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  const auto check = [&](const std::string& key, Value value) {
    return checkClipEntry(prim, {"default", key, std::move(value), {.offset = 100.0}}).size();
  };
  EXPECT_EQ(check("active", pairs({{0, 1}, {20, 0}})), 0u);
  EXPECT_EQ(check("times", pairs({{0, 0}, {100, 100}})), 0u);
  EXPECT_EQ(check("active", Value(3.0)), 0u) << "another type is not an entry";
  EXPECT_TRUE(checkClipEntry(prim, {"other", "active", pairs({{0, 7}}), {}}).empty());
}

TEST(ClipEntryCheck, TimesOfTheEditedLayerBecomeThoseOfTheSet) {
  const StageResult result = stageFromTexts(twoClips(kTwo));
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  // The session layer has the times of the stage.
  const auto findings =
      checkClipEntry(prim, {"default", "active", pairs({{100, 0}, {110, 5}}), LayerOffset()});
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].id, "active-out-of-range");
  EXPECT_EQ(findings[0].frame, 110.0);
}

TEST(ClipEntryCheck, TemplatesAreExpanded) {
  const std::string info = R"(
    string templateAssetPath = "t.#.usda"
    double templateStartTime = 1
    double templateEndTime = 2
    double templateStride = 1
    asset manifestAssetPath = @manifest.usda@
    string primPath = "/P"
  )";
  LayerTexts texts = twoClips(info);
  texts["/t.1.usda"] = kClip;
  texts["/t.2.usda"] = kClip;
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  const auto check = [&](const std::string& key, Value value) {
    return checkClipEntry(prim, {"default", key, std::move(value), {.offset = 100.0}});
  };
  const auto holes = check("templateEndTime", Value(4.0));
  ASSERT_EQ(holes.size(), 1u);
  EXPECT_EQ(holes[0].id, "template-hole");
  EXPECT_EQ(holes[0].frame, 103.0);
  const auto stride = check("templateStride", Value(-1.0));
  ASSERT_EQ(stride.size(), 1u);
  EXPECT_EQ(stride[0].id, "invalid-set");
  EXPECT_TRUE(check("templateEndTime", Value(1.0)).empty());
}

TEST(ClipEntryRows, AuthoredAndPossibleEntriesAreListed) {
  const StageResult result = stageFromTexts(twoClips(kTwo));
  ASSERT_TRUE(result.stage);
  const auto rows = clipEntryRows(result.stage->primAt(Path::fromText("/M")));
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[1].key, "active");
  EXPECT_EQ(rows[1].set, "default");
  EXPECT_EQ(rows[1].text, "[(0, 0), (10, 1)]");
  EXPECT_EQ(rows[1].layer, "/clips.usda");
  EXPECT_EQ(rows[2].key, "times");
  EXPECT_EQ(rows[2].text, "");
  EXPECT_EQ(rows.back().key, "clipSets");
  EXPECT_EQ(rows.back().text, "");
  EXPECT_TRUE(clipEntryRows(result.stage->pseudoRoot()).empty());
}

TEST(ClipFixes, GapsAreInterpolatedAndPrimPathsCorrected) {
  LayerTexts texts = twoClips(kTwo);
  texts["/b.usda"] = "def \"P\" { double y.timeSamples = {1: 10}\n }\n";
  const StageResult gap = stageFromTexts(texts);
  ASSERT_TRUE(gap.stage);
  const auto fixesOf = [](const Stage& stage) {
    std::vector<ClipFixResult> fixes;
    for (const ClipFinding& finding : reportClips(stage).findings) {
      if (!clipFixName(finding.id).empty()) fixes.push_back(findClipFix(stage, finding));
    }
    return fixes;
  };
  auto fixes = fixesOf(*gap.stage);
  // The clip also has an attribute that the manifest lacks, but the stage lacks it, too.
  ASSERT_EQ(fixes.size(), 2u);
  EXPECT_FALSE(fixes[0].fix);
  EXPECT_EQ(fixes[0].refusal,
            "The stage does not define </M.y>, and clips do not define attributes.");
  ASSERT_TRUE(fixes[1].fix);
  EXPECT_EQ(fixes[1].fix->key, "interpolateMissingClipValues");
  EXPECT_EQ(fixes[1].fix->value, Value(true));
  EXPECT_EQ(fixes[1].fix->prim.text(), "/M");

  std::string info = kTwo;
  info.replace(info.find("\"/P\""), 4, "\"/Q\"");
  const StageResult other = stageFromTexts(twoClips(info));
  ASSERT_TRUE(other.stage);
  fixes = fixesOf(*other.stage);
  ASSERT_FALSE(fixes.empty());
  // The search evicts no clip that plays, because it keeps none.
  const auto sets = other.stage->clipSets(other.stage->primAt(Path::fromText("/M")));
  ASSERT_EQ(sets->size(), 1u);
  for (const std::size_t clip : {0, 1}) EXPECT_FALSE((*sets)[0]->residentLayerOf(clip)) << clip;
  for (const ClipFixResult& result : fixes) {
    ASSERT_TRUE(result.fix) << result.refusal;
    EXPECT_EQ(result.fix->key, "primPath");
    EXPECT_EQ(result.fix->value, Value(std::string("/P")));
  }

  // Clips that have no prim in common give no advice.
  texts = twoClips(info);
  texts["/b.usda"] = "def \"R\" { double x.timeSamples = {1: 10}\n }\n";
  const StageResult mixed = stageFromTexts(texts);
  ASSERT_TRUE(mixed.stage);
  fixes = fixesOf(*mixed.stage);
  ASSERT_FALSE(fixes.empty());
  for (const ClipFixResult& result : fixes) {
    EXPECT_FALSE(result.fix);
    EXPECT_NE(result.refusal, "");
  }
}

// The corrected manifest makes the values those that the reference has for this scene with a
// complete manifest.
TEST(ClipFixes, AttributesAreAddedToTheManifest) {
  LayerTexts texts = twoClips(kTwo);
  texts["/clips.usda"] = "def \"M\" (clips = { dictionary default = {" + kTwo +
                         "}}) {\ndouble x\nfloat3 y\ndef \"K\" { double z\n }\n}\n";
  texts["/a.usda"] =
      "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n float3 y.timeSamples = {1: (1, 2, 3)}\n"
      "def \"K\" { double z.spline = { 1: 5, 2: 6, }\n } }\n";
  const StageResult result = stageFromTexts(texts);
  ASSERT_TRUE(result.stage);
  const auto findings = reportClips(*result.stage).findings;
  const auto found = std::ranges::find(findings, "not-in-manifest", &ClipFinding::id);
  ASSERT_NE(found, findings.end());
  const ClipFixResult fix = findClipFix(*result.stage, *found);
  ASSERT_TRUE(fix.fix) << fix.refusal;
  EXPECT_EQ(fix.fix->layer, "/manifest.usda");
  EXPECT_EQ(fix.fix->sentence, "Add 2 attributes of the clips default to the manifest");

  const auto set = (*result.stage->clipSets(result.stage->primAt(Path::fromText("/M"))))[0];
  Diagnostics problems;
  const auto manifest = edited(*set->manifest(), fix.fix->edits, problems);
  EXPECT_TRUE(problems.isEmpty());
  const PropertySpec y = manifest->findProperty(Path::fromText("/P.y"));
  ASSERT_TRUE(y);
  EXPECT_EQ(y.typeName(), Token("float3"));
  EXPECT_EQ(y.variability(), Variability::Varying);
  EXPECT_FALSE(y.hasField(fields::kSpline));
  EXPECT_TRUE(manifest->findProperty(Path::fromText("/P/K.z")).hasField(fields::kSpline));
  EXPECT_EQ(manifest->findProperty(Path::fromText("/P.x")).typeName(), Token("double"));

  // The stage takes the edited manifest from the cache, and the finding is gone.
  result.stage->layers().replace(manifest);
  const auto after = recomposeStage(result.stage, result.stage->request()).stage;
  ASSERT_TRUE(after);
  for (const ClipFinding& finding : reportClips(*after).findings) {
    EXPECT_NE(finding.id, "not-in-manifest") << finding.message;
  }
}

// A clip without samples would block the value of the reference.
TEST(ClipFixes, ValuesOfOtherLayersAreNotBlockedByTheManifest) {
  LayerTexts texts = twoClips(kTwo);
  texts["/model.usda"] = "def \"M\" {\ndouble x\ndouble y = 5\n}\n";
  texts["/clips.usda"] =
      "def \"M\" (references = @model.usda@</M>\n clips = { dictionary default = {" + kTwo +
      "}}) {\n}\n";
  texts["/a.usda"] =
      "def \"P\" { double x.timeSamples = {1: 10}\n double y.timeSamples = {1: 1}\n }\n";
  const auto fixOf = [](const LayerTexts& scene) {
    const StageResult result = stageFromTexts(scene);
    for (const ClipFinding& finding : reportClips(*result.stage).findings) {
      if (finding.id == "not-in-manifest") return findClipFix(*result.stage, finding);
    }
    return ClipFixResult();
  };
  const ClipFixResult refused = fixOf(texts);
  EXPECT_FALSE(refused.fix);
  EXPECT_EQ(refused.refusal,
            "Some clips have no samples of </M.y>, which would lose the value it has there now.");
  texts["/b.usda"] = texts["/a.usda"];
  EXPECT_TRUE(fixOf(texts).fix);
}

// An earlier stage is found again only if its manifests are those of now.
TEST(ClipFixes, HistoryOfTheStageKnowsEditedManifests) {
  LayerTexts texts = twoClips(kTwo);
  texts["/root.usda"] = "(subLayers = [@clips.usda@])\n";
  const StageResult opened = stageFromTexts(texts);
  ASSERT_TRUE(opened.stage);
  LayerCache& layers = opened.stage->layers();
  const StageRequest request = opened.stage->request();
  const auto valueIn = [](const Stage& stage) {
    return stage.primAt(Path::fromText("/M")).attribute(Token("x")).value(TimeCode(1.0));
  };
  EXPECT_EQ(valueIn(*opened.stage), Value(10.0));
  const auto withX = layers.findOrOpen("/manifest.usda")->layer;
  const auto withOther = [&](const char* name) {
    Diagnostics problems;
    const LayerEdit edits[] = {PropertyFieldEdit{.path = Path::fromText("/P.x"),
                                                 .field = fields::kVariability,
                                                 .value = Value(Variability::Uniform)},
                               PropertyFieldEdit{.path = Path::fromText("/P").property(Token(name)),
                                                 .field = fields::kTypeName,
                                                 .value = Value(Token("double")),
                                                 .typeName = Token("double")}};
    return edited(*withX, edits, problems);
  };
  StageHistory history(opened);
  layers.replace(withOther("first"));
  EXPECT_TRUE(valueIn(*history.edit(request).stage).isEmpty());
  layers.replace(withX);
  EXPECT_EQ(valueIn(*history.edit(request).stage), Value(10.0));
  layers.replace(withOther("second"));
  const auto third = history.edit(request).stage;
  const auto set = (*third->clipSets(third->primAt(Path::fromText("/M"))))[0];
  EXPECT_TRUE(set->manifest()->findProperty(Path::fromText("/P.second")));
}

}  // namespace usdscope
