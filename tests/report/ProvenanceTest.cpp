// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Provenance.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::vector<ProvenanceStretch> stretchesOf(const Stage& stage, const char* attribute, double from,
                                           double to) {
  const Path path = Path::fromText(attribute);
  std::vector<ProvenanceStretch> found;
  visitProvenance(stage.primAt(path.primPath()).attribute(path.name()), from, to,
                  [&](const ProvenanceStretch& stretch) { found.push_back(stretch); });
  return found;
}

TEST(Provenance, ClipsAreCutWhereAnotherPlays) {
  const StageResult result =
      stageFromTexts({{"/root.usda", R"(
def "M" (
  clips = { dictionary default = {
    asset[] assetPaths = [@a.usda@, @b.usda@]
    double2[] active = [(0, 0), (10, 1), (20, 0)]
    asset manifestAssetPath = @manifest.usda@
    string primPath = "/P"
  } }
)
{
  double x
}
)"},
                      {"/a.usda", "def \"P\" { double x.timeSamples = {0: 1, 4: 2, 25: 3}\n }\n"},
                      {"/b.usda", "def \"P\" { double x.timeSamples = {10: 5, 12: 6}\n }\n"},
                      {"/manifest.usda", "over \"P\" { double x\n }\n"}});
  ASSERT_TRUE(result.stage);
  const auto stretches = stretchesOf(*result.stage, "/M.x", 0, 30);
  ASSERT_EQ(stretches.size(), 3u);
  EXPECT_EQ(stretches[0].supplier, "a.usda");
  EXPECT_EQ(stretches[1].supplier, "b.usda");
  EXPECT_EQ(stretches[2].supplier, "a.usda");
  EXPECT_EQ(stretches[0].from, 0.0);
  EXPECT_EQ(stretches[1].from, 10.0);
  EXPECT_EQ(stretches[2].from, 20.0);
  EXPECT_EQ(stretches[2].to, 30.0);
  for (const ProvenanceStretch& stretch : stretches) {
    EXPECT_EQ(stretch.source, ValueSource::Clips);
    EXPECT_FALSE(stretch.isBlocked);
  }
}

TEST(Provenance, BlockedSamplesAreStretchesOfTheirOwn) {
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "def \"M\" {\n double x.timeSamples = {0: 1, 5: None, 8: 2}\n double y = 3\n}\n"}});
  ASSERT_TRUE(result.stage);
  const auto stretches = stretchesOf(*result.stage, "/M.x", -2, 10);
  ASSERT_EQ(stretches.size(), 3u);
  EXPECT_EQ(stretches[0].source, ValueSource::TimeSamples);
  EXPECT_EQ(stretches[0].from, -2.0);
  EXPECT_EQ(stretches[1].source, ValueSource::None);
  EXPECT_EQ(stretches[1].from, 5.0);
  EXPECT_EQ(stretches[1].to, 8.0);
  EXPECT_EQ(stretches[2].supplier, stretches[0].supplier);
  const auto constant = stretchesOf(*result.stage, "/M.y", 1, 1);
  ASSERT_EQ(constant.size(), 1u);
  EXPECT_EQ(constant[0].source, ValueSource::Default);
}

TEST(Provenance, EndsEarlyWhenStopped) {
  const StageResult result =
      stageFromTexts({{"/root.usda", "def \"M\" {\n double x.timeSamples = {0: 1, 5: None}\n}\n"}});
  ASSERT_TRUE(result.stage);
  std::stop_source source;
  source.request_stop();
  int count = 0;
  visitProvenance(
      result.stage->primAt(Path::fromText("/M")).attribute(Token("x")), 0, 10,
      [&](const ProvenanceStretch&) { ++count; }, source.get_token());
  EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace usdscope
