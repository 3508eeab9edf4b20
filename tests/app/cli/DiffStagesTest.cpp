// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/base/Json.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

Ran diffScenes(const std::vector<std::string>& options) {
  std::vector<std::string> words = {"diff", (testAssetsPath() / "motion/root.usda").string(),
                                    (testAssetsPath() / "diff/changed.usda").string()};
  words.insert(words.end(), options.begin(), options.end());
  return runLine(words);
}

}  // namespace

TEST(DiffVerb, ComparesStagesOverTime) {
  const struct {
    std::vector<std::string> options;
    int status;
    const char* text;
  } cases[] = {
      {{"--prim", "/World/Crowd", "--tolerance", "1e-9"}, 1, "</World/Crowd.px> 14 to 15"},
      {{"--frames", "14", "--prim", "/World/Crowd"}, 1, "</World/Crowd.px> at 14"},
      {{"--frames", "1:5x2,10"}, 1, "</World/Popping.x> 5 to 10, difference 20"},
      {{"--at", "4", "9", "--prim", "/World/Popping"}, 1, "</World/Popping.x> 4 and 9"},
      {{"--frames", "1:13", "--prim", "/World/Crowd"}, 0, ""},
      {{"--muteSecond", "changed.usda"}, 2, ""},
      {{"--frames", "9:x"}, 2, ""},
      {{"--frames", "1:10", "--at", "1", "2"}, 2, ""},
      {{"--prim", "/Nothing"}, 2, ""},
      {{"--prim", "World"}, 1, "</World/Popping.x>"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> options = c.options;
    options.emplace_back("--stage");
    const Ran ran = diffScenes(options);
    EXPECT_EQ(ran.status, c.status) << c.options.back() << ran.out << ran.err;
    EXPECT_NE(ran.out.find(c.text), std::string::npos) << ran.out;
    EXPECT_TRUE(c.status == 1 || ran.out.empty()) << ran.out;
  }
  EXPECT_EQ(diffScenes({"--frames", "1"}).status, kWrongUsage);
}

TEST(DiffVerb, MutesALayerInTheSecondSceneOnly) {
  const std::string file = (testAssetsPath() / "motion/root.usda").string();
  const Ran ran = runLine({"diff", file, file, "--stage", "--muteSecond", "anim.usda", "--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  const Json json = parseJson(ran.out);
  EXPECT_EQ(json["first"], file);
  EXPECT_EQ(json["times"], 20);
  ASSERT_FALSE(json["differences"].empty());
  EXPECT_EQ(runLine({"diff", file, file, "--stage"}).status, kSuccess);
}

}  // namespace usdscope
