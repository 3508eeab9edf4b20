// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/asset/DefaultResolver.h"
#include "engine/author/ApplyEdits.h"
#include "engine/check/FindingText.h"
#include "engine/check/MissingFiles.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerEdit.h"
#include "engine/report/clips/ClipContentsStore.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::set<std::string> namesOf(const CheckOptions& options) {
  std::set<std::string> names;
  for (const Validator* validator : selectedValidators(options)) names.emplace(validator->name);
  return names;
}

// A scene with many prims that each have a finding.
std::string manyMeshes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "def Mesh \"M" + std::to_string(i) + "\" { rel material:binding = </Nowhere>\n }\n";
  }
  return text;
}

TEST(Check, ContentsOfClipsAreKeptForOtherReports) {
  const TemporaryFolder folder;
  for (const char* clip : {"clip0.usda", "clip1.usda", "clip2.usda"}) {
    std::ofstream(folder / clip) << "#usda 1.0\ndef \"P\" { double x.timeSamples = {1: 1}\n}\n";
  }
  std::ofstream(folder / "manifest.usda") << "#usda 1.0\nover \"P\" { double x\n}\n";
  std::ofstream(folder / "root.usda")
      << "#usda 1.0\ndef \"M\" (clips = { dictionary default = {\n"
         "asset[] assetPaths = [@./clip0.usda@, @./clip1.usda@, @./clip2.usda@]\n"
         "double2[] active = [(1, 0), (2, 1), (3, 2)]\n"
         "asset manifestAssetPath = @./manifest.usda@\n string primPath = \"/P\"\n}}) {\n"
         "double x\n}\n";
  const auto stage = composeStage({.rootLayer = (folder / "root.usda").string()},
                                  std::make_shared<LayerCache>(std::make_shared<DefaultResolver>()))
                         .stage;
  ASSERT_TRUE(stage);
  CheckOptions options;
  options.includeValidators = {"usdscope:ValueClips"};
  options.clipContents = std::make_shared<ClipContentsStore>(1 << 20);
  std::vector<std::size_t> done;
  options.clipProgress = [&](std::size_t count, std::size_t total) {
    done.push_back(count);
    EXPECT_EQ(total, 3u);
  };
  check(*stage, options);
  EXPECT_GT(options.clipContents->byteSize(), 0u);
  EXPECT_EQ(done, (std::vector<std::size_t>{0, 1, 2, 3}));
  // The other validators go on when the reading of clips is stopped.
  std::stop_source stop;
  options.includeValidators.clear();
  options.clipStop = stop.get_token();
  options.clipProgress = [&](std::size_t count, std::size_t) {
    done.push_back(count);
    if (count == 1) stop.request_stop();
  };
  done.clear();
  EXPECT_FALSE(check(*stage, options).empty());
  EXPECT_EQ(done, (std::vector<std::size_t>{0, 1}));
}

TEST(Check, SelectsByNameAndKeyword) {
  const struct {
    const char* name;
    CheckOptions options;
    std::set<std::string> selected;
  } cases[] = {
      {"one keyword",
       {.includeKeywords = {"UsdLuxValidators"}},
       {"usdLuxValidators:EncapsulationRulesValidator"}},
      {"a keyword and a name",
       {.includeKeywords = {"UsdLuxValidators"}, .includeValidators = {"usdscope:Extents"}},
       {"usdLuxValidators:EncapsulationRulesValidator", "usdscope:Extents"}},
      {"exclusions are stronger",
       {.includeKeywords = {"UsdCoreValidators"},
        .includeValidators = {},
        .excludeKeywords = {},
        .excludeValidators = {"usdValidation:CompositionErrorTest"}},
       {"usdValidation:AttributeTypeMismatch", "usdValidation:StageMetadataChecker"}},
      {"ARKit alone",
       {.includeKeywords = {"ARKitValidators"}},
       {"usdscope:ArKitLayers", "usdscope:ArKitPrimTypes", "usdscope:ArKitShaders"}},
      {"ARKit with others",
       {.includeValidators = {"usdscope:Extents"},
        .excludeValidators = {"usdscope:ArKitLayers"},
        .includesArKit = true},
       {"usdscope:ArKitPrimTypes", "usdscope:ArKitShaders", "usdscope:Extents"}},
      {"an excluded keyword",
       {.includeKeywords = {"UsdUtilsValidators"}, .excludeKeywords = {"UsdzValidators"}},
       {"usdUtilsValidators:MissingReferenceValidator"}},
  };
  for (const auto& c : cases) EXPECT_EQ(namesOf(c.options), c.selected) << c.name;
  EXPECT_EQ(namesOf({.includesArKit = true}).size(), validators().size());
}

