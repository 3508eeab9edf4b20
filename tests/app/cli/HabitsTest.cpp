// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "app/cli/NearestWord.h"
#include "app/cli/PrintableStream.h"
#include "app/cli/ProgressLine.h"
#include "app/cli/Shard.h"
#include "app/cli/TextColors.h"
#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/ScopedVariable.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string habitAsset(const char* name) { return (testAssetsPath() / name).string(); }

Ran runWithInput(const std::string& input, const std::vector<std::string>& line) {
  std::istringstream in(input);
  std::streambuf* const before = std::cin.rdbuf(in.rdbuf());
  const Ran ran = runLine(line);
  std::cin.rdbuf(before);
  return ran;
}

constexpr const char* kMoving = R"(#usda 1.0
(
    defaultPrim = "A"
)

def "A"
{
    double still = 3
    double x = 7
    double x.timeSamples = {
        1: 0,
        3: 4,
    }
    double gone.timeSamples = {
        1: None,
    }
}

)";

}  // namespace

// A status for each reason, for every verb that reads a scene or a layer.
TEST(Habits, UnreadableFilesHaveTheirOwnStatus) {
  const TemporaryFolder folder;
  const std::string gone = (folder / "gone.usda").string();
  const std::string broken = (folder / "broken.usda").string();
  std::ofstream(broken) << "#usda 1.0\ndef \"A\" {\n";
  const std::string out = (folder / "out.usda").string();
  const std::vector<std::vector<std::string>> lines = {
      {"bake", gone, "-o", out},
      {"bench", gone},
      {"cat", gone},
      {"cat", "--flatten", broken},
      {"check", gone},
      {"clips", gone},
      {"diff", gone, gone},
      {"dump", gone},
      {"dumpcrate", gone},
      {"explain", gone, "/A"},
      {"find", gone},
      {"flatten", broken},
      {"manifest", gone, "-o", out},
      {"package", gone + "z", "--list"},
      {"package", (folder / "p.usdz").string(), "--asset", gone},
      {"package", "--list-dependencies", gone},
      {"resolve", gone, "x.usda"},
      {"stats", broken},
      {"stitch", gone, "-o", out},
      {"stitchclips", gone, "-o", out, "-c", "/A"},
      {"tree", gone},
      {"view", gone},
  };
  for (const auto& line : lines) {
    const Ran ran = runLine(line);
    EXPECT_EQ(ran.status, kUnreadable) << line[0] << '\n' << ran.err;
    EXPECT_NE(ran.err.find("error: "), std::string::npos) << line[0];
  }
  EXPECT_FALSE(std::filesystem::exists(out));
  // The answer, without errors.
  EXPECT_EQ(runLine({"tree", habitAsset("search/shot.usda")}).status, kSuccess);
}

TEST(Habits, UnknownOptionsNameTheNearestOne) {
  const struct {
    std::vector<std::string> line;
    const char* message;
  } cases[] = {
      {{"tree", "a.usda", "--jsno"}, "error: There is no option --jsno"},
      {{"check", "a.usda", "--jsno"}, "the nearest one is --json."},
      {{"cat", "a.usda", "--flaten"}, "the nearest one is --flatten."},
      {{"record", "a.usda", "--frame=3"}, "the nearest one is --frames."},
      {{"tree", "a.usda", "--thread", "3"}, "the nearest one is --threads."},
      {{"record", "a.usda", "--fram", "1", "-o", "x.png"}, "the nearest one is --frames."},
      {{"dump", "a.usda", "--threads", "soon", "--jsno"}, "There is no option --jsno"},
      {{"explian", "a.usda"}, "the nearest verb is explain."},
      {{"tre"}, "the nearest verb is tree."},
      {{"zebra"}, "error: There is no verb and no file zebra."},
  };
  for (const auto& c : cases) {
    const Ran ran = runLine(c.line);
    EXPECT_EQ(ran.status, kWrongUsage) << c.message;
    EXPECT_NE(ran.err.find(c.message), std::string::npos) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  }
}

TEST(Habits, AMisspelledOptionIsNamedBeforeAMissingArgument) {
  const Ran ran = runLine({"record", "--framse", "3"});
  EXPECT_EQ(ran.status, kWrongUsage);
  EXPECT_NE(ran.err.find("nearest one is --frames"), std::string::npos) << ran.err;
  EXPECT_EQ(runLine({"record"}).err, "error: FILE is required. --help lists the options.\n");
}

