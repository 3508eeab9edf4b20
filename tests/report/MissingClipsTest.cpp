// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/MissingClips.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Clips play from 1, 11, 21 and 31 on. The second one is missing; the first and the third have
// samples at their starts and six frames later.
StageResult withMissingClip(const std::string& metadata, const std::string& type) {
  const auto clip = [&](int from) {
    return "def \"P\" { " + type + " x.timeSamples = {" + std::to_string(from) + ": 1, " +
           std::to_string(from + 6) + ": 0}\n}\n";
  };
  return stageFromTexts({{"/root.usda",
                          "def \"M\" (clips = { dictionary default = {\n"
                          "asset[] assetPaths = [@a.usda@, @gone.usda@, @c.usda@, @d.usda@]\n"
                          "double2[] active = [(1, 0), (11, 1), (21, 2), (31, 3)]\n"
                          "string primPath = \"/P\"\n" +
                              metadata + "\n}}) { " + type + " x\n}\n"},
                         {"/a.usda", clip(1)},
                         {"/c.usda", clip(21)},
                         {"/d.usda", clip(31)},
                         {"/m.usda", "def \"P\" { " + type + " x\n}\n"},
                         {"/default.usda", "def \"P\" { " + type + " x = 0\n}\n"}});
}

constexpr const char* kManifest = "asset manifestAssetPath = @m.usda@\n";
constexpr const char* kDefault = "asset manifestAssetPath = @default.usda@\n";
constexpr const char* kInterpolates = "bool interpolateMissingClipValues = 1\n";

}  // namespace

TEST(MissingClips, ValuesTowardsAMissingClipLackIt) {
  struct Case {
    std::string metadata;
    const char* type;
    InterpolationType interpolation;
    bool lacksAtEight;  ///< After the last sample before the missing clip.
  };
  const Case cases[] = {
      {"", "double", InterpolationType::Linear, true},
      {kManifest, "double", InterpolationType::Linear, true},
      {kDefault, "double", InterpolationType::Linear, true},
      {std::string(kManifest) + kInterpolates, "double", InterpolationType::Linear, true},
      {std::string(kDefault) + kInterpolates, "double", InterpolationType::Linear, true},
      // They are held until the next clip plays.
      {kManifest, "int", InterpolationType::Linear, false},
      {kManifest, "double", InterpolationType::Held, false},
      {std::string(kManifest) + kInterpolates, "int", InterpolationType::Linear, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.metadata + c.type);
    const StageResult result = withMissingClip(c.metadata, c.type);
    ASSERT_TRUE(result.stage);
    const auto sets = result.stage->clipSets(result.stage->primAt(Path::fromText("/M")));
    ASSERT_EQ(sets->size(), 1u);
    const auto lacks = [&](double time) {
      return lacksClipFile(*sets->front(), time, c.interpolation);
    };
    for (const double time : {1.0, 4.0, 7.0}) EXPECT_FALSE(lacks(time)) << time;
    EXPECT_EQ(lacks(8.0), c.lacksAtEight);
    for (const double time : {11.0, 15.0, 20.5}) EXPECT_TRUE(lacks(time)) << time;
    for (const double time : {21.0, 24.0, 29.0, 35.0, 50.0}) EXPECT_FALSE(lacks(time)) << time;
  }
}

TEST(MissingClips, MissingManifestsLackAllValues) {
  const StageResult result = withMissingClip("asset manifestAssetPath = @none.usda@\n", "double");
  ASSERT_TRUE(result.stage);
  const auto sets = result.stage->clipSets(result.stage->primAt(Path::fromText("/M")));
  EXPECT_TRUE(lacksClipFile(*sets->front(), 24.0, InterpolationType::Linear));
}

}  // namespace usdscope