TEST(Check, NamesUnknownSelections) {
  const CheckOptions options{.includeKeywords = {"UsdLuxValidators", "Nonsense"},
                             .includeValidators = {"usdscope:Extents"},
                             .excludeValidators = {"usdscope:Extends"}};
  EXPECT_EQ(unknownNames(options), (std::vector<std::string>{"usdscope:Extends", "Nonsense"}));
  EXPECT_TRUE(unknownNames({}).empty());
}

TEST(Check, ValidatorsAreSortedAndHaveTexts) {
  EXPECT_TRUE(std::ranges::is_sorted(validators(), {}, &Validator::name));
  for (const Validator& validator : validators()) {
    EXPECT_TRUE(validator.doc.ends_with('.')) << validator.name;
    EXPECT_FALSE(validator.keywords.empty()) << validator.name;
  }
}

TEST(Check, FindingsAreSortedWithoutDuplicates) {
  const StageResult result = stageFromText(manyMeshes(500));
  ASSERT_TRUE(result.stage);
  const Findings findings = check(*result.stage);
  EXPECT_GE(findings.size(), 500u);
  for (std::size_t i = 1; i < findings.size(); ++i) {
    EXPECT_LE(findings[i - 1].validator, findings[i].validator);
    EXPECT_NE(findings[i - 1], findings[i]);
  }
  EXPECT_EQ(check(*result.stage), findings);
}

TEST(Check, FindingsNameTheStrongestLayer) {
  const StageResult result =
      stageFromTexts({{"/root.usda", "def Mesh \"A\" (references = @b.usda@</B>) { }\n"},
                      {"/b.usda", "def Mesh \"B\" { rel material:binding = </B>\n }\n"}});
  ASSERT_TRUE(result.stage);
  const Findings findings =
      check(*result.stage,
            {.includeValidators = {"usdShadeValidators:MaterialBindingApiAppliedValidator"}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].layer, "/root.usda");
  EXPECT_EQ(findings[0].sites, std::vector{Path::fromText("/A")});
  EXPECT_EQ(findings[0].severity, Severity::Error);
}

TEST(Check, ReportsProgressUpToTheEnd) {
  const StageResult result = stageFromText(manyMeshes(300));
  ASSERT_TRUE(result.stage);
  std::atomic<std::size_t> most = 0;
  std::atomic<std::size_t> all = 0;
  const Findings findings = check(*result.stage, {}, [&](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    all = total;
    for (std::size_t seen = most; done > seen && !most.compare_exchange_weak(seen, done);) {
    }
  });
  EXPECT_FALSE(findings.empty());
  EXPECT_EQ(most, all);
  EXPECT_GT(all, 300u);
}

TEST(Check, StopsWhenAsked) {
  const StageResult result = stageFromText(manyMeshes(300));
  ASSERT_TRUE(result.stage);
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(check(*result.stage, {}, {}, source.get_token()).empty());
}

TEST(Check, JsonHasNullForWhatIsUnknown) {
  const StageResult result = stageFromText("def Mesh \"A\" { }\n");
  ASSERT_TRUE(result.stage);
  const LayerNames names(*result.stage->rootLayer(), nullptr);
  const Json json = findingsToJson(
      check(*result.stage, {.includeValidators = {"usdValidation:StageMetadataChecker"}}), names);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["validator"], "usdValidation:StageMetadataChecker");
  EXPECT_EQ(json[0]["error"], "MissingDefaultPrim");
  EXPECT_EQ(json[0]["severity"], "error");
  EXPECT_EQ(json[0]["sites"], Json::array({"/"}));
  EXPECT_EQ(json[0]["layer"], "root.usda");
  EXPECT_TRUE(json[0]["line"].is_null());
  EXPECT_TRUE(json[0]["time"].is_null());
  EXPECT_FALSE(json[0]["message"].get<std::string>().empty());
}

