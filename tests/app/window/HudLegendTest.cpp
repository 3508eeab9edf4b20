// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudLegend.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

HudLegend legendOf(const std::string& title, std::size_t count) {
  HudLegend legend{title, {}};
  for (std::size_t i = 0; i < count; ++i) {
    legend.swatches.push_back({glm::vec3(1.0f), "row " + std::to_string(i)});
  }
  return legend;
}

TEST(HudLegend, LegendsWithRoomStayAsTheyAre) {
  const auto fitting = legendsThatFit({legendOf("one", 3), legendOf("two", 2)}, 40, 8);
  ASSERT_EQ(fitting.size(), 2u);
  EXPECT_EQ(fitting[0].swatches.size(), 3u);
  EXPECT_EQ(fitting[1].swatches.size(), 2u);
  EXPECT_EQ(fitting[0].swatches[2].text, "row 2");
}

TEST(HudLegend, LastRowCountsMissingRows) {
  const auto fitting = legendsThatFit({legendOf("one", 12)}, 40, 6);
  ASSERT_EQ(fitting.size(), 1u);
  ASSERT_EQ(fitting[0].swatches.size(), 5u);
  EXPECT_EQ(fitting[0].swatches[3].text, "row 3");
  EXPECT_EQ(fitting[0].swatches[4].text, "... 8 more");
}

TEST(HudLegend, LinesAreShared) {
  const auto fitting = legendsThatFit({legendOf("one", 9), legendOf("two", 9)}, 40, 8);
  EXPECT_EQ(fitting[0].swatches.size(), 3u);
  EXPECT_EQ(fitting[1].swatches.size(), 3u);
  // A small legend leaves its lines to the next one.
  EXPECT_EQ(legendsThatFit({legendOf("one", 1), legendOf("two", 9)}, 40, 8)[1].swatches.size(), 5u);
}

TEST(HudLegend, LongTextsLoseTheirMiddle) {
  HudLegend legend = legendOf(std::string(60, 't'), 1);
  legend.swatches[0].text = std::string(200, 'a') + ": 3 prims";
  const auto fitting = legendsThatFit({legend}, 20, 8);
  EXPECT_EQ(fitting[0].title.size(), 20u);
  EXPECT_EQ(fitting[0].swatches[0].text.size(), 20u);
  EXPECT_TRUE(fitting[0].swatches[0].text.ends_with(": 3 prims"));
}

}  // namespace
}  // namespace usdscope
