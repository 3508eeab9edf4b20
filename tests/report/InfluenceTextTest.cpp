// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/InfluenceText.h"

#include <gtest/gtest.h>

#include "engine/scene/SceneExtractor.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

std::string textOf(const std::string& scene, std::size_t point) {
  const auto stage = stageFromText(scene).stage;
  EXPECT_TRUE(stage);
  const auto weights = inspectInfluences(stage->primAt(Path::fromText("/Root/Skin")));
  EXPECT_TRUE(weights);
  const auto items = SceneExtractor(stage).extract(0.0)->items;
  return influenceText(*weights, point, *items.at(0).geometry);
}

}  // namespace

TEST(InfluenceText, NamesJointsWithWeightsTheLargestFirst) {
  EXPECT_EQ(textOf(kArm, 2), "point 2\n0.7500  Lower\n0.2500  Upper\n1.0000  sum");
  EXPECT_EQ(textOf(kArm, 0), "point 0\n1.0000  Upper\n1.0000  sum");
}

TEST(InfluenceText, JointsOfOneNameAreDistinguished) {
  const std::string text =
      armWith("[\"Upper\", \"Upper/Lower\"]", "[\"L/Arm/Tip\", \"R/Arm/Tip\"]");
  EXPECT_EQ(textOf(text, 2), "point 2\n0.7500  R/Arm/Tip\n0.2500  L/Arm/Tip\n1.0000  sum");
}

TEST(InfluenceText, SaysWhatIsOdd) {
  const auto with = [](const char* joints, const char* weights) {
    std::string text = armWith("[0, 1, 0, 1, 0, 1]", joints);
    const std::string old = "[1, 0, 0.5, 0.5, 0.25, 0.75]";
    text.replace(text.find(old), old.size(), weights);
    return text;
  };
  EXPECT_EQ(textOf(with("[0, 1, 0, 1, 0, 1]", "[0.5, 0.75, 1, 0, 1, 0]"), 0),
            "point 0\n0.7500  Lower\n0.5000  Upper\n1.2500  sum, not 1");
  EXPECT_EQ(textOf(with("[0, 8, 0, 1, 0, 1]", "[0.5, 0.5, 1, 0, 1, 0]"), 0),
            "point 0\n0.5000  Upper\n0.5000  joint 8, out of range\n1.0000  sum");
  EXPECT_EQ(textOf(with("[0, 1, 0, 1, 0, 1]", "[0.97, 0.03, 1, 0, 1, 0]"), 0),
            "point 0\n0.9700  Upper\n0.0300  Lower, stray\n1.0000  sum");
  EXPECT_EQ(textOf(with("[0, 1, 0, 1, 0, 1]", "[1.5, -0.5, 1, 0, 1, 0]"), 0),
            "point 0\n1.5000  Upper\n-0.5000  Lower, negative\n1.0000  sum");
}

}  // namespace usdscope