TEST(Check, FindingsHaveTheLinesOfTextLayers) {
  const StageResult result = stageFromTexts({{"/root.usda",
                                              "#usda 1.0\n"
                                              "def \"A\" (references = @b.usda@</B>)\n"
                                              "{\n"
                                              "}\n"
                                              "def \"C\" (\n"
                                              "    references = [@b.usda@</B>, @lost.usda@</L>]\n"
                                              ")\n"
                                              "{\n"
                                              "}\n"},
                                             {"/b.usda",
                                              "#usda 1.0\n"
                                              "\n"
                                              "def \"B\"\n"
                                              "{\n"
                                              "    asset file = @none.png@\n"
                                              "}\n"}});
  ASSERT_TRUE(result.stage);
  std::set<std::string> found;
  for (const Finding& finding : check(
           *result.stage,
           {.includeValidators = {"usdscope:AssetPaths", "usdValidation:CompositionErrorTest"}})) {
    found.insert(finding.layer + ":" + std::to_string(finding.line) + " " +
                 finding.sites[0].text() + " " + finding.asset);
  }
  EXPECT_EQ(found,
            (std::set<std::string>{"/b.usda:5 /A.file none.png", "/b.usda:5 /C.file none.png",
                                   "/root.usda:8 /C lost.usda"}));
}

TEST(Check, LayersWithUnsavedEditsHaveNoLines) {
  const StageResult result = stageFromText("def \"A\" {\n asset file = @none.png@\n }\n");
  ASSERT_TRUE(result.stage);
  const CheckOptions options{.includeKeywords = {}, .includeValidators = {"usdscope:AssetPaths"}};
  ASSERT_EQ(check(*result.stage, options).size(), 1u);
  EXPECT_GT(check(*result.stage, options)[0].line, 0);
  const LayerVersions kept = {result.stage->rootLayer()};
  Diagnostics problems;
  const auto next = withLayers(
      result.stage,
      {edited(*kept[0], std::vector<LayerEdit>{activeEdit(Path::fromText("/A/B"), false)},
              problems)});
  ASSERT_TRUE(next.stage);
  ASSERT_EQ(check(*next.stage, options).size(), 1u);
  EXPECT_EQ(check(*next.stage, options)[0].line, 0);
}

TEST(Check, MissingFilesAreFoundWithoutTheOtherRules) {
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "#usda 1.0\n(subLayers = [@gone.usda@])\n"
        "def Mesh \"A\" (payload = @lost.usda@\n clips = { dictionary default = { asset[] "
        "assetPaths = [@clip.usda@, @noclip.usda@]\n string primPath = \"/M\"\n asset "
        "manifestAssetPath = @manifest.usda@\n double2[] active = [(1, 0), (5, 1)]\n } }) {\n"
        "asset file.timeSamples = {1: @here.usda@, 3: @none.png@}\n rel material:binding = "
        "</A>\n def \"Child\" { }\n }\n"},
       {"/manifest.usda", ""},
       {"/clip.usda", ""},
       {"/here.usda", ""}});
  ASSERT_TRUE(result.stage);
  std::set<std::string> found;
  for (const Finding& finding : findMissingFiles(*result.stage)) {
    found.insert(finding.asset + " " + finding.sites[0].text() +
                 (finding.time ? "@" + std::to_string(int(*finding.time)) : ""));
  }
  EXPECT_EQ(found, (std::set<std::string>{"gone.usda /", "lost.usda /A", "noclip.usda /A@5",
                                          "none.png /A.file@3"}));
}

