// SPDX-License-Identifier: Apache-2.0
// The clips that an explanation opens.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "engine/format/LayerCache.h"
#include "engine/report/explain/Explain.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/support/ClipRecorder.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

/// A scene with 20 clips of ten frames, in which x is 11 times the time at the start of a clip.
struct ExplainOpens : testing::Test {
  TemporaryFolder folder;
  std::shared_ptr<ClipRecorder> resolver = std::make_shared<ClipRecorder>();
  std::shared_ptr<const Stage> stage;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << "#usda 1.0\n" << text;
  }
  void open(const std::string& more, const std::string& body) {
    std::string paths;
    std::string active;
    for (int i = 0; i < 20; ++i) {
      const std::string number = std::to_string(i);
      const std::string start = std::to_string(10 * i);
      const std::string value = std::to_string(110 * i);
      write("c." + number + ".usda",
            "def \"P\" {\ndouble x.timeSamples = {" + start + ": " + value + "}\n}\n");
      paths += "@./c." + number + ".usda@, ";
      active += "(" + start + ", " + number + "), ";
    }
    write("root.usda", "def \"M\" (clips = { dictionary walk = {\nasset[] assetPaths = [" + paths +
                           "]\ndouble2[] active = [" + active + "]\nstring primPath = \"/P\"\n" +
                           more + "} }) {\n" + body + "\n}\n");
    const StageResult result = composeStage({.rootLayer = (folder / "root.usda").string()},
                                            std::make_shared<LayerCache>(resolver));
    ASSERT_TRUE(result.stage);
    stage = result.stage;
  }
  Explanation explained(double time) const {
    return explain(stage->primAt(Path::fromText("/M")).attribute(Token("x")), TimeCode(time));
  }
};

using Files = std::set<std::string>;

TEST_F(ExplainOpens, ClipsThatDecideAreOpenedWithoutAManifest) {
  open("", "double x");
  const Explanation explanation = explained(125.0);
  EXPECT_EQ(explanation.value, Value(1375.0));
  EXPECT_NE(explanation.sentence.find("c.12.usda"), std::string::npos) << explanation.sentence;
  // The first clip declares x, the other two make the value.
  EXPECT_EQ(resolver->takeClips(), (Files{"c.0.usda", "c.12.usda", "c.13.usda"}));
}

// The default of the layer is stronger than its clips, which are described by the one that plays.
TEST_F(ExplainOpens, HiddenClipsAreDescribedByTheOneThatPlays) {
  open("", "double x = 7");
  EXPECT_EQ(explained(125.0).value, Value(7.0));
  EXPECT_EQ(resolver->takeClips(), (Files{"c.0.usda", "c.12.usda"}));
}

TEST_F(ExplainOpens, BlockedClipStaysClosed) {
  write("manifest.usda", "over \"P\" {\ndouble x.timeSamples = {50: None}\n}\n");
  open("bool interpolateMissingClipValues = true\nasset manifestAssetPath = @./manifest.usda@\n",
       "double x");
  EXPECT_EQ(explained(55.0).value, Value(605.0)) << "between 440 at 40 and 660 at 60";
  EXPECT_EQ(resolver->takeClips(), (Files{"c.4.usda", "c.6.usda"}));
}

}  // namespace
}  // namespace usdscope
