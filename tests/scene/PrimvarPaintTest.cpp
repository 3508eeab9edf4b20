// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/PrimvarPaint.h"

#include <gtest/gtest.h>

#include "engine/scene/RigPaint.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/scene/ExpectSound.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Two squares that share an edge.
std::string meshWith(const std::string& primvar) {
  return "def Mesh \"M\" {\nuniform token subdivisionScheme = \"none\"\n"
         "point3f[] points = [(0,0,0), (1,0,0), (2,0,0), (0,1,0), (1,1,0), (2,1,0)]\n"
         "int[] faceVertexCounts = [4, 4]\nint[] faceVertexIndices = [0, 1, 4, 3, 1, 2, 5, 4]\n" +
         primvar + "\n}\n";
}

struct Painted {
  std::shared_ptr<const Scene> scene;
  std::string title;
  std::string legend;
  std::optional<glm::vec2> range;
};
Painted paintedWith(const std::string& text, const char* name = "heat") {
  const auto stage = stageFromText(text).stage;
  EXPECT_TRUE(stage) << text;
  PrimvarPaint paint(stage, Token(name));
  Painted result{.scene = paint.painted(SceneExtractor(stage).extract(0.0))};
  expectSound(*result.scene, text.c_str());
  result.title = paint.title();
  for (const PaintSwatch& swatch : paint.legend()) result.legend += swatch.text + '\n';
  result.range = paint.range();
  return result;
}

// The colour at a position; the first of several vertices there.
glm::vec4 colorAt(const Geometry& geometry, const glm::vec3& position) {
  for (std::size_t v = 0; v < geometry.vertexCount(); ++v) {
    if (geometry.positions[v] == position) return geometry.colors[v];
  }
  ADD_FAILURE() << "There is no such vertex.";
  return {};
}

void expectColor(const glm::vec4& found, float heat) {
  // Negative: no value.
  const glm::vec4 expected = paintColor(heatColor(heat < 0.0f ? 0.0f : std::max(heat, 0.001f)));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-4f) << heat << ' ' << i;
}

}  // namespace

TEST(PrimvarPaint, ValuesOfPointsAreRelativeToTheRange) {
  const Painted painted = paintedWith(
      meshWith("float[] primvars:heat = [-1, 0, 1, 1, 2, 3] ( interpolation = \"vertex\" )"));
  EXPECT_EQ(painted.range, glm::vec2(-1, 3));
  EXPECT_EQ(painted.title, "Values of primvars:heat");
  EXPECT_EQ(painted.legend, "3\n2\n1\n0\n-1\n");
  const Geometry& geometry = *painted.scene->items.at(0).geometry;
  expectColor(colorAt(geometry, {0, 0, 0}), 0.0f);
  expectColor(colorAt(geometry, {2, 0, 0}), 0.5f);
  expectColor(colorAt(geometry, {2, 1, 0}), 1.0f);
}

TEST(PrimvarPaint, ValuesOfFacesHaveSharpEdges) {
  const Painted painted = paintedWith(
      meshWith("int[] primvars:heat = [10, 20] ( interpolation = \"uniform\" )"), "primvars:heat");
  const Geometry& geometry = *painted.scene->items.at(0).geometry;
  ASSERT_EQ(geometry.vertexCount(), geometry.indices.size());
  for (std::size_t i = 0; i < geometry.indices.size(); ++i) {
    expectColor(geometry.colors[i], geometry.primitiveFaces[i / 3] == 0 ? 0.0f : 1.0f);
  }
}

TEST(PrimvarPaint, ValuesOfCornersAreAveragedAndVectorsShowLengths) {
  const Painted painted = paintedWith(meshWith(
      "float2[] primvars:heat = [(3,4), (0,2), (0,2), (0,1), (0,4), (0,1), (0,1), (0,4)] ( "
      "interpolation = \"faceVarying\" )"));
  EXPECT_EQ(painted.title, "Lengths of primvars:heat");
  EXPECT_EQ(painted.range, glm::vec2(1, 5));
  const Geometry& geometry = *painted.scene->items.at(0).geometry;
  expectColor(colorAt(geometry, {0, 0, 0}), 1.0f);
  expectColor(colorAt(geometry, {1, 0, 0}), 0.5f);  // 2 and 4.
  expectColor(colorAt(geometry, {2, 0, 0}), 0.0f);
}