TEST(Habits, LostResultsAreReportedOnce) {
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"help"}, {"help", "tree"}, {"--version"}, {"help", "status"}}) {
    std::ostream lost(nullptr);
    std::ostringstream err;
    EXPECT_EQ(runCommandLine(line, {lost, err}), kUnreadable);
    EXPECT_EQ(err.str(), "error: The results could not be written.\n") << line[0];
  }
}

TEST(TextColors, SeveritiesAndDifferencesAreColoredAtTheStartsOfLines) {
  EXPECT_EQ(withColoredSeverities("error: a.usda: an error: b\nplain\nwarning: c\nnote: d"),
            "\x1b[31merror:\x1b[0m a.usda: an error: b\nplain\n\x1b[33mwarning:\x1b[0m c\n"
            "\x1b[36mnote:\x1b[0m d");
  EXPECT_EQ(withColoredDifferences("  </A> x\n    - 1 - 2\n    + \"a\"\n-1\n- <B>\n"),
            "  </A> x\n\x1b[31m    - 1 - 2\x1b[0m\n\x1b[32m    + \"a\"\x1b[0m\n-1\n"
            "\x1b[31m- <B>\x1b[0m\n");
  EXPECT_EQ(withColoredSeverities(""), "");
}

TEST(TextColors, MessagesAreColoredWhereALineBegins) {
  std::ostringstream plain;
  PrintableStream(plain) << "error: " << "error: \x1b" << '\n';
  EXPECT_EQ(plain.str(), "error: error: \\x1b\n");
  std::ostringstream colored;
  PrintableStream err(colored, nullptr, true);
  err << "error: " << "error: \x1b" << '\n' << "" << "note: b\n";
  EXPECT_EQ(colored.str(), "\x1b[31merror:\x1b[0m error: \\x1b\n\x1b[36mnote:\x1b[0m b\n");
  EXPECT_FALSE(mayHaveColors(colored)) << "only streams of the process end on a terminal";
}

