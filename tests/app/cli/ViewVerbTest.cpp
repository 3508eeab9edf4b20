// SPDX-License-Identifier: Apache-2.0
// Mistakes in the options of `view` are reported before a window opens.
#include <gtest/gtest.h>

#include <fstream>

#include "app/cli/ViewOpening.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr const char* kInfiniteFrame =
    "error: --cf: Expected a finite number, not \"inf\". --help lists the options.\n";

struct ViewVerb : testing::Test {
  const TemporaryFolder folder;
  std::string scene;

  void SetUp() override {
    scene = (folder / "scene.usda").string();
    std::ofstream(scene) << "#usda 1.0\n";
  }
  std::string errorOf(std::vector<std::string> options, int status = kWrongUsage) const {
    options.insert(options.begin(), {"view", scene});
    const Ran ran = runLine(options);
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_EQ(ran.out, "");
    return ran.err;
  }
};

TEST_F(ViewVerb, MistakesAreNamedWithTheirOption) {
  EXPECT_EQ(errorOf({"--mask", "A,/B"}), "error: --mask A: Expected an absolute path of a prim.\n");
  EXPECT_EQ(errorOf({"--select", "/A,B"}), "error: --select B: Expected an absolute path.\n");
  EXPECT_EQ(errorOf({"--mute", "--norender"}),
            "error: --mute needs a value, but the option --norender follows.\n");
  // A value behind `=` may look like an option.
  EXPECT_EQ(errorOf({"--mute=--x", "--cf", "inf"}), kInfiniteFrame);
  EXPECT_TRUE(errorOf({"--mute", "a(b"}).starts_with("error: --mute a(b: "));
  EXPECT_TRUE(errorOf({"--mute", "fine", "--mute", "[a"}).starts_with("error: --mute [a: "));
  EXPECT_EQ(errorOf({"--ff", "10", "--lf", "9.5"}),
            "error: --ff: The first frame is after the last frame.\n");
  EXPECT_EQ(errorOf({"--cf", "inf"}), kInfiniteFrame);
  EXPECT_EQ(errorOf({"--variantselections", "/A:look"}),
            "error: --variantselections /A:look: Expected PRIM:SET=NAME.\n");
  EXPECT_EQ(errorOf({"--sessionLayer", "nowhere.usda"}),
            "error: --sessionLayer nowhere.usda: There is no such file.\n");
  EXPECT_EQ(errorOf({"--script", "nowhere.txt"}, kUnreadable),
            "error: --script nowhere.txt: No such file or directory.\n");
  EXPECT_EQ(runLine({"view", "nowhere.usda"}).err, "error: nowhere.usda: There is no such file.\n");
  EXPECT_EQ(errorOf({"--config", "../x"}),
            "error: --config ../x: Expected letters, digits, - and _, at most 64.\n");
  EXPECT_TRUE(errorOf({"--defaultsettings", "--clearsettings"})
                  .starts_with("error: --defaultsettings and --clearsettings cannot be given "
                               "together"));
  EXPECT_NE(errorOf({"--complexity", "extreme"}, kWrongUsage), "");
  EXPECT_NE(errorOf({"--cf", "soon"}, kWrongUsage), "");
  EXPECT_NE(errorOf({"--clipBudget", "-1"}, kWrongUsage), "");
}

TEST_F(ViewVerb, ScriptsOfUsdviewWorkUnchanged) {
  // The last option is wrong, so that no window opens.
  const std::string error =
      errorOf({"--noplugins", "--memstats", "stage", "--tracePython", "--traceFormat", "chrome",
               "--allow-async", "--traceToFile", "trace.json", "-cam", "Main", "--cf", "inf"});
  EXPECT_EQ(error, kInfiniteFrame);
  EXPECT_TRUE(errorOf({"-cam"}).find("--camera") != std::string::npos);
  EXPECT_TRUE(errorOf({"--memstats", "all"}).starts_with("error: --memstats: Expected "));
}

TEST_F(ViewVerb, HelpHasUsdviewsOptions) {
  const std::string help = runLine({"view", "--help"}).out;
  for (const char* option : {"--camera",
                             "--cam",
                             "--select",
                             "--mask",
                             "--unloaded",
                             "--mute",
                             "--ff",
                             "--lf",
                             "--cf",
                             "--complexity",
                             "--norender",
                             "--timing",
                             "--defaultsettings",
                             "--clearsettings",
                             "--config",
                             "--sessionLayer",
                             "--bboxStandin",
                             "--variantselections",
                             "--renderer",
                             "--numThreads",
                             "--quitAfterStartup",
                             "--detachLayers",
                             "--detachLayersInclude",
                             "--detachLayersExclude",
                             "--noplugins",
                             "--memstats",
                             "--traceToFile",
                             "--traceFormat",
                             "--tracePython",
                             "--allow-async",
                             "--run",
                             "--script",
                             "--listen"}) {
    EXPECT_NE(help.find(option), std::string::npos) << option;
  }
}

}  // namespace
}  // namespace usdscope