TEST(PrimvarPaint, ConstantsAreInheritedAndPrimsWithoutAreGrey) {
  const Painted painted = paintedWith(
      "def Xform \"A\" {\nfloat primvars:heat = 2\ndef Cube \"C\" {}\n"
      "def Sphere \"S\" {\ndouble primvars:heat = 6\n}\n}\n"
      "def Cube \"Other\" {\ncolor3f[] primvars:displayColor = [(1, 0, 0)]\n}\n");
  ASSERT_EQ(painted.scene->items.size(), 3u);
  EXPECT_EQ(painted.range, glm::vec2(2, 6));
  expectColor(painted.scene->items[0].color, 0.0f);
  expectColor(painted.scene->items[1].color, 1.0f);
  expectColor(painted.scene->items[2].color, -1.0f);
  EXPECT_NE(painted.legend.find("no value: 1 prim"), std::string::npos) << painted.legend;
}

TEST(PrimvarPaint, CurvesHaveValuesOfPointsAndOfCurves) {
  for (const char* primvar :
       {"float[] primvars:heat = [1, 5] ( interpolation = \"uniform\" )",
        "float[] primvars:heat = [1, 1, 5, 5] ( interpolation = \"vertex\" )"}) {
    const Painted painted =
        paintedWith(std::string("def BasisCurves \"B\" {\nuniform token type = \"linear\"\n"
                                "int[] curveVertexCounts = [2, 2]\n"
                                "point3f[] points = [(0,0,0), (1,0,0), (0,1,0), (1,1,0)]\n") +
                    primvar + "\n}\n");
    const Geometry& geometry = *painted.scene->items.at(0).geometry;
    expectColor(colorAt(geometry, {1, 0, 0}), 0.0f);
    expectColor(colorAt(geometry, {0, 1, 0}), 1.0f);
  }
}

// The counts ask for 16 GiB of curves.
TEST(PrimvarPaint, CurvesBeyondThePointsTakeNoMemory) {
  std::string counts = "2";
  for (int i = 0; i < 4096; ++i) counts += ", 1048576";
  const Painted painted = paintedWith(
      "def BasisCurves \"B\" {\nuniform token type = \"linear\"\n"
      "int[] curveVertexCounts = [" +
      counts +
      "]\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n"
      "float[] primvars:heat = [1, 5] ( interpolation = \"uniform\" )\n}\n");
  EXPECT_EQ(painted.range, glm::vec2(1, 1));
}

TEST(PrimvarPaint, BadValuesAreNamed) {
  const Painted few =
      paintedWith(meshWith("float[] primvars:heat = [1, 2] ( interpolation = \"vertex\" )"));
  EXPECT_FALSE(few.range);
  EXPECT_EQ(few.legend, "no value: 1 prim\n");
  const Painted text = paintedWith(meshWith("string primvars:heat = \"hot\""));
  EXPECT_EQ(text.legend, "no value: 1 prim\n");
  const Painted infinite = paintedWith(
      meshWith("float[] primvars:heat = [nan, inf, 1, 1, 2, 2] ( interpolation = \"vertex\" )"));
  EXPECT_EQ(infinite.range, glm::vec2(1, 2));
  EXPECT_NE(infinite.legend.find("not finite"), std::string::npos);
}

