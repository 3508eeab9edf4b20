// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/scene/SceneFromText.h"

namespace usdscope {
namespace {

std::shared_ptr<const Geometry> geometryAt(const std::string& text, Complexity complexity) {
  const auto stage = stageFromText(text).stage;
  if (!stage) return nullptr;
  const auto scene = SceneExtractor(stage).extract(0.0, {}, {.complexity = complexity});
  return scene->items.size() == 1 ? scene->items[0].geometry : nullptr;
}

}  // namespace

TEST(Widths, PointsWithoutWidthsAreOneUnitWide) {
  const auto points =
      geometryAt("def Points \"P\" {\npoint3f[] points = [(0,0,0), (4,0,0)]\n}\n", Complexity::Low);
  ASSERT_TRUE(points);
  EXPECT_EQ(points->widths, Array<float>({1.0f, 1.0f}));
  EXPECT_EQ(points->bounds.max.x, 4.5);
}

TEST(Widths, CurvesWithoutWidthsAreOneUnitWideIfTheyAreRefined) {
  const std::string text =
      "def BasisCurves \"C\" {\nuniform token type = \"linear\"\nint[] curveVertexCounts = [2]\n"
      "point3f[] points = [(0,0,0), (4,0,0)]\n}\n";
  const auto low = geometryAt(text, Complexity::Low);
  const auto medium = geometryAt(text, Complexity::Medium);
  ASSERT_TRUE(low && medium);
  EXPECT_TRUE(low->widths.empty()) << "One pixel.";
  EXPECT_EQ(medium->widths, Array<float>({1.0f, 1.0f}));
}

}  // namespace usdscope
