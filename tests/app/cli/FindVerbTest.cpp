// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "app/cli/CommandLine.h"
#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

Ran runFind(const std::vector<std::string>& options, const char* file = "motion/root.usda") {
  std::vector<std::string> words = {"find", (testAssetsPath() / file).string()};
  words.insert(words.end(), options.begin(), options.end());
  return runLine(words);
}

std::size_t lineCount(const std::string& text) {
  return std::size_t(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST(FindVerb, ListsProblemsOneALine) {
  const struct {
    std::vector<std::string> options;
    std::size_t count;
    const char* line;
  } cases[] = {
      {{"--pops"}, 6, "pop </World/Popping.x> 9 to 10: different samples, step 21"},
      {{"--frozen"}, 2, "frozen </World/Hidden.size> 1 to 20: 2 samples in anim.usda"},
      {{"--seams"}, 3, "clip_b.usda at 13 -> clip_c.usda at 14"},
      {{}, 11, "seam </World/Crowd.py> at 8"},
      {{"--pops", "--prim", "/World/Popping"}, 2, "pop </World/Popping.x> 10 to 11"},
      {{"--pops", "--between", "9", "10"}, 1, "pop </World/Popping.x> 9 to 10"},
      {{"--pops", "--between", "10", "9"}, 1, "pop </World/Popping.x> 9 to 10"},
  };
  for (const auto& c : cases) {
    const Ran ran = runFind(c.options);
    EXPECT_EQ(ran.status, kFailure) << ran.err;
    EXPECT_EQ(lineCount(ran.out), c.count) << ran.out;
    EXPECT_NE(ran.out.find(c.line), std::string::npos) << ran.out;
  }
}

TEST(FindVerb, SucceedsWithoutProblems) {
  const Ran none = runFind({"--prim", "/World/Smooth"});
  EXPECT_EQ(none.status, kSuccess) << none.err;
  EXPECT_EQ(none.out, "");
  EXPECT_NE(none.err.find("note: 0 findings in 1 attribute, 1 to 20."), std::string::npos)
      << none.err;
  const Ran changes = runFind({"--between", "11", "12", "--prim", "/World/Gap"});
  EXPECT_EQ(changes.status, kSuccess) << changes.err;
  EXPECT_EQ(changes.out,
            "change </World/Gap.state> at 12: jumps: another held sample; anim.usda\n");
}

TEST(FindVerb, Json) {
  const Ran ran = runFind({"--seams", "--json"});
  EXPECT_EQ(ran.status, kFailure);
  const Json json = parseJson(ran.out);
  EXPECT_EQ(json["from"], 1.0);
  EXPECT_EQ(json["to"], 20.0);
  EXPECT_EQ(json["skipped"], Json::array());
  ASSERT_EQ(json["findings"].size(), 3u);
  const Json& seam = json["findings"][1];
  EXPECT_EQ(seam["kind"], "seam");
  EXPECT_EQ(seam["reason"], "position");
  EXPECT_EQ(seam["prim"], "/World/Crowd");
  EXPECT_EQ(seam["attribute"], "px");
  EXPECT_EQ(seam["time"], 14.0);
  EXPECT_EQ(seam["before"]["layer"], "clip_b.usda");
  EXPECT_EQ(seam["after"]["layer"], "clip_c.usda");
  EXPECT_EQ(seam["after"]["fileTime"], 14.0);
}

TEST(FindVerb, FramesAreComparedAndMeasured) {
  const Ran scrub = runFind({"--scrub"});
  EXPECT_EQ(scrub.status, kSuccess) << scrub.out;
  EXPECT_EQ(scrub.out, "") << "the scene depends on its time alone";
  EXPECT_EQ(scrub.err, "note: 0 of 20 frames depend on how they are reached, 1 to 20.\n");
  const Ran cost = runFind({"--cost", "--between", "3", "7"});
  EXPECT_EQ(cost.status, kSuccess) << cost.err;
  EXPECT_EQ(lineCount(cost.out), 5u) << cost.out;
  EXPECT_TRUE(cost.out.starts_with("cost Frame 3: ")) << cost.out;
  EXPECT_TRUE(cost.err.starts_with("note: 5 frames measured, ")) << cost.err;
  EXPECT_TRUE(cost.err.ends_with(" ms is usual, 3 to 7.\n")) << cost.err;
  const Json json = parseJson(runFind({"--cost", "--scrub", "--json"}).out);
  ASSERT_EQ(json["cost"].size(), 20u);
  EXPECT_EQ(json["cost"][19]["time"], 20.0);
  EXPECT_GT(json["cost"][19]["milliseconds"], 0.0);
  EXPECT_EQ(json["scrub"], Json::array());
  EXPECT_EQ(json["findings"], Json::array());
}

TEST(FindVerb, SaysWhichAttributesNeedTooManyClips) {
  const Ran ran = runFind({"--seams", "--openClips", "1", "--json"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(parseJson(ran.out)["skipped"].size(), 3u);
  EXPECT_NE(ran.err.find("3 attributes are not examined"), std::string::npos) << ran.err;
}

TEST(FindVerb, WrongInputIsNamed) {
  const struct {
    std::vector<std::string> options;
    int status;
    const char* problem;
  } cases[] = {
      {{"--prim", "/Nobody"}, kFailure, "--prim: The stage has no prim </Nobody>."},
      {{"--prim", "/World/Gap.x"}, kFailure, "--prim: The stage has no prim"},
      {{"--between", "1", "x"}, kWrongUsage, "--between: \"x\" is not a frame"},
      {{"--between", "nan", "2"}, kWrongUsage, "--between: \"nan\" is not a frame"},
      {{"--between", "default", "2"}, kWrongUsage, "\"default\" is not a frame"},
      {{"--between", "1", "1e9"}, kWrongUsage, "has too many frames"},
      {{"--between", "1"}, kWrongUsage, "--between"},
      {{"--changes"}, kWrongUsage, "--between"},
  };
  for (const auto& c : cases) {
    const Ran ran = runFind(c.options);
    EXPECT_EQ(ran.status, c.status) << c.problem << ran.err;
    EXPECT_EQ(ran.out, "") << c.problem;
    EXPECT_NE(ran.err.find(c.problem), std::string::npos) << ran.err;
  }
  const Ran still = runFind({}, "explain/asset.usda");
  EXPECT_EQ(still.status, kSuccess);
  EXPECT_NE(still.err.find("note: nothing is animated, and no range is authored."),
            std::string::npos)
      << still.err;
}

}  // namespace usdscope
