// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CommandLine.h"
#include "tests/app/cli/RunLine.h"

#include <gtest/gtest.h>

#include <sstream>

namespace usdscope {
TEST(CommandLine, HelpListsEveryVerb) {
  const Ran ran = runLine({"--help"});
  EXPECT_EQ(ran.status, kSuccess);
  EXPECT_EQ(ran.err, "");
  for (const Verb& verb : verbs()) {
    EXPECT_NE(ran.out.find(verb.summary.substr(0, 20)), std::string::npos) << verb.name;
  }
}

TEST(CommandLine, EveryVerbHasHelp) {
  for (const Verb& verb : verbs()) {
    const Ran ran = runLine({std::string(verb.name), "--help"});
    EXPECT_EQ(ran.status, kSuccess) << verb.name;
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find(verb.summary), std::string::npos) << ran.out;
    EXPECT_FALSE(verb.summary.empty());
  }
}

TEST(CommandLine, PrintsItsVersion) {
  const Ran ran = runLine({"--version"});
  EXPECT_EQ(ran.status, kSuccess);
  EXPECT_TRUE(ran.out.starts_with("usdscope ")) << ran.out;
}

TEST(CommandLine, NonsenseIsRefusedOnTheErrorStream) {
  const std::vector<std::string> lines[] = {{"--nonsense"},
                                            {"view", "a.usda", "--nonsense"},
                                            {"view", "a.usda", "b.usda"},
                                            {"--threads", "many", "view", "a"}};
  for (const auto& line : lines) {
    const Ran ran = runLine(line);
    EXPECT_EQ(ran.status, kWrongUsage) << line.back();
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err, "");
  }
}

TEST(CommandLine, NumbersAreFinite) {
  const std::vector<std::string> lines[] = {
      {"find", "a.usda", "--clipBudget", "nan"},
      {"record", "a.usda", "--exposure", "nan"},
      {"record", "a.usda", "--fps", "inf"},
      {"thumbnail", "a.usda", "--processorTime", "NAN"},
      {"--resolverTimeout", "nan", "tree", "a.usda"},
      {"stitchclips", "a.usda", "-c", "/A", "-o", "b.usda", "-r", "inf"}};
  for (const auto& line : lines) {
    const Ran ran = runLine(line);
    EXPECT_EQ(ran.status, kWrongUsage) << line.front();
    EXPECT_NE(ran.err.find("Expected a finite number"), std::string::npos) << ran.err;
  }
}

TEST(CommandLine, OtherWordsAreFiles) {
  const Ran ran = runLine({"no_such_scene.usda"});
  EXPECT_EQ(ran.status, kUnreadable);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("no_such_scene.usda"), std::string::npos) << ran.err;
}

}  // namespace usdscope