TEST(Check, HolesOfTemplatesAreAmongTheMissingFiles) {
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "#usda 1.0\ndef \"A\" (clips = { dictionary default = {\n"
        "string templateAssetPath = \"w.#.usda\"\n double templateStartTime = 1\n"
        "double templateEndTime = 3\n double templateStride = 1\n string primPath = \"/A\"\n"
        "asset manifestAssetPath = @manifest.usda@\n}\n}) {\n double x\n def \"B\" { }\n}\n"},
       {"/manifest.usda", "#usda 1.0\nover \"A\" { double x\n}\n"},
       {"/w.1.usda", "#usda 1.0\n"},
       {"/w.3.usda", "#usda 1.0\n"}});
  ASSERT_TRUE(result.stage);
  const Findings quick = findMissingFiles(*result.stage);
  ASSERT_EQ(quick.size(), 1u);
  EXPECT_EQ(quick[0].error, "TemplateHole");
  EXPECT_EQ(quick[0].time, 2.0);
  const Findings all = check(*result.stage, {.includeValidators = {"usdscope:ValueClips"}});
  const auto same = std::ranges::find(all, quick[0].error, &Finding::error);
  ASSERT_NE(same, all.end());
  EXPECT_EQ(same->message, quick[0].message);
  EXPECT_EQ(same->sites, quick[0].sites);
}

// The neighbours of a missing clip have near names, but they play already.
TEST(Check, NoClipOfTheSameSetIsSuggestedForAMissingOne) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "takes");
  const auto hintWith = [&](const char* otherFile) {
    for (const char* clip : {"walk.0001.usda", "walk.0003.usda", otherFile}) {
      std::ofstream(folder / clip) << "#usda 1.0\ndef \"P\" {\n}\n";
    }
    std::ofstream(folder / "root.usda")
        << "#usda 1.0\ndef \"A\" (clips = { dictionary default = {\nasset[] assetPaths = "
           "[@./walk.0001.usda@, @./walk.0002.usda@, @./walk.0003.usda@]\n"
           "double2[] active = [(1, 0), (2, 1), (3, 2)]\nstring primPath = \"/P\"\n} }) {\n}\n";
    const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()});
    const Findings found = result.stage ? findMissingFiles(*result.stage) : Findings();
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? std::string("nothing is found") : found[0].hint;
  };
  EXPECT_EQ(hintWith("walk.0001.usda"), "");
  EXPECT_EQ(hintWith("takes/walk.0002.usda"), "Did you mean @./takes/walk.0002.usda@?");
  EXPECT_EQ(hintWith("walk_0002.usda"), "Did you mean @./walk_0002.usda@?");
}

TEST(Check, ManyMissingClipsCostLittleAndCanBeStopped) {
  constexpr int kCount = 20000;
  std::string files;
  std::string active;
  for (int i = 0; i < kCount; ++i) {
    files += "@clip." + std::to_string(i) + ".usda@,\n";
    active += "(" + std::to_string(i) + ", " + std::to_string(i) + "), ";
  }
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "#usda 1.0\ndef \"A\" (clips = { dictionary default = {\n"
        "string primPath = \"/M\"\nasset manifestAssetPath = @manifest.usda@\n"
        "double2[] active = [" +
            active + "]\nasset[] assetPaths = [\n" + files + "]\n} }) {\ndef \"B\" {\n}\n}\n"},
       {"/manifest.usda", "#usda 1.0\n"}});
  ASSERT_TRUE(result.stage);
  const Findings found = findMissingFiles(*result.stage);
  ASSERT_EQ(found.size(), std::size_t(kCount)) << "once, not again for the child";
  for (const Finding& finding : found) {
    ASSERT_TRUE(finding.time);
    EXPECT_EQ(finding.line, 7 + int(*finding.time)) << finding.asset;
  }
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_TRUE(findMissingFiles(*result.stage, {}, stopped.get_token()).empty());
}

TEST(Check, FindsNothingInAnEmptyStageButItsMetadata) {
  const StageResult result = stageFromText("");
  ASSERT_TRUE(result.stage);
  std::set<std::string> errors;
  for (const Finding& finding : check(*result.stage)) errors.emplace(finding.error);
  EXPECT_EQ(errors, (std::set<std::string>{"MissingDefaultPrim", "MissingMetersPerUnitMetadata",
                                           "MissingUpAxisMetadata"}));
}

}  // namespace
}  // namespace usdscope
