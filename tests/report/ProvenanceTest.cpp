// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/Provenance.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/stage/clips/ClipSet.h"
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

// Two clips take turns at frames 0 to 59; the second one has no values.
StageResult manyClips(const std::string& manifest, StageRequest request = {}) {
  std::string active;
  for (int i = 0; i < 60; ++i) {
    active += (i ? ", (" : "(") + std::to_string(i) + ", " + std::to_string(i % 2) + ")";
  }
  return stageFromTexts({{"/root.usda", R"(
def "M" (
  clips = { dictionary default = {
    asset[] assetPaths = [@a.usda@, @b.usda@]
    double2[] active = [)" + active + R"(]
    string primPath = "/P"
)" + manifest + R"(
  } }
)
{
  double x
}
)"},
                         {"/a.usda", "def \"P\" { double x.timeSamples = {0: 1, 60: 2}\n }\n"},
                         {"/b.usda", "def \"P\" { }\n"},
                         {"/manifest.usda", "over \"P\" { double x\n }\n"}},
                        std::move(request));
}

TEST(Provenance, PiecesNearATimeAreReadFirst) {
  for (const char* manifest : {"asset manifestAssetPath = @manifest.usda@", ""}) {
    const StageResult result = manyClips(manifest);
    ASSERT_TRUE(result.stage);
    const Prim prim = result.stage->primAt(Path::fromText("/M"));
    const Attribute attribute = prim.attribute(Token("x"));
    ProvenanceReading reading(attribute, 0, 60);
    // No clip is open, and all 60 that play are named.
    const auto& set = result.stage->clipSets(prim)->front();
    EXPECT_FALSE(set->residentLayerOf(0));
    EXPECT_FALSE(set->residentLayerOf(1));
    const auto before = reading.stretches();
    ASSERT_EQ(before.size(), 60u);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_FALSE(before[i].isRead);
      EXPECT_EQ(before[i].from, double(i));
      EXPECT_EQ(before[i].supplier, i % 2 ? "b.usda" : "a.usda");
    }
    ASSERT_TRUE(reading.readNext(30.5));
    ASSERT_TRUE(reading.readNext(30.5));
    ASSERT_TRUE(reading.readNext(30.5));
    const auto known = reading.stretches();
    for (const ProvenanceStretch& stretch : known) {
      EXPECT_EQ(stretch.isRead, stretch.from >= 29.0 && stretch.from < 32.0) << stretch.from;
    }
    while (reading.readNext(5.0)) {
    }
    EXPECT_TRUE(reading.isComplete());
    // Read to the end, the pieces are those of visitProvenance().
    const auto whole = stretchesOf(*result.stage, "/M.x", 0, 60);
    const auto pieces = reading.stretches();
    ASSERT_EQ(pieces.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_TRUE(pieces[i].isSuppliedAs(whole[i])) << i;
      EXPECT_EQ(pieces[i].from, whole[i].from);
      EXPECT_EQ(pieces[i].to, whole[i].to);
    }
  }
}

TEST(Provenance, ReadingEndsAtTheBudgetOfClips) {
  StageRequest request;
  request.clipByteBudget = 1;
  const StageResult result = manyClips("asset manifestAssetPath = @manifest.usda@", request);
  ASSERT_TRUE(result.stage);
  ProvenanceReading reading(result.stage->primAt(Path::fromText("/M")).attribute(Token("x")), 0,
                            60);
  int count = 0;
  while (reading.readNext(0.0)) ++count;
  EXPECT_LT(count, 3);
  EXPECT_FALSE(reading.isComplete());
}

TEST(Provenance, ValuesOfLayersAreReadInEqualPieces) {
  const StageResult result = stageFromTexts(
      {{"/root.usda",
        "def \"M\" {\n double x.timeSamples = {0: 1, 5: None, 8: 2}\n double y = 3\n}\n"}});
  ASSERT_TRUE(result.stage);
  const Prim prim = result.stage->primAt(Path::fromText("/M"));
  for (const char* name : {"x", "y"}) {
    ProvenanceReading reading(prim.attribute(Token(name)), -2, 10);
    EXPECT_FALSE(reading.stretches().front().isRead);
    while (reading.readNext(0.0)) {
    }
    const auto whole = stretchesOf(*result.stage, (std::string("/M.") + name).c_str(), -2, 10);
    const auto pieces = reading.stretches();
    ASSERT_EQ(pieces.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_TRUE(pieces[i].isSuppliedAs(whole[i])) << i;
      EXPECT_EQ(pieces[i].to, whole[i].to);
    }
  }
}

}  // namespace
}  // namespace usdscope
