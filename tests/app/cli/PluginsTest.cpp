// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/app/cli/RunLine.h"
#include "tests/support/TestAssets.h"

namespace usdscope {

TEST(Plugins, CountForEveryVerbFromTheLineAndTheEnvironment) {
  const std::string folder = (testAssetsPath() / "definitions/plugins").string();
  const std::string scene = folder + "/scene.usda";
  const struct {
    std::vector<std::string> line;
    const char* variable;
    bool hasPlugins;
  } cases[] = {
      {{"tree", scene, "--models"}, "", false},
      {{"tree", scene, "--models", "--plugins", folder}, "", true},
      {{"--plugins", folder, "tree", scene, "--models"}, "", true},
      {{"--plugins=" + folder, "tree", "--models", scene}, "", true},
      {{"tree", "--plugins", folder, scene, "--models"}, "", true},
      {{"tree", scene, "--models"}, folder.c_str(), true},
  };
  for (const auto& c : cases) {
    ::setenv("PXR_PLUGINPATH_NAME", c.variable, 1);
    const Ran ran = runLine(c.line);
    EXPECT_EQ(ran.status, kSuccess);
    EXPECT_EQ(ran.out.find("Ball") != std::string::npos, c.hasPlugins) << c.line[0] << ran.out;
    EXPECT_EQ(ran.err.find("studioCode") != std::string::npos, c.hasPlugins) << ran.err;
  }
  ::unsetenv("PXR_PLUGINPATH_NAME");
  runLine({"tree", scene});
}

TEST(Plugins, AFolderWithoutAnyIsReportedAndTheVerbRuns) {
  const std::string scene = (testAssetsPath() / "definitions/plugins/scene.usda").string();
  const Ran ran = runLine({"--plugins", "no/such/folder", "cat", scene});
  EXPECT_EQ(ran.status, kSuccess);
  EXPECT_NE(ran.err.find("no/such/folder"), std::string::npos) << ran.err;
}

}  // namespace usdscope