// The text that stands on a terminal after these bytes.
std::string onTerminal(const std::string& bytes) {
  std::string text;
  std::size_t line = 0;
  std::size_t at = 0;
  for (const char c : bytes) {
    if (c == '\r') {
      at = line;
      continue;
    }
    text.resize(std::max(text.size(), at + 1), ' ');
    text[at++] = c;
    if (c == '\n') line = at = text.size();
  }
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

TEST(ProgressLine, AppearsAfterAWhileAndLeavesNothing) {
  std::ostringstream out;
  std::ostringstream err;
  const auto shown = [&] {
    ProgressLine line({out, err, true}, "bake", std::chrono::milliseconds(20));
    line.set(3, 9, "files");
    while (!line.isShown()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    line.err() << "note: Something.\n";
    line.out() << "result\n";
  };
  shown();
  EXPECT_EQ(out.str(), "result\n");
  EXPECT_TRUE(err.str().starts_with("bake: 3 of 9 files, ")) << err.str();
  EXPECT_EQ(onTerminal(err.str()), "note: Something.\n") << err.str();
  err.str("");
  {
    const ProgressLine unseen({out, err, true}, "bake", std::chrono::hours(1));
  }
  EXPECT_EQ(err.str(), "");
  // These are not the streams of the process.
  EXPECT_EQ(ProgressLine::onTerminal(out, err, "bake"), nullptr);
}

TEST(NearestWord, FindsTheWordWithTheFewestEdits) {
  const std::vector<std::string> words = {"--json", "--mask", "--flatten", "--flattenLayerStack"};
  EXPECT_EQ(nearestWord("--JSON", words), "--json");
  EXPECT_EQ(nearestWord("--msak", words), "--mask");
  EXPECT_EQ(nearestWord("--flattenL", words), "--flattenLayerStack");
  EXPECT_EQ(nearestWord("--colour", words), "");
  EXPECT_EQ(nearestWord("", words), "");
  EXPECT_EQ(nearestWord(std::string(1000, 'a'), words), "");
}

TEST(Habits, ScenesComeFromStandardInput) {
  EXPECT_EQ(runWithInput(kMoving, {"tree", "-"}).out, "/\n `--A [def]\n");
  EXPECT_EQ(runWithInput(kMoving, {"find", "-", "animated:yes"}).out, "/A\n");
  const Ran nothing = runWithInput("nothing", {"tree", "-"});
  EXPECT_EQ(nothing.status, kUnreadable);
  EXPECT_NE(nothing.err, "");
  // A result for a pipe.
  EXPECT_EQ(runWithInput(kMoving, {"flatten", "-", "--skipSourceFileComment", "-o", "-"}).out,
            runWithInput(kMoving, {"cat", "-"}).out);
}

TEST(Habits, LayersComeFromStandardInput) {
  EXPECT_EQ(runWithInput(kMoving, {"stitch", "-"}).out, runWithInput(kMoving, {"cat", "-"}).out);
  std::ifstream crate(testAssetsPath() / "usdc/types.usdc", std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(crate), {});
  const Ran dumped = runWithInput(bytes, {"dumpcrate", "-", "--json"});
  ASSERT_EQ(dumped.status, kSuccess) << dumped.err;
  EXPECT_EQ(parseJson(dumped.out)["bytes"], bytes.size());
  EXPECT_EQ(runWithInput("text", {"dumpcrate", "-"}).status, kUnreadable);
  EXPECT_EQ(runWithInput(kMoving, {"cat", "-", "-o", "-"}).out,
            runWithInput(kMoving, {"cat", "-"}).out);
  // Paths are relative to the working folder.
  const std::string here = std::filesystem::current_path().string();
  const Ran resolved = runWithInput(kMoving, {"resolve", "-", "./gone.usda", "--json"});
  EXPECT_EQ(resolved.status, kFailure) << resolved.err;
  EXPECT_EQ(parseJson(resolved.out)[0]["tried"][0], here + "/gone.usda");
}

TEST(Habits, CratesGoToStandardOutput) {
  for (const char* verb : {"cat", "flatten", "stitch"}) {
    const Ran ran = runWithInput(kMoving, {verb, "-", "-o", "-", "--usdFormat", "usdc"});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("PXR-USDC")) << verb;
    EXPECT_NE(runWithInput(ran.out, {"cat", "-"}).out.find("double x = 7\n"), std::string::npos);
  }
  const std::string scene = habitAsset("search/shot.usda");
  EXPECT_EQ(runLine({"cat", scene, scene, "-o", "-", "--usdFormat", "usdc"}).status, kWrongUsage);
}

TEST(Habits, VerbsThatNeedFilesSaySo) {
  const std::vector<std::vector<std::string>> lines = {
      {"bench", "-"},
      {"capsule", "-", "-o", "k.usdz"},
      {"capsule", "a.usda", "-o", "-"},
      {"package", "-", "--list"},
      {"package", "k.usdz", "-"},
      {"stitchclips", "-", "b.usda", "-c", "/A", "-o", "s.usda"},
      {"stitchclips", "a.usda", "-c", "/A", "-o", "-"},
      {"view", "-"},
      {"-"},
  };
  for (const auto& line : lines) {
    const Ran ran = runWithInput(kMoving, line);
    EXPECT_EQ(ran.status, kWrongUsage) << line[0] << ran.err;
    EXPECT_NE(ran.err.find("file"), std::string::npos) << line[0] << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << line[0] << ran.err;
  }
}

TEST(Habits, ReportsAreJsonOnRequest) {
  const TemporaryFolder folder;
  const std::string scene = (folder / "a.usda").string();
  std::ofstream(scene)
      << "#usda 1.0\n\ndef Xform \"A\" (\n    kind = \"group\"\n)\n{\n"
         "    double x.timeSamples = { 1: 0, 2: 1 }\n    over \"B\"\n    {\n    }\n}\n";
  const auto json = [&](std::vector<std::string> line) {
    line.emplace_back("--json");
    const Ran ran = runLine(line);
    EXPECT_EQ(ran.status, kSuccess) << line[0] << ran.err;
    return parseJson(ran.out);
  };
  const Json tree = json({"tree", scene, "--counts", "--attributes"});
  const Json a = {{"path", "/A"},      {"specifier", "def"},
                  {"type", "Xform"},   {"kind", "group"},
                  {"active", true},    {"loaded", true},
                  {"instance", false}, {"animated", 1},
                  {"byClips", 0},      {"properties", Json::array({"x"})}};
  ASSERT_EQ(tree.size(), 2u) << tree;
  EXPECT_EQ(tree[0], a);
  EXPECT_EQ(tree[1]["path"], "/A/B");
  EXPECT_EQ(json({"tree", scene, "--layer", "--simple"}),
            parseJson(R"([{"path":"/A"},{"path":"/A/B"}])"));
  const Json found = json({"resolve", scene, "./a.usda"});
  EXPECT_EQ(found[0]["resolved"], scene);
  EXPECT_EQ(found[0]["tried"], Json::array({scene}));
  const std::string package = (folder / "p.usdz").string();
  ASSERT_EQ(runLine({"package", package, "--asset", scene}).status, kSuccess);
  const Json files = json({"package", package, "--list"});
  EXPECT_EQ(files["files"][0]["name"], "a.usda");
  EXPECT_EQ(files["files"][0]["offset"], 64);
  EXPECT_EQ(json({"package", package, "--checkCompliance"}), parseJson(R"({"problems":[]})"));
  const Json rules = json(
      {"check", "--dumpRules", "--includeValidators", "usdGeomValidators:EncapsulationChecker"});
  ASSERT_EQ(rules.size(), 1u) << rules;
  EXPECT_EQ(rules[0]["name"], "usdGeomValidators:EncapsulationChecker");
  EXPECT_EQ(json({"package", "--asset", scene, "--list-dependencies"})["dependencies"][0]["file"],
            scene);
}

// The values are those of `Usd.Attribute.Get(time)`.
TEST(CatVerb, WritesTheValuesAtATime) {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.usda").string();
  std::ofstream(file) << kMoving;
  const auto at = [&](const char* time) {
    const Ran ran = runLine({"cat", "--skipSourceFileComment", "--at", time, file});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    EXPECT_EQ(ran.out.find("timeSamples"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("double still = 3\n"), std::string::npos) << ran.out;
    return ran.out;
  };
  EXPECT_NE(at("2").find("double x = 2\n"), std::string::npos) << at("2");
  EXPECT_NE(at("3").find("double x = 4\n"), std::string::npos);
  EXPECT_NE(at("earliest").find("double x = 0\n"), std::string::npos);
  EXPECT_NE(at("default").find("double x = 7\n"), std::string::npos);
  EXPECT_NE(at("2").find("double gone = None\n"), std::string::npos);
  EXPECT_EQ(runLine({"cat", "--at", "soon", file}).status, kWrongUsage);
}

TEST(FindVerb, FindsPrimsByTheLanguageOfTheTree) {
  const std::string scene = habitAsset("search/shot.usda");
  const Ran meshes = runLine({"find", scene, "type:Mesh"});
  EXPECT_EQ(meshes.status, kSuccess) << meshes.err;
  EXPECT_NE(meshes.out, "");
  const Json json = parseJson(runLine({"find", scene, "type:Mesh", "--json"}).out);
  EXPECT_EQ(json.size(), std::size_t(std::ranges::count(meshes.out, '\n')));
  for (const Json& prim : json) EXPECT_EQ(prim["type"], "Mesh");
  const Ran animated = runLine({"find", scene, "animated:yes"});
  EXPECT_NE(animated.out.find("/World/Hero\n"), std::string::npos) << animated.out;
  EXPECT_EQ(runLine({"find", scene, "type:Nothing"}).status, kFailure);
  const Ran wrong = runLine({"find", scene, "colour:red"});
  EXPECT_EQ(wrong.status, kWrongUsage);
  EXPECT_NE(wrong.err.find("colour:"), std::string::npos) << wrong.err;
  EXPECT_EQ(runLine({"find", scene, "type:Mesh", "--pops"}).status, kWrongUsage);
}

TEST(StatsVerb, CountsWhatASceneHolds) {
  const Ran ran = runLine({"stats", habitAsset("statistics/street.usda"), "--json"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const Json json = parseJson(ran.out);
  // The counts that the reference gives; see tests/assets/statistics.
  std::ifstream file(testAssetsPath() / "statistics/expected.json");
  const Json expected = parseJson(file)["statistics/street.usda"];
  EXPECT_EQ(json["total"]["prims"], expected["total"][0]);
  EXPECT_EQ(json["total"]["instanced"], expected["total"][1]);
  EXPECT_EQ(json["prototypes"], expected["prototypes"]);
  for (const auto& [type, row] : expected["type"].items()) {
    EXPECT_EQ(json["byType"][type]["prims"], row[0]) << type;
  }
  EXPECT_GE(json["layers"].size(), 1u);
  EXPECT_GT(json["residentBytes"], 0);
  EXPECT_NE(runLine({"stats", habitAsset("statistics/street.usda")}).out.find("street.usda"),
            std::string::npos);
}

TEST(StatsVerb, ListsArraysFilesAndClips) {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.usda").string();
  std::ofstream(folder / "here.png") << "12345";
  std::ofstream(folder / "clip.usda") << "#usda 1.0\n";
  std::ofstream(file) << R"(#usda 1.0
def "A" (
    clips = {
        dictionary default = {
            double2[] active = [(0, 0), (5, 1)]
            asset[] assetPaths = [@./clip.usda@, @./gone.usda@]
            string primPath = "/A"
        }
    }
)
{
    float3[] points.timeSamples = { 1: [(0, 0, 0), (1, 1, 1)], 2: [(2, 2, 2)] }
    int[] counts = [1, 2, 3]
    int[] empty = []
    asset here = @./here.png@
    asset[] others = [@./here.png@, @./gone.png@]
}
)";
  const Ran ran = runLine({"stats", file, "--json", "--arrays", "1"});
  const Json json = parseJson(ran.out);
  EXPECT_EQ(json["arrays"]["elements"], 2 + 3 + 2);
  EXPECT_EQ(json["arrays"]["count"], 3);
  ASSERT_EQ(json["arrays"]["largest"].size(), 1u);
  ASSERT_EQ(json["files"].size(), 2u) << ran.out;
  EXPECT_EQ(json["files"][0]["isFound"], false);
  EXPECT_EQ(json["files"][1], Json({{"file", "here.png"},
                                    {"isFound", true},
                                    {"isPattern", false},
                                    {"bytes", 5},
                                    {"uses", 2}}));
  ASSERT_EQ(json["clipSets"].size(), 1u);
  EXPECT_EQ(json["clipSets"][0]["clips"], 2);
  EXPECT_EQ(json["clipSets"][0]["missing"], 1);
  EXPECT_EQ(json["clipSets"][0]["bytes"], 10);
}

TEST(Habits, FaultyVariablesOfTheEnvironmentAreErrors) {
  const struct {
    const char* name;
    const char* value;
    const char* problem;
  } cases[] = {
      {"USDSCOPE_MAP_PATH", "/old=/new;bad", "bad: Expected FROM=TO."},
      {"USDSCOPE_RESOLVER_TIMEOUT", "abc", "abc: Expected a number from 0.01 to 86400."},
      {"USDSCOPE_RESOLVER_TIMEOUT", "5s", "5s: Expected a number from 0.01 to 86400."},
      {"USDSCOPE_RESOLVER_TIMEOUT", "inf", "inf: Expected a number from 0.01 to 86400."},
      {"USDSCOPE_RESOLVER_TIMEOUT", "nan", "nan: Expected a number from 0.01 to 86400."},
      {"USDSCOPE_EXPRESSION_VARIABLES", "N=x;M",
       "M: Expected NAME=VALUE, with letters, digits and _ in NAME."},
  };
  for (const auto& each : cases) {
    const ScopedVariable variable(each.name, each.value);
    const Ran ran = runLine({"resolve", "a.usda", "b.usda"});
    EXPECT_EQ(ran.status, kWrongUsage) << each.value;
    EXPECT_EQ(ran.err, std::string("error: ") + each.name + ": " + each.problem + "\n");
    EXPECT_EQ(runLine({"help"}).status, 0) << each.value;
  }
  const ScopedVariable maps("USDSCOPE_MAP_PATH", ";/old=/new;");
  const ScopedVariable seconds("USDSCOPE_RESOLVER_TIMEOUT", "");
  EXPECT_EQ(runLine({"resolve", "a.usda", "b.usda"}).err.find("Expected"), std::string::npos);
}

TEST(Habits, PathsOfOtherSystemsAreMapped) {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.usda").string();
  std::ofstream(folder / "b.usda") << "#usda 1.0\ndef \"B\" {}\n";
  std::ofstream(file) << "#usda 1.0\n(\n    subLayers = [@P:\\shots\\b.usda@]\n)\n";
  std::filesystem::create_directories(folder / "mnt/shots");
  std::filesystem::rename(folder / "b.usda", folder / "mnt/shots/b.usda");
  const std::string rule = "P:\\=" + (folder / "mnt").string();
  const Ran ran = runLine({"--mapPath", rule, "tree", file});
  ::unsetenv("USDSCOPE_MAP_PATH");
  EXPECT_EQ(ran.out, "/\n `--B [def]\n") << ran.err;
  const Ran resolved =
      runLine({"--mapPath", rule, "resolve", file, "P:\\shots\\b.usda", "P:\\gone.usda"});
  ::unsetenv("USDSCOPE_MAP_PATH");
  EXPECT_NE(resolved.out.find("found     " + (folder / "mnt/shots/b.usda").string()),
            std::string::npos)
      << resolved.out;
  EXPECT_NE(resolved.out.find("not there " + (folder / "mnt/gone.usda").string()),
            std::string::npos)
      << resolved.out;
}

TEST(Habits, AMapWithoutASignIsRefused) {
  for (const char* map : {"/mnt", "=/mnt"}) {
    const Ran ran = runLine({"--mapPath", map, "resolve", "a.usda", "b.usda"});
    EXPECT_EQ(ran.status, kWrongUsage) << map;
    EXPECT_EQ(ran.err, std::string("error: --mapPath ") + map + ": Expected FROM=TO.\n");
  }
}

TEST(Habits, AnOptionIsNotTheValueOfAnother) {
  const struct {
    std::vector<std::string> words;
    std::string error;  ///< Empty if the words are fine up to the missing file.
  } cases[] = {
      {{"view", "--mute", "--quitAfterStartup", "gone.usda"},
       "error: --mute needs a value, but the option --quitAfterStartup follows.\n"},
      {{"--threads", "--json", "stats", "gone.usda"}, ""},
      {{"stats", "gone.usda", "--searchPath", "--json"},
       "error: --searchPath needs a value, but the option --json follows.\n"},
      {{"record", "gone.usda", "-o", "--frames", "1"},
       "error: -o needs a value, but the option --frames follows.\n"},
      {{"stats", "gone.usda", "--searchPath", "--threads", "1"},
       "error: --searchPath needs a value, but the option --threads follows.\n"},
      {{"stats", "gone.usda", "--searchPath=--json"}, ""},
      {{"stats", "gone.usda", "--searchPath", "--other"}, ""},
      {{"stats", "--", "gone.usda", "--searchPath", "--json"}, ""},
  };
  for (const auto& each : cases) {
    const Ran ran = runLine(each.words);
    EXPECT_NE(ran.status, kSuccess) << each.words[1];
    if (each.error.empty()) {
      EXPECT_EQ(ran.err.find("needs a value"), std::string::npos) << ran.err;
    } else {
      EXPECT_EQ(ran.err, each.error);
    }
  }
  const Ran behind = runLine({"tree", "--", "gone.usda", "--json"});
  EXPECT_EQ(behind.status, kWrongUsage);
  EXPECT_NE(behind.err.find("not expected"), std::string::npos) << behind.err;
  EXPECT_EQ(behind.err.find("There is no option"), std::string::npos) << behind.err;
  const Ran before = runLine({"tree", "--jsno", "--", "--jsno", "--other"});
  EXPECT_NE(before.err.find("There is no option --jsno; the nearest one is --json."),
            std::string::npos)
      << before.err;
  const Ran bench = runLine({"bench", "-"});
  EXPECT_EQ(bench.status, kWrongUsage);
  EXPECT_EQ(bench.err, "error: bench opens a scene once for each phase, so it needs a file.\n");
}

TEST(Habits, ResolveEvaluatesExpressions) {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.usda").string();
  std::ofstream(file) << "#usda 1.0\n(\n    expressionVariables = {\n"
                         "        string WHICH = \"a\"\n    }\n)\n";
  EXPECT_EQ(runLine({"resolve", file, "`\"./${WHICH}.usda\"`"}).out,
            "`\"./${WHICH}.usda\"` -> " + file + "\n  found     " + file + "\n");
  const Ran bad = runLine({"resolve", file, "`\"a.usda`"});
  EXPECT_EQ(bad.status, kFailure);
  EXPECT_TRUE(bad.err.starts_with("error: `\"a.usda`: ")) << bad.err;
  const Ran empty = runLine({"resolve", file, ""});
  EXPECT_EQ(empty.status, kFailure);
  EXPECT_NE(empty.err.find("The asset path is empty."), std::string::npos) << empty.err;
  std::ofstream(file) << "#usda 1.0\n(\n";
  const Ran broken = runLine({"resolve", file, "`\"a.usda\"`"});
  EXPECT_NE(broken.err.find("a.usda:"), std::string::npos) << broken.err;
}

TEST(Shard, EachItemHasOneOwner) {
  EXPECT_EQ(parseShard("2/4")->index, 2);
  for (const char* text : {"", "2", "0/4", "5/4", "1/0", "-1/4", "1/4x", "1/ 4", "a/b"}) {
    EXPECT_FALSE(parseShard(text)) << text;
  }
  int owners = 0;
  for (int index = 1; index <= 3; ++index) owners += Shard{index, 3}.has(7) ? 1 : 0;
  EXPECT_EQ(owners, 1);
}

}  // namespace usdscope
