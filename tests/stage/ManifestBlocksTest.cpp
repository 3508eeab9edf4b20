// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionReport.h"
#include "engine/stage/resolve/ResolveIntervals.h"
#include "engine/stage/resolve/SampleTimes.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

// The values are those of the reference.
TEST(ManifestBlocks, ClipsThatTheManifestBlocksAreNotOpened) {
  // There is no clip b: opening it would be reported.
  const StageResult result =
      stageFromTexts({{"/root.usda",
                       "def \"W\" (clips = { dictionary default = {\n"
                       "asset[] assetPaths = [@a.usda@, @b.usda@, @c.usda@]\n"
                       "double2[] active = [(0, 0), (10, 1), (20, 2)]\nstring primPath = \"/M\"\n"
                       "asset manifestAssetPath = @m.usda@\nbool interpolateMissingClipValues = 1\n"
                       "} }) { double x\n double s\n }\n"},
                      {"/a.usda",
                       "def \"M\" { double x.timeSamples = {0: 0, 10: 3}\n"
                       " double s.spline = {0: 0; post linear, 10: 3; post linear}\n }\n"},
                      {"/c.usda",
                       "def \"M\" { double x.timeSamples = {20: 40, 30: 43}\n"
                       " double s.spline = {20: 40; post linear, 30: 43; post linear}\n }\n"},
                      {"/m.usda",
                       "over \"M\" { double x.timeSamples = {10: None}\n"
                       " double s.spline = {10: 0; post none}\n }\n"}});
  ASSERT_TRUE(result.stage);
  const struct {
    const char* attribute;
    double time, value;
  } cases[] = {{"s", 5, 1.5},  {"s", 10, 3.0},  {"s", 15, 21.5}, {"s", 25, 41.5},
               {"x", 5, 10.0}, {"x", 10, 20.0}, {"x", 15, 30.0}, {"x", 25, 41.5}};
  const Prim prim = result.stage->primAt(Path::fromText("/W"));
  for (const auto& c : cases) {
    const Attribute attribute = prim.attribute(Token(c.attribute));
    EXPECT_NEAR(attribute.value(c.time).valueOr(0.0), c.value, 1e-9) << c.attribute << c.time;
    EXPECT_NEAR(reportValue(attribute, c.time).value.valueOr(0.0), c.value, 1e-9) << c.attribute;
  }
  const std::vector<double> times{0, 20, 30};
  const Attribute x = prim.attribute(Token("x"));
  EXPECT_EQ(x.timeSamples(), times);
  EXPECT_EQ(unionOfSampleTimes(std::span(&x, 1)), times);
  for (const char* name : {"x", "s"}) {
    visitIntervals(prim.attribute(Token(name)), 0.0, 30.0, [](const ResolveInterval&) {});
  }
  EXPECT_TRUE(result.stage->clipDiagnostics().isEmpty());
}

}  // namespace usdscope
