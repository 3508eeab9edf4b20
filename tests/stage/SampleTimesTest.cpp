// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/SampleTimes.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

TEST(SampleTimes, UnionHasTheTimesOfEachAttribute) {
  const char* const manifest =
      "over \"P\" { double x\n double y\n double z\n double s.spline = {}\n }\n";
  for (const char* missing : {"", "bool interpolateMissingClipValues = true\n"}) {
    const StageResult result = stageFromTexts(
        {{"/root.usda",
          "(subLayers = [@sub.usda@ (offset = 3; scale = 2)])\n"
          "over \"M\" { double w.timeSamples = {0: 1, 91.5: 2}\n double d = 1\n }\n"},
         {"/sub.usda", std::string("def \"M\" (clips = { dictionary default = {\n"
                                   "asset[] assetPaths = [@a.usda@, @b.usda@, @lost.usda@]\n"
                                   "double2[] active = [(2, 0), (6, 1), (9, 2)]\n"
                                   "double2[] times = [(0, 0), (4, 8), (4, 0), (10, 6)]\n"
                                   "asset manifestAssetPath = @m.usda@\n"
                                   "string primPath = \"/P\"\n") +
                           missing +
                           "}}) { double x\n double y\n double z\n double w\n double d\n"
                           " double s\n }\n"},
         {"/m.usda", manifest},
         {"/a.usda", "def \"P\" { double x.timeSamples = {1: 10, 3: 30}\n }\n"},
         {"/b.usda",
          "def \"P\" { double x.timeSamples = {5: 500}\n"
          "double y.timeSamples = {5: 500, 5.5: 1}\n }\n"}});
    ASSERT_TRUE(result.stage);
    const Prim prim = result.stage->primAt(Path::fromText("/M"));
    std::vector<Attribute> attributes;
    std::set<double> all;
    for (const char* name : {"x", "y", "z", "w", "d", "s"}) {
      attributes.push_back(prim.attribute(Token(name)));
      const std::vector<double> own = attributes.back().timeSamples();
      all.insert(own.begin(), own.end());
    }
    EXPECT_GT(all.size(), 8u);
    EXPECT_EQ(unionOfSampleTimes(attributes), std::vector<double>(all.begin(), all.end()));
  }
}

}  // namespace usdscope
