// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "app/cli/TimeOption.h"
#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/Corpora.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

// Tests of the verbs that explain values, and of the verbs that make layers from clips and stages.

namespace usdscope {
namespace {

std::string scene(const char* file = "root.usda") {
  return (testAssetsPath() / "app/why" / file).string();
}

}  // namespace

TEST(TimeOption, ReadsTimesAndRefusesOtherTexts) {
  EXPECT_EQ(parseTime("24.5"), TimeCode(24.5));
  EXPECT_EQ(parseTime("-3"), TimeCode(-3.0));
  EXPECT_EQ(parseTime("default"), TimeCode::defaultTime());
  EXPECT_EQ(parseTime("earliest"), TimeCode::earliest());
  EXPECT_EQ(parseTime("pre:10"), TimeCode::preTime(10.0));
  for (const char* text : {"", "nan", "inf", "x", "1:2", "1,2", "pre:", "pre:default", "1x2"}) {
    EXPECT_FALSE(parseTime(text)) << text;
  }
}

TEST(ExplainVerb, SentenceLadderAndOpinions) {
  const Ran ran = runLine({"explain", scene(), "/World/Crowd.x", "--time", "142.5"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  for (const char* part :
       {"`clip_b.usda` at 37.5, interpolated halfway between samples 37 and 38; clip set `default` "
        "on /World/Crowd.",
        "value: 75", "142.5  stage", "sublayer in root.usda to shot.usda (offset 100)",
        "timeCodesPerSecond 48 in shot.usda", "* clip_b.usda"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
}

TEST(ExplainVerb, WithoutATimeItIsTheEarliestAndSaysSo) {
  const Ran ran = runLine({"explain", scene(), "/World.still", "--json"});
  EXPECT_EQ(ran.status, kSuccess);
  EXPECT_NE(ran.err.find("earliest"), std::string::npos);
  const Json json = parseJson(ran.out);
  EXPECT_EQ(json["time"], "earliest");
  EXPECT_EQ(json["value"], 5.0);
}

TEST(ExplainVerb, Ranges) {
  const Ran ran = runLine({"explain", scene(), "/World/Crowd.x", "--range", "100:160", "--json"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  const Json intervals = parseJson(ran.out)["intervals"];
  ASSERT_GE(intervals.size(), 2u);
  EXPECT_EQ(intervals.front()["from"], 100.0);
  EXPECT_EQ(intervals.back()["to"], 160.0);
  for (const char* range :
       {"", "1:2x0", "1:5x-1", "nan:3", "default:3", "earliest:4", "1:inf", "1:", "1:2:3", "1,"}) {
    const Ran refused = runLine({"explain", scene(), "/World.still", "--range", range});
    EXPECT_EQ(refused.status, kWrongUsage) << range;
    EXPECT_NE(refused.err.find("error: --range: "), std::string::npos) << range << refused.err;
  }
  const Ran empty = runLine({"explain", scene(), "/World.still", "--time", ""});
  EXPECT_EQ(empty.status, kWrongUsage);
  EXPECT_NE(empty.err.find("--time \"\""), std::string::npos) << empty.err;
}

TEST(ExplainVerb, RangesAreWholeFromEndToEnd) {
  using Ends = std::vector<std::pair<double, double>>;
  const struct {
    const char* range;
    Ends ends;
    bool hasNote;
  } cases[] = {
      {"3:5.5", {{3, 5.5}}, false},     {"5:5.5", {{5, 5.5}}, false},
      {"0.2:0.9", {{0.2, 0.9}}, false}, {"5.5:3", {{3, 5.5}}, false},
      {"5", {{5, 5}}, false},           {"1:2.5,4", {{1, 2.5}, {4, 4}}, false},
      {"1:9.5x4", {{1, 9.5}}, true},    {"0:1e15", {{0, 10}, {10, 1e15}}, false},
  };
  for (const auto& c : cases) {
    const Ran ran = runLine({"explain", scene(), "/World.still", "--range", c.range, "--json"});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    Ends ends;
    const Json told = parseJson(ran.out);
    for (const Json& interval : told["intervals"]) {
      ends.emplace_back(interval["from"].get<double>(), interval["to"].get<double>());
    }
    EXPECT_EQ(ends, c.ends) << c.range;
    EXPECT_EQ(ran.err.find("stride is ignored") != std::string::npos, c.hasNote)
        << c.range << ran.err;
  }
}

TEST(ExplainVerb, HeldInterpolation) {
  const Ran ran = runLine(
      {"explain", scene(), "/World.still", "--time", "5", "--json", "--interpolation", "held"});
  EXPECT_EQ(parseJson(ran.out)["value"], 5.0);
  EXPECT_EQ(parseJson(ran.out)["samples"]["how"], "held");
}

TEST(ExplainVerb, ClipsWithinABudget) {
  const std::vector<std::string> line = {"explain", scene(), "/World/Crowd.x", "--time", "142.5"};
  const auto with = [&](const std::string& budget) {
    std::vector<std::string> more = line;
    more.insert(more.end(), {"--clipBudget", budget});
    return runLine(more);
  };
  EXPECT_EQ(with("0").out, runLine(line).out);
  EXPECT_EQ(with("0.5").status, kSuccess);
  for (const char* budget : {"-1", "much", "1e30"}) {
    EXPECT_EQ(with(budget).status, kWrongUsage) << budget;
  }
}

TEST(ExplainVerb, PrimsHaveNodesAndOpinions) {
  const Ran ran = runLine({"explain", scene(), "/World/Crowd", "--json"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  const Json json = parseJson(ran.out);
  ASSERT_EQ(json["nodes"].size(), 2u);
  EXPECT_EQ(json["nodes"][1]["arc"], "reference");
  EXPECT_EQ(json["nodes"][1]["introduced"], "/World/Crowd");
  EXPECT_EQ(json["opinions"].size(), 2u);
}

TEST(ExplainVerb, PrimsThatAreSkinnedHaveTheirBinding) {
  const std::string sample = (testAssetsPath() / "../../resources/samples/crossing.usda").string();
  const struct {
    const char* path;
    const char* part;  // Empty: nothing about skinning.
  } cases[] = {
      {"/Crossing/People/Ada/Hat", "</Crossing/People/Ada/Hat> is bound."},
      {"/Crossing/People/Ada/Skeleton", "animation: /Crossing/People/Ada/Walk, by "},
      {"/Crossing/Car", ""},
  };
  for (const auto& c : cases) {
    const Ran text = runLine({"explain", sample, c.path});
    EXPECT_EQ(text.status, kSuccess) << text.err;
    const bool isSkinned = *c.part != '\0';
    EXPECT_EQ(text.out.find("\nSkinning\n") != std::string::npos, isSkinned) << text.out;
    EXPECT_NE(text.out.find(c.part), std::string::npos) << text.out;
    const Json json = parseJson(runLine({"explain", sample, c.path, "--json"}).out);
    EXPECT_EQ(json.contains("skinning"), isSkinned) << c.path;
  }
}

TEST(ExplainVerb, MissingPrimsAndAttributesAreErrors) {
  for (const char* path : {"/Nobody", "/World.nothing", "no path at all", "/World/Nobody.x"}) {
    const Ran ran = runLine({"explain", scene(), path});
    EXPECT_EQ(ran.status, *path == '/' ? kFailure : kWrongUsage) << path;
    EXPECT_EQ(ran.out, "") << path;
    EXPECT_NE(ran.err, "") << path;
  }
}

TEST(ExplainVerb, MessagesNameTheFileAndTheExpectedPath) {
  const std::string file = scene();
  const std::string expected = "Expected an absolute path of a prim or property.\n";
  const struct {
    const char* path;
    std::string problem;
  } cases[] = {
      {"/Nobody.x", "The stage has no prim </Nobody>.\n"},
      {"nobody.x", "The stage has no prim </nobody>. " + expected},
      {"", "\"\" is not a path. " + expected},
      {"/World.", "\"/World.\" is not a path. " + expected},
      {"/A\x1b[31m.b", "\"/A\\x1b[31m.b\" is not a path. " + expected},
      {"/A\xc2\x9b.b", "\"/A\\xc2\\x9b.b\" is not a path. " + expected},
  };
  for (const auto& c : cases) {
    const Ran ran = runLine({"explain", file, c.path});
    EXPECT_EQ(ran.err, "error: " + file + ": " + c.problem);
    const bool isPath = c.problem.find("is not a path") == std::string::npos;
    EXPECT_EQ(ran.status, isPath ? kFailure : kWrongUsage) << c.path;
  }
}

TEST(ExplainVerb, RelationshipsFieldsAndPlacesInVariants) {
  const std::string file = (testAssetsPath() / "explain/root.usda").string();
  const struct {
    std::vector<std::string> words;
    const char* part;
    const char* about;
    Json value;
  } cases[] = {
      {{"/World/Hero.parts"},
       "- /World/Hero/Arm  (from base.usda; deleted by `root.usda`)",
       "targets",
       {"/World/Extra", "/World/Hero/Leg"}},
      {{"/World/Hero", "--field", "kind"}, "`base.usda` gives `kind`.", "metadata", "component"},
      {{"/", "--field", "timeCodesPerSecond"},
       "30, from framesPerSecond in `root.usda`",
       "metadata",
       nullptr},
      {{"/World/Hero{look=red}Body.radius"},
       "The variant is selected, so they apply.",
       "variantSite",
       nullptr},
      {{"/World/Hero{look=}"}, "* shot.usda   /World/Hero  red: selects", "variantSet", "red"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> words = {"explain", file};
    words.insert(words.end(), c.words.begin(), c.words.end());
    const Ran text = runLine(words);
    EXPECT_EQ(text.status, kSuccess) << text.err;
    EXPECT_NE(text.out.find(c.part), std::string::npos) << text.out;
    words.emplace_back("--json");
    const Json json = parseJson(runLine(words).out);
    EXPECT_EQ(json["about"], c.about);
    EXPECT_EQ(json["value"], c.value) << c.part;
  }
}

TEST(ExplainVerb, PrimsAndAttributesHaveFurtherFacts) {
  const std::string file = (testAssetsPath() / "explain/root.usda").string();
  const auto aboutOf = [&](const char* path, const char* time) {
    const Ran ran = runLine(
        {"explain", file, path, "--time", time, "--json", "--variantFallback", "rig=none,rough"});
    std::vector<std::string> about;
    const Json json = parseJson(ran.out);
    for (const Json& fact : json.value("facts", Json::array())) about.push_back(fact["about"]);
    return about;
  };
  using Facts = std::vector<std::string>;
  EXPECT_EQ(aboutOf("/World/Hero", "13"),
            Facts({"variantSet", "variantSet", "variantSet", "variantSet", "visibility", "purpose",
                   "material", "material", "bounds"}));
  EXPECT_EQ(aboutOf("/World/Extra", "12"), Facts({"purpose", "material"}));
  EXPECT_EQ(aboutOf("/World/Hero.size", "12"), Facts({"connections"}));
  EXPECT_EQ(aboutOf("/World/Hero/Body.visibility", "12"), Facts({"visibility"}));
  EXPECT_EQ(aboutOf("/World/Hero/Body.radius", "12"), Facts());
  EXPECT_EQ(aboutOf("/World/Hero.material:binding", "12"), Facts({"material"}));
}

TEST(ExplainVerb, FieldsThatAreNoMetadataAreErrors) {
  const std::string file = (testAssetsPath() / "explain/root.usda").string();
  const struct {
    std::vector<std::string> words;
    const char* problem;
  } cases[] = {
      {{"/World/Hero", "--field", "nosuch"}, "There is no metadata field `nosuch`"},
      {{"/World/Hero", "--field", "references"}, "`references` is not metadata. It is an arc"},
      {{"/World/Hero", "--field", ""}, "The name of a metadata field is expected."},
      {{"/World/Hero.nosuch", "--field", "documentation"}, "The prim has no property `nosuch`."},
      {{"/World/Hero{look=red}", "--field", "kind"}, "is not a path of a prim or property"},
      {{"/Nope{look=red}"}, "The stage has no prim </Nope>."},
      {{"/World/Hero.size", "--time", "inf"}, "--time inf: Expected a finite number"},
      {{"/World/Hero.size", "--time", "nan"}, "--time nan: Expected a finite number"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> words = {"explain", file};
    words.insert(words.end(), c.words.begin(), c.words.end());
    const Ran ran = runLine(words);
    EXPECT_EQ(ran.status,
              c.words.back() == "inf" || c.words.back() == "nan" ? kWrongUsage : kFailure)
        << c.problem;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(c.problem), std::string::npos) << ran.err;
  }
}

TEST(ClipsVerb, ListsSetsAndFailsWhereSomethingIsWrong) {
  const Ran ran = runLine({"clips", scene(), "--json"});
  EXPECT_EQ(ran.status, kFailure);
  const Json json = parseJson(ran.out);
  EXPECT_EQ(json["sets"][0]["lane"].size(), 2u);
  EXPECT_EQ(json["findings"][0]["id"], "gap");
  EXPECT_EQ(runLine({"clips", scene("clip_a.usda")}).status, kSuccess);
}

TEST(FlattenVerb, WritesOneLayer) {
  const Ran ran = runLine({"flatten", scene(), "--skipSourceFileComment"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_NE(ran.out.find("double x.timeSamples"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("references"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("clips"), std::string::npos) << ran.out;
}

TEST(FlattenVerb, WritesCratesByName) {
  const TemporaryFolder folder;
  const std::string out = (folder / "flat.usdc").string();
  const Ran ran = runLine({"flatten", scene(), "--skipSourceFileComment", "--out", out});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(runLine({"cat", out}).out,
            runLine({"flatten", scene(), "--skipSourceFileComment"}).out);
  const std::string either = (folder / "flat.usd").string();
  EXPECT_EQ(runLine({"flatten", scene(), "--out", either, "--usdFormat", "usda"}).status, kSuccess);
  std::ifstream text(either);
  std::string cookie;
  text >> cookie;
  EXPECT_EQ(cookie, "#usda");
  EXPECT_EQ(runLine({"flatten", scene(), "--out", out, "--usdFormat", "usda"}).status, kWrongUsage);
}

TEST(CatVerb, Flattens) {
  const Ran flat = runLine({"cat", "--flatten", "--skipSourceFileComment", scene()});
  EXPECT_EQ(flat.out, runLine({"flatten", scene(), "--skipSourceFileComment"}).out);
  EXPECT_NE(runLine({"cat", "-f", scene()}).out.find("Generated from Composed Stage"),
            std::string::npos);
  const Ran stack = runLine({"cat", "--flattenLayerStack", scene()});
  EXPECT_EQ(stack.status, kSuccess) << stack.err;
  EXPECT_EQ(stack.out, runLine({"flatten", "--layerStack", scene()}).out);
  const Ran masked = runLine({"cat", "--flatten", "--mask", "/World/Nobody", scene()});
  EXPECT_EQ(masked.status, kSuccess) << masked.err;
  EXPECT_NE(masked.out.find("\"World\""), std::string::npos) << masked.out;
  EXPECT_EQ(masked.out.find("\"Crowd\""), std::string::npos) << masked.out;
  EXPECT_EQ(runLine({"cat", "--flatten", "--mask", "no path", scene()}).status, kWrongUsage);
  EXPECT_EQ(runLine({"cat", "--mask", "/World", scene()}).status, kWrongUsage);
  EXPECT_EQ(runLine({"cat", "--flattenLayerStack", "--mask", "/World", scene()}).status,
            kWrongUsage);
  EXPECT_EQ(runLine({"cat", "--flatten", "--flattenLayerStack", scene()}).status, kWrongUsage);
  EXPECT_EQ(runLine({"cat", "--flatten", "--layerMetadata", scene()}).status, kWrongUsage);
}

TEST(MaskOption, VerbsThatShowPrimsHaveIt) {
  const Ran tree = runLine({"tree", "-s", "--mask", "/World/Crowd", scene()});
  EXPECT_EQ(tree.status, kSuccess) << tree.err;
  EXPECT_EQ(tree.out, "/\n `--World\n     `--Crowd\n") << tree.out;
  EXPECT_EQ(runLine({"tree", "--mask", " , ", scene()}).out, runLine({"tree", scene()}).out);
  EXPECT_EQ(runLine({"tree", "--mask", "/Nobody, /", scene()}).out, runLine({"tree", scene()}).out);
  const Json dump = parseJson(runLine({"dump", "--mask", "/World/Nobody", scene()}).out);
  ASSERT_EQ(dump["prims"].size(), 1u);
  EXPECT_EQ(dump["prims"][0]["path"], "/World");
  EXPECT_EQ(runLine({"explain", "--mask", "/World/Crowd", scene(), "/World/Crowd"}).status,
            kSuccess);
  EXPECT_EQ(runLine({"explain", "--mask", "/World/No", scene(), "/World/Crowd"}).status, kFailure);
  for (const char* verb : {"tree", "dump", "explain"}) {
    for (const char* mask : {"World", "/World.x", "/World/Crowd,//", "/W{a=b}C"}) {
      std::vector<std::string> words = {verb, "--mask", mask, scene()};
      if (words[0] == "explain") words.push_back("/World");
      const Ran ran = runLine(words);
      EXPECT_EQ(ran.status, kWrongUsage) << verb << ' ' << mask;
      EXPECT_NE(ran.err.find("Expected an absolute path of a prim."), std::string::npos) << ran.err;
    }
  }
}

TEST(MuteOption, RefusesTheRootLayer) {
  const std::string name = std::filesystem::path(scene()).filename().string();
  const Ran ran = runLine({"tree", scene(), "--mute", name});
  EXPECT_EQ(ran.status, kWrongUsage);
  EXPECT_NE(ran.err.find("The root layer of a stage cannot be muted."), std::string::npos);
}

TEST(TreeVerb, TakesTheOptionsOfUsdtree) {
  EXPECT_EQ(runLine({"tree", "-u", scene()}).out, runLine({"tree", "--unloaded", scene()}).out);
  EXPECT_EQ(runLine({"tree", "-f", scene()}).out, runLine({"tree", scene()}).out);
  const Ran stack = runLine({"tree", "--flattenLayerStack", "-m", scene()});
  EXPECT_EQ(stack.status, kSuccess) << stack.err;
  EXPECT_NE(stack.out.find("(references)"), std::string::npos) << stack.out;
  for (const char* option : {"-f", "-c", "--models", "--mask=/World"}) {
    EXPECT_EQ(runLine({"tree", "--flattenLayerStack", option, scene()}).status, kWrongUsage);
  }
}

// usdtree shows a single layer unless it is asked to compose.
TEST(TreeVerb, DrawsWhatUsdtreeDraws) {
  const std::optional<std::filesystem::path> corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const auto folder = *corpora / "conformance/openusd/usd_utils/usdtree.testUsdTreePayload";
  const struct {
    std::vector<std::string> options;
    const char* baseline;
  } cases[] = {{{"-f"}, "output.txt"},
               {{"--flattenLayerStack"}, "output_fls.txt"},
               {{"-f", "--mask", "/root/child1"}, "output_masked.txt"},
               {{"-m", "--flattenLayerStack"}, "output_notflattened.txt"},
               {{"-s", "--flattenLayerStack"}, "output_simple.txt"}};
  for (const auto& c : cases) {
    std::vector<std::string> words = {"tree", (folder / "input.usda").string()};
    words.insert(words.end(), c.options.begin(), c.options.end());
    std::ostringstream expected;
    expected << std::ifstream(folder / "baseline" / c.baseline).rdbuf();
    EXPECT_EQ(runLine(words).out, expected.str()) << c.baseline;
  }
}

TEST(ManifestVerb, DeclaresWhatClipsHave) {
  const Ran plain = runLine({"manifest", scene()});
  EXPECT_EQ(plain.status, kSuccess) << plain.err;
  EXPECT_NE(plain.out.find("double missing\n"), std::string::npos) << plain.out;
  const Ran blocks = runLine({"manifest", scene(), "--writeBlocks"});
  EXPECT_NE(blocks.out.find("35: None"), std::string::npos) << blocks.out;
  EXPECT_EQ(runLine({"manifest", scene(), "--clipSet", "other"}).status, kFailure);
}

TEST(ManifestVerb, DeclaresWhatAListOfClipsHas) {
  const Ran both =
      runLine({"manifest", scene("clip_a.usda"), scene("clip_b.usda"), "--clipPath", "/Crowd"});
  EXPECT_EQ(both.status, kSuccess) << both.err;
  EXPECT_EQ(both.out, runLine({"manifest", scene()}).out);
  const struct {
    std::vector<std::string> words;
    int status;
    const char* error;
  } faults[] = {
      {{scene("clip_a.usda"), scene("clip_b.usda")}, kWrongUsage, "a list of clips needs"},
      {{scene("clip_a.usda"), "--clipPath", "Crowd"}, kWrongUsage, "an absolute path of a prim"},
      {{scene("clip_a.usda"), "--clipPath", "/Crowd.x"}, kWrongUsage, "an absolute path of a prim"},
      {{scene("clip_a.usda"), "--clipPath", "/Nobody"}, kFailure, "No clip has a prim"},
      {{scene("clip_a.usda"), scene("gone.usda"), "--clipPath", "/Crowd"},
       kUnreadable,
       "gone.usda"},
      {{scene("clip_a.usda"), "--clipPath", "/Crowd", "--writeBlocks"}, kWrongUsage, "clipPath"},
  };
  for (const auto& c : faults) {
    std::vector<std::string> words = {"manifest"};
    words.insert(words.end(), c.words.begin(), c.words.end());
    const Ran ran = runLine(words);
    EXPECT_EQ(ran.status, c.status) << ran.err;
    EXPECT_NE(ran.err.find(c.error), std::string::npos) << ran.err;
  }
}

TEST(StitchClipsVerb, WritesRootTopologyAndManifest) {
  const TemporaryFolder folder;
  const std::string out = (folder / "all.usda").string();
  const Ran ran = runLine({"stitchclips", scene("clip_a.usda"), scene("clip_b.usda"), "--out", out,
                           "--clipPath", "/Crowd"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  for (const char* name : {"all.usda", "all.topology.usda", "all.manifest.usda"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  }
  const std::string crate = (folder / "all.usdc").string();
  EXPECT_EQ(
      runLine({"stitchclips", scene("clip_a.usda"), "--out", crate, "--clipPath", "/Crowd"}).status,
      kSuccess);
  EXPECT_TRUE(std::filesystem::exists(folder / "all.topology.usdc"));
  EXPECT_EQ(runLine({"cat", crate}).status, kSuccess);
  EXPECT_EQ(
      runLine({"stitchclips", scene("clip_a.usda"), "--out", out, "--clipPath", "nowhere"}).status,
      kWrongUsage);
}

TEST(StitchClipsVerb, RecordsTheCommandLineUnlessDisabled) {
  const TemporaryFolder folder;
  const std::string out = (folder / "all.usda").string();
  const std::vector<std::string> words = {"stitchclips", scene("clip_a.usda"), "--out",
                                          out,           "--clipPath",         "/Crowd"};
  EXPECT_EQ(runLine(words).status, kSuccess);
  EXPECT_NE(runLine({"cat", out}).out.find("\"Generated with usdscope stitchclips"),
            std::string::npos);
  // Files elsewhere keep their absolute paths.
  EXPECT_NE(runLine({"cat", out}).out.find("@" + scene("clip_a.usda") + "@"), std::string::npos);
  auto quiet = words;
  quiet.push_back("-n");
  EXPECT_EQ(runLine(quiet).status, kSuccess);
  EXPECT_EQ(runLine({"cat", out}).out.find("Generated with"), std::string::npos);
}

TEST(StitchClipsVerb, RefusesNumbersThatNothingPlaysWith) {
  const TemporaryFolder folder;
  const std::string out = (folder / "all.usda").string();
  const std::vector<std::vector<std::string>> faults = {
      {"-s", "nan"},    {"-e", "inf"}, {"-r", "0"}, {"-r", "-1"}, {"-s", "103", "-e", "101"},
      {"--clipSet", ""}};
  for (const auto& fault : faults) {
    std::vector<std::string> words = {"stitchclips", scene("clip_a.usda"), "--out",
                                      out,           "--clipPath",         "/Crowd"};
    words.insert(words.end(), fault.begin(), fault.end());
    const Ran ran = runLine(words);
    EXPECT_EQ(ran.status, kWrongUsage) << fault[0] << fault[1];
    EXPECT_NE(ran.err, "");
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

}  // namespace usdscope