TEST(PrimvarPaint, FramesWithEqualColoursShareTheGeometry) {
  const auto stage =
      stageFromText(meshWith("float[] primvars:heat = [10, 20] ( interpolation = \"uniform\" )") +
                    "def Mesh \"Moving\" {\nuniform token subdivisionScheme = \"none\"\n"
                    "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n"
                    "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
                    "float[] primvars:heat ( interpolation = \"vertex\" )\n"
                    "float[] primvars:heat.timeSamples = { 0: [10, 15, 20], 1: [20, 15, 10] }\n"
                    "}\n"
                    "def Mesh \"Colored\" {\nuniform token subdivisionScheme = \"none\"\n"
                    "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n"
                    "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
                    "color3f[] primvars:displayColor = [(1,0,0), (0,1,0), (0,0,1)] "
                    "( interpolation = \"vertex\" )\n}\n")
          .stage;
  ASSERT_TRUE(stage);
  SceneExtractor extractor(stage);
  PrimvarPaint paint(stage, Token("heat"));
  const auto first = paint.painted(extractor.extract(0.0));
  const auto second = paint.painted(extractor.extract(1.0));
  ASSERT_EQ(first->items.size(), 3u);
  ASSERT_EQ(second->items.size(), 3u);
  EXPECT_EQ(first->items[0].geometry, second->items[0].geometry);
  EXPECT_NE(first->items[1].geometry, second->items[1].geometry);
  EXPECT_EQ(first->items[2].geometry, second->items[2].geometry);
  EXPECT_TRUE(second->items[2].geometry->colors.empty());
  expectColor(colorAt(*first->items[1].geometry, {0, 0, 0}), 0.0f);
  expectColor(colorAt(*second->items[1].geometry, {0, 0, 0}), 1.0f);
  expectSound(*second, "second");
}

// The point is nearest to a corner, and to the middle of a small face, but lies in the large one.
TEST(PrimvarPaint, PointsHaveTheNumberOfTheirFace) {
  const auto stage =
      stageFromText(
          "def Mesh \"M\" {\nuniform token subdivisionScheme = \"none\"\n"
          "point3f[] points = [(0,0,0), (10,0,0), (11,0,0), (0,1,0), (10,1,0), (11,1,0)]\n"
          "int[] faceVertexCounts = [4, 4]\n"
          "int[] faceVertexIndices = [0, 1, 4, 3, 1, 2, 5, 4]\n"
          "float[] primvars:heat = [7, 8] ( interpolation = \"uniform\" )\n}\n")
          .stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0);
  for (const auto& [at, expected] : {std::pair{glm::dvec3(9.8, 0.1, 0), 7.0f},
                                     {glm::dvec3(10.2, 0.1, 0), 8.0f},
                                     {glm::dvec3(5, 0.5, 0.01), 7.0f},
                                     {glm::dvec3(12, 2, 0), 8.0f}}) {
    EXPECT_EQ(primvarNumberAt(*stage, Token("heat"), scene, scene->items.at(0), -1, at), expected)
        << at.x;
  }
}

TEST(PrimvarPaint, NumbersAreFoundAtAPoint) {
  const struct {
    const char* primvar;
    glm::dvec3 at;
    std::optional<float> expected;
  } cases[] = {
      {"float[] primvars:heat = [-1, 0, 1, 1, 2, 3] ( interpolation = \"vertex\" )",
       {5.9, 0.1, 0},
       1.0f},
      {"float[] primvars:heat = [7, 8] ( interpolation = \"uniform\" )", {4.8, 0.4, 0}, 7.0f},
      {"float[] primvars:heat = [7, 8] ( interpolation = \"uniform\" )", {5.2, 0.4, 0}, 8.0f},
      {"float primvars:heat = 5", {4, 0, 0}, 5.0f},
      {"string primvars:heat = \"hot\"", {4, 0, 0}, std::nullopt},
  };
  for (const auto& c : cases) {
    const auto stage =
        stageFromText(meshWith(std::string(c.primvar) +
                               "\ndouble3 xformOp:translate = (4, 0, 0)\n"
                               "uniform token[] xformOpOrder = [\"xformOp:translate\"]"))
            .stage;
    ASSERT_TRUE(stage) << c.primvar;
    const auto scene = SceneExtractor(stage).extract(0.0);
    EXPECT_EQ(primvarNumberAt(*stage, Token("primvars:heat"), scene, scene->items.at(0), -1, c.at),
              c.expected)
        << c.primvar;
  }
}

}  // namespace usdscope
