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

TEST(Widths, HintsOnWidthsInPixelsAreReported) {
  const struct {
    const char* type;
    const char* hint;
    const char* part;  ///< A part of the message, or empty.
  } cases[] = {{"BasisCurves", "bool primvars:screenSpaceWidths = true", "screenSpaceWidths"},
               {"BasisCurves", "bool primvars:screenSpaceWidths = false", ""},
               {"BasisCurves", "float primvars:minScreenSpaceWidths = 2", "minScreenSpaceWidths"},
               {"BasisCurves", "float primvars:minScreenSpaceWidths = 0", ""},
               {"BasisCurves", "", ""},
               {"Points", "bool primvars:screenSpaceWidths = true", ""}};
  for (const auto& c : cases) {
    const auto scene = sceneOf(std::string("def ") + c.type +
                               " \"C\" {\nuniform token type = \"linear\"\n"
                               "int[] curveVertexCounts = [2]\nfloat[] widths = [3, 3]\n"
                               "point3f[] points = [(0,0,0), (4,0,0)]\n" +
                               c.hint + "\n}\n");
    ASSERT_EQ(scene->items.size(), 1u) << c.hint;
    EXPECT_EQ(scene->items[0].geometry->widths, Array<float>({3.0f, 3.0f})) << c.hint;
    const bool isReported = *c.part != '\0';
    ASSERT_EQ(scene->diagnostics.entries().size(), isReported ? 1u : 0u) << c.type << c.hint;
    if (!isReported) continue;
    const Diagnostic& entry = scene->diagnostics.entries()[0];
    EXPECT_EQ(entry.code, kSimplifiedGeometry) << c.hint;
    EXPECT_EQ(entry.site.path, "/C");
    EXPECT_NE(entry.message.find(c.part), std::string::npos) << entry.message;
  }
}

}  // namespace usdscope
