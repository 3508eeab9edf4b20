// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Ribbons.h"

#include <gtest/gtest.h>

#include "engine/scene/SceneExtractor.h"
#include "tests/scene/ExpectSound.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// A straight curve along x with points at 0, 1 and 3.
std::shared_ptr<const Scene> hairWith(const std::string& more, double time = 0.0) {
  const auto result = stageFromText(
      "def BasisCurves \"Hair\" {\nuniform token type = \"linear\"\n"
      "int[] curveVertexCounts = [3]\npoint3f[] points = [(0,0,0), (1,0,0), (3,0,0)]\n" +
      more + "\n}\n");
  EXPECT_TRUE(result.stage) << more;
  return result.stage ? SceneExtractor(result.stage).extract(time) : std::make_shared<Scene>();
}

// The normal of a triangle by its winding.
glm::vec3 facingOf(const Geometry& geometry, std::size_t triangle) {
  const auto at = [&](std::size_t corner) {
    return geometry.positions[geometry.indices[3 * triangle + corner]];
  };
  return glm::normalize(glm::cross(at(1) - at(0), at(2) - at(0)));
}

}  // namespace

TEST(Ribbons, CurvesWithNormalsAndWidthsAreFlat) {
  const auto scene = hairWith(
      "normal3f[] normals = [(0,0,1), (0,0,2), (0,0,1)] ( interpolation = \"vertex\" )\n"
      "float[] widths = [0.2, 0.4, 0.2] ( interpolation = \"vertex\" )\n"
      "color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0), (0, 0, 1)] ( interpolation = "
      "\"vertex\" )\n"
      "texCoord2f[] primvars:st = [(0, 0), (0.5, 0), (1, 0)] ( interpolation = \"vertex\" )");
  ASSERT_EQ(scene->items.size(), 1u);
  expectSound(*scene, "");
  const Geometry& geometry = *scene->items[0].geometry;
  EXPECT_EQ(geometry.primitive, Primitive::Triangles);
  ASSERT_EQ(geometry.vertexCount(), 6u);
  ASSERT_EQ(geometry.indices.size(), 12u);
  EXPECT_EQ(geometry.positions[0], glm::vec3(0, -0.1f, 0));
  EXPECT_EQ(geometry.positions[3], glm::vec3(1, 0.2f, 0));
  for (const glm::vec3& normal : geometry.normals) EXPECT_EQ(normal, glm::vec3(0, 0, 1));
  for (std::size_t triangle = 0; triangle < 4; ++triangle) {
    EXPECT_EQ(facingOf(geometry, triangle), glm::vec3(0, 0, 1)) << triangle;
  }
  EXPECT_EQ(geometry.colors[2], glm::vec4(0, 1, 0, 1));
  EXPECT_EQ(geometry.texCoords[5], glm::vec2(1, 0));
  EXPECT_EQ(geometry.vertexPoints[5], 2u);
  EXPECT_EQ(geometry.bounds.min, glm::dvec3(0, double(-0.2f), 0));
  ASSERT_EQ(scene->items[0].parts.size(), 1u);
  EXPECT_EQ(scene->items[0].parts[0].indexCount, 12u);
}

TEST(Ribbons, OtherCurvesStayLines) {
  for (const char* more : {"", "float[] widths = [0.2] ( interpolation = \"constant\" )",
                           "normal3f[] normals = [(0,0,1), (0,0,1), (0,0,1)]"}) {
    const auto scene = hairWith(more);
    ASSERT_EQ(scene->items.size(), 1u) << more;
    EXPECT_EQ(scene->items[0].geometry->primitive, Primitive::Lines) << more;
  }
  const auto scene = hairWith(
      "float[] widths = [0.2] ( interpolation = \"constant\" )\n"
      "normal3f[] normals = [(0,0,1), (0,0,1)] ( interpolation = \"vertex\" )");
  EXPECT_EQ(scene->items[0].geometry->primitive, Primitive::Lines);
  ASSERT_EQ(scene->diagnostics.entries().size(), 1u);
  EXPECT_NE(scene->diagnostics.entries()[0].message.find("normals"), std::string::npos);
}

TEST(Ribbons, NormalsAlongTheCurveOrOfNoLengthAreSound) {
  for (const char* normal : {"(1,0,0)", "(0,0,0)", "(nan,0,0)", "(inf,0,0)"}) {
    const auto scene =
        hairWith("float[] widths = [0.2] ( interpolation = \"constant\" )\nnormal3f[] normals = [" +
                 std::string(normal) + "] ( interpolation = \"constant\" )");
    ASSERT_EQ(scene->items.size(), 1u) << normal;
    expectSound(*scene, normal);
    const Geometry& geometry = *scene->items[0].geometry;
    ASSERT_EQ(geometry.vertexCount(), 6u) << normal;
    for (const glm::vec3& each : geometry.normals) {
      EXPECT_NEAR(glm::length(each), 1.0f, 1e-5f) << normal;
      EXPECT_NEAR(each.x, 0.0f, 1e-5f) << normal;
    }
  }
}

TEST(Ribbons, FollowNormalsThatVary) {
  const std::string turning =
      "float[] widths = [0.2] ( interpolation = \"constant\" )\n"
      "normal3f[] normals ( interpolation = \"constant\" )\n"
      "normal3f[] normals.timeSamples = { 0: [(0,0,1)], 1: [(0,1,0)] }";
  EXPECT_EQ(hairWith(turning, 0.0)->items[0].geometry->normals[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(hairWith(turning, 1.0)->items[0].geometry->normals[0], glm::vec3(0, 1, 0));
  const auto result = stageFromText(
      "def BasisCurves \"Hair\" {\nuniform token type = \"linear\"\nint[] curveVertexCounts = [2]\n"
      "point3f[] points = [(0,0,0), (1,0,0)]\n" +
      turning + "\n}\n");
  SceneExtractor extractor(result.stage);
  EXPECT_EQ(extractor.extract(0.0)->items[0].geometry->normals[0], glm::vec3(0, 0, 1));
  EXPECT_EQ(extractor.extract(1.0)->items[0].geometry->normals[0], glm::vec3(0, 1, 0));
}

}  // namespace usdscope
