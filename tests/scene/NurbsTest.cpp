// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/scene/HermiteCurves.h"
#include "engine/scene/NurbsBasis.h"
#include "engine/scene/NurbsCurves.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/scene/TrimCurves.h"
#include "tests/scene/DrawnVertices.h"
#include "tests/scene/ExpectSound.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Scene> sceneOf(const std::string& text,
                                     Complexity complexity = Complexity::Low) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  ExtractOptions options;
  options.complexity = complexity;
  return result.stage ? SceneExtractor(result.stage).extract(0.0, {}, options)
                      : std::make_shared<Scene>();
}

// A circle of radius 1 as a rational quadratic curve of nine points.
const char* const kCirclePoints =
    "[(1,0,0), (1,1,0), (0,1,0), (-1,1,0), (-1,0,0), (-1,-1,0), (0,-1,0), (1,-1,0), (1,0,0)]";
const char* const kCircleKnots = "[0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]";
const char* const kCircleWeights =
    "[1, 0.7071067811865476, 1, 0.7071067811865476, 1, 0.7071067811865476, 1, 0.7071067811865476, "
    "1]";

std::string circle(const std::string& more = {}) {
  return std::string(
             "def NurbsCurves \"C\" {\nint[] curveVertexCounts = [9]\nint[] order = [3]\n") +
         "point3f[] points = " + kCirclePoints + "\ndouble[] knots = " + kCircleKnots +
         "\ndouble[] pointWeights = " + kCircleWeights + "\n" + more + "\n}\n";
}

// A bilinear patch over the unit square.
std::string square(const std::string& more = {}) {
  return "def NurbsPatch \"P\" {\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0), (1,1,0)]\n"
         "int uVertexCount = 2\nint vVertexCount = 2\nint uOrder = 2\nint vOrder = 2\n"
         "double[] uKnots = [0, 0, 1, 1]\ndouble[] vKnots = [0, 0, 1, 1]\n" +
         more + "\n}\n";
}

// A trim loop of straight lines with corners in the parameters of a patch.
struct Loop {
  std::vector<glm::dvec3> points;
  std::vector<double> knots;
};
Loop loopOf(std::initializer_list<glm::dvec2> corners) {
  Loop loop;
  for (const glm::dvec2& corner : corners) loop.points.emplace_back(corner, 1.0);
  loop.points.push_back(loop.points.front());
  loop.knots.push_back(0.0);
  for (std::size_t i = 0; i < loop.points.size(); ++i) loop.knots.push_back(double(i));
  loop.knots.push_back(double(loop.points.size() - 1));
  return loop;
}

double areaOf(const Geometry& geometry) {
  double area = 0.0;
  for (std::size_t i = 0; i + 2 < geometry.indices.size(); i += 3) {
    const glm::dvec3 a(geometry.positions[geometry.indices[i]]);
    const glm::dvec3 b(geometry.positions[geometry.indices[i + 1]]);
    const glm::dvec3 c(geometry.positions[geometry.indices[i + 2]]);
    area += glm::length(glm::cross(b - a, c - a)) * 0.5;
  }
  return area;
}

std::string firstMessage(const Scene& scene) {
  return scene.diagnostics.isEmpty() ? std::string() : scene.diagnostics.entries()[0].message;
}

}  // namespace

TEST(Nurbs, BasisFunctionsAreBernsteinPolynomialsForOneSpan) {
  const std::vector<double> knots{0, 0, 0, 0, 2, 2, 2, 2};
  std::string problem;
  const auto checked = checkedKnots(knots, 4, 4, std::nullopt, "nothing", problem);
  ASSERT_TRUE(checked) << problem;
  for (const double t : {0.0, 0.5, 1.0, 1.7, 2.0}) {
    const NurbsSample sample = sampleNurbs(*checked, t);
    const double x = t / 2.0;
    const double y = 1.0 - x;
    const double expected[] = {y * y * y, 3 * x * y * y, 3 * x * x * y, x * x * x};
    const double slopes[] = {-3 * y * y / 2, (3 * y * y - 6 * x * y) / 2,
                             (6 * x * y - 3 * x * x) / 2, 3 * x * x / 2};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(sample.basis[i], expected[i], 1e-12) << t;
      EXPECT_NEAR(sample.slope[i], slopes[i], 1e-12) << t;
    }
  }
}

TEST(Nurbs, UniformCubicsAreBSplines) {
  std::vector<double> knots;
  for (int i = 0; i < 12; ++i) knots.push_back(i);
  std::string problem;
  const auto checked = checkedKnots(knots, 4, 8, std::nullopt, "nothing", problem);
  ASSERT_TRUE(checked) << problem;
  EXPECT_EQ(checked->segmentCount(), 5u);
  const NurbsSample sample = sampleNurbs(*checked, 5.25);
  EXPECT_EQ(sample.first, 2u);
  const double t = 0.25;
  const double s = 1.0 - t;
  EXPECT_NEAR(sample.basis[0], s * s * s / 6.0, 1e-12);
  EXPECT_NEAR(sample.basis[3], t * t * t / 6.0, 1e-12);
}

TEST(Nurbs, ARationalCircleIsRound) {
  for (const Complexity complexity : {Complexity::Low, Complexity::VeryHigh}) {
    const auto scene = sceneOf(circle(), complexity);
    expectSound(*scene, "circle");
    EXPECT_TRUE(scene->diagnostics.isEmpty()) << firstMessage(*scene);
    ASSERT_EQ(scene->items.size(), 1u);
    const Geometry& geometry = *scene->items[0].geometry;
    EXPECT_EQ(geometry.indices.size() / 2, complexity == Complexity::Low ? 32u : 128u);
    for (const glm::vec3& p : geometry.positions) EXPECT_NEAR(glm::length(p), 1.0f, 1e-6f);
    EXPECT_NEAR(glm::distance(geometry.positions[0], glm::vec3(1, 0, 0)), 0.0f, 1e-6f);
  }
}

TEST(Nurbs, RangesLimitACurve) {
  const auto scene = sceneOf(circle("double2[] ranges = [(0, 2)]"));
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_NEAR(scene->items[0].geometry->bounds.min.y, 0.0, 1e-6);
  EXPECT_NEAR(scene->items[0].geometry->bounds.max.y, 1.0, 1e-6);
}

TEST(Nurbs, PrimvarsFollowTheCurve) {
  const auto scene = sceneOf(
      "def NurbsCurves \"C\" {\nint[] curveVertexCounts = [2]\nint[] order = [2]\n"
      "point3f[] points = [(0,0,0), (1,0,0)]\ndouble[] knots = [0, 0, 1, 1]\n"
      "color3f[] primvars:displayColor = [(1,0,0), (0,0,1)] (\ninterpolation = \"varying\"\n)\n"
      "float[] widths = [0.1, 0.3] (\ninterpolation = \"vertex\"\n)\n}\n");
  ASSERT_EQ(scene->items.size(), 1u);
  const Geometry& geometry = *scene->items[0].geometry;
  ASSERT_EQ(geometry.positions.size(), 2u);
  EXPECT_EQ(geometry.colors[1], glm::vec4(0, 0, 1, 1));
  EXPECT_FLOAT_EQ(geometry.widths[1], 0.3f);
}

TEST(Nurbs, InvalidCurvesAreTheirControlPolygons) {
  const struct {
    const char* name;
    const char* order;
    const char* knots;
  } cases[] = {{"too few knots", "[3]", "[0, 0, 0, 1]"},
               {"no order", "[]", kCircleKnots},
               {"huge order", "[2000000000]", kCircleKnots},
               {"negative order", "[-3]", kCircleKnots},
               {"descending", "[3]", "[4, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0]"},
               {"nan", "[3]", "[0, 0, 0, 1, 1, nan, 2, 3, 3, 4, 4, 4]"},
               {"no range", "[3]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"}};
  for (const auto& c : cases) {
    const auto scene =
        sceneOf(std::string("def NurbsCurves \"C\" {\nint[] curveVertexCounts = [9]\n") +
                "int[] order = " + c.order + "\npoint3f[] points = " + kCirclePoints +
                "\ndouble[] knots = " + c.knots + "\n}\n");
    expectSound(*scene, c.name);
    ASSERT_EQ(scene->items.size(), 1u) << c.name;
    EXPECT_EQ(scene->items[0].geometry->indices.size(), 16u) << c.name;
    EXPECT_EQ(scene->diagnostics.entries().size(), 1u) << c.name;
  }
}

TEST(Nurbs, HermiteCurvesPassTheirPointsWithTheirTangents) {
  const auto scene = sceneOf(
      "def HermiteCurves \"C\" {\nint[] curveVertexCounts = [3]\n"
      "point3f[] points = [(0,0,0), (1,0,0), (2,1,0)]\n"
      "vector3f[] tangents = [(1,1,0), (1,0,0), (0,2,0)]\n"
      "float[] widths = [1, 2, 4] (\ninterpolation = \"vertex\"\n)\n}\n");
  expectSound(*scene, "hermite");
  EXPECT_TRUE(scene->diagnostics.isEmpty()) << firstMessage(*scene);
  ASSERT_EQ(scene->items.size(), 1u);
  const Geometry& geometry = *scene->items[0].geometry;
  ASSERT_EQ(geometry.positions.size(), 17u);
  EXPECT_EQ(geometry.positions[0], glm::vec3(0, 0, 0));
  EXPECT_EQ(geometry.positions[8], glm::vec3(1, 0, 0));
  EXPECT_EQ(geometry.positions[16], glm::vec3(2, 1, 0));
  // At the middle of a span: half of both points, and an eighth of the difference of the tangents.
  EXPECT_NEAR(glm::distance(geometry.positions[4], glm::vec3(0.5f, 0.125f, 0)), 0.0f, 1e-6f);
  EXPECT_FLOAT_EQ(geometry.widths[4], 1.5f);
  EXPECT_LE(*std::ranges::max_element(geometry.vertexPoints), 2u);
}

TEST(Nurbs, HermiteCurvesWithoutTangentsJoinTheirPoints) {
  const auto scene = sceneOf(
      "def HermiteCurves \"C\" {\nint[] curveVertexCounts = [3]\n"
      "point3f[] points = [(0,0,0), (1,0,0), (2,1,0)]\nvector3f[] tangents = [(1,1,0)]\n}\n");
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_EQ(scene->items[0].geometry->indices.size(), 4u);
  EXPECT_NE(firstMessage(*scene).find("tangents"), std::string::npos);
}

TEST(Nurbs, APatchOfACylinderIsRound) {
  std::string points = "[";
  for (const char* z : {"0", "1", "3"}) {
    std::string ring = kCirclePoints;
    for (std::size_t at = 0; (at = ring.find(",0)", at)) != std::string::npos; ++at) {
      ring.replace(at, 3, std::string(",") + z + ")");
    }
    points += (points.size() > 1 ? ", " : "") + ring.substr(1, ring.size() - 2);
  }
  std::string weights = std::string(kCircleWeights).substr(1);
  weights.pop_back();
  const auto scene =
      sceneOf("def NurbsPatch \"P\" {\npoint3f[] points = " + points +
              "]\nint uVertexCount = 9\nint vVertexCount = 3\nint uOrder = 3\nint vOrder = 3\n"
              "double[] uKnots = " +
              kCircleKnots + "\ndouble[] vKnots = [0, 0, 0, 1, 1, 1]\ndouble[] pointWeights = [" +
              weights + ", " + weights + ", " + weights + "]\n}\n");
  expectSound(*scene, "cylinder");
  EXPECT_TRUE(scene->diagnostics.isEmpty()) << firstMessage(*scene);
  ASSERT_EQ(scene->items.size(), 1u);
  const Geometry& geometry = *scene->items[0].geometry;
  for (std::size_t i = 0; i < geometry.positions.size(); ++i) {
    const glm::vec2 across(geometry.positions[i]);
    EXPECT_NEAR(glm::length(across), 1.0f, 1e-6f);
    EXPECT_NEAR(glm::distance(geometry.normals[i], glm::vec3(across, 0.0f)), 0.0f, 1e-5f);
    EXPECT_LT(geometry.vertexPoints[i], 27u);
  }
  EXPECT_EQ(geometry.bounds.max.z, 3.0);
  EXPECT_NEAR(areaOf(geometry), 2.0 * std::numbers::pi * 3.0, 0.1);
}

TEST(Nurbs, PatchesHavePrimvarsOfAllInterpolations) {
  const struct {
    const char* interpolation;
    const char* values;
  } cases[] = {{"vertex", "[(0,0,0), (1,0,0), (0,1,0), (1,1,0)]"},
               {"varying", "[(0,0,0), (1,0,0), (0,1,0), (1,1,0)]"}};
  for (const auto& c : cases) {
    const auto scene = sceneOf(square(std::string("color3f[] primvars:displayColor = ") + c.values +
                                      " (\ninterpolation = \"" + c.interpolation + "\"\n)"));
    ASSERT_EQ(scene->items.size(), 1u);
    const Geometry& geometry = *scene->items[0].geometry;
    ASSERT_FALSE(geometry.colors.empty()) << c.interpolation;
    for (std::size_t i = 0; i < geometry.positions.size(); ++i) {
      EXPECT_EQ(glm::vec3(geometry.colors[i]), geometry.positions[i]) << c.interpolation;
    }
  }
}

TEST(Nurbs, PatchesFaceTheWayOfTheirOrientation) {
  for (const bool isLeft : {false, true}) {
    const auto scene = sceneOf(square(isLeft ? "uniform token orientation = \"leftHanded\"" : ""));
    ASSERT_EQ(scene->items.size(), 1u);
    const Geometry& geometry = *scene->items[0].geometry;
    const float up = isLeft ? -1.0f : 1.0f;
    EXPECT_EQ(geometry.normals[0], glm::vec3(0, 0, up));
    const glm::vec3& a = geometry.positions[geometry.indices[0]];
    const glm::vec3& b = geometry.positions[geometry.indices[1]];
    const glm::vec3& c = geometry.positions[geometry.indices[2]];
    EXPECT_GT(glm::cross(b - a, c - a).z * up, 0.0f);
  }
}

TEST(Nurbs, TrimmedCellsKeepWhatAnOddNumberOfLoopsSurrounds) {
  const Loop outer = loopOf({{0.1, 0.1}, {0.9, 0.1}, {0.9, 0.9}, {0.1, 0.9}});
  const Loop hole = loopOf({{0.5, 0.3}, {0.7, 0.5}, {0.5, 0.7}, {0.3, 0.5}});
  TrimCurvesInput input;
  const std::vector<int> counts{1, 1};
  const std::vector<int> orders{2, 2};
  const std::vector<int> vertexCounts{5, 5};
  std::vector<double> knots = outer.knots;
  knots.insert(knots.end(), hole.knots.begin(), hole.knots.end());
  std::vector<glm::dvec3> points = outer.points;
  points.insert(points.end(), hole.points.begin(), hole.points.end());
  std::string problem;
  const TrimLoops loops({counts, orders, vertexCounts, knots, {}, points}, Complexity::Low,
                        problem);
  EXPECT_EQ(problem, "");
  ASSERT_FALSE(loops.isEmpty());
  for (const int divisions : {1, 3, 8}) {
    double area = 0.0;
    for (int j = 0; j < divisions; ++j) {
      const double lowV = double(j) / divisions;
      const double highV = double(j + 1) / divisions;
      const auto stripe = loops.edgesBetween(lowV, highV);
      for (int i = 0; i < divisions; ++i) {
        for (const TrimLoops::Piece& piece : trimmedCell(
                 {double(i) / divisions, lowV}, {double(i + 1) / divisions, highV}, stripe)) {
          const double bottom = piece[1].x - piece[0].x;
          const double top = piece[2].x - piece[3].x;
          EXPECT_GE(bottom, 0.0);
          area += (bottom + top) * 0.5 * (piece[3].y - piece[0].y);
        }
      }
    }
    EXPECT_NEAR(area, 0.8 * 0.8 - 0.08, 1e-12) << divisions;
  }
}

TEST(Nurbs, ATrimmedPatchHasTheAreaOfItsTrimCurve) {
  const std::string trim =
      std::string("int[] trimCurve:counts = [1]\nint[] trimCurve:orders = [3]\n") +
      "int[] trimCurve:vertexCounts = [9]\ndouble[] trimCurve:knots = " + kCircleKnots +
      "\ndouble2[] trimCurve:ranges = [(0, 4)]\n"
      "double3[] trimCurve:points = [";
  // A circle of radius 0.4 around (0.5, 0.5), in homogeneous points.
  std::string points;
  const double w = std::sqrt(0.5);
  const glm::dvec2 corners[] = {{1, 0},   {1, 1},  {0, 1},  {-1, 1}, {-1, 0},
                                {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  for (std::size_t i = 0; i < 9; ++i) {
    const double weight = i % 2 ? w : 1.0;
    const glm::dvec2 p = (glm::dvec2(0.5) + corners[i] * 0.4) * weight;
    points += (i ? ", (" : "(") + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " +
              std::to_string(weight) + ")";
  }
  const auto scene = sceneOf(square(trim + points + "]"), Complexity::VeryHigh);
  expectSound(*scene, "trim");
  EXPECT_TRUE(scene->diagnostics.isEmpty()) << firstMessage(*scene);
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_NEAR(areaOf(*scene->items[0].geometry), std::numbers::pi * 0.16, 1e-3);
  EXPECT_NEAR(scene->items[0].geometry->bounds.max.x, 0.9, 1e-3);
}

// Joints move the control points, from which the surface is made.
TEST(Nurbs, SkinnedPatchesFollowTheirJoints) {
  const auto scene = sceneOf(R"(
def SkelRoot "R" (prepend apiSchemas = ["SkelBindingAPI"]) {
  rel skel:skeleton = </R/S>
  def Skeleton "S" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token[] joints = ["A", "B"]
    uniform matrix4d[] bindTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)), ((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1))]
    uniform matrix4d[] restTransforms = [((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,0,1)), ((1,0,0,0), (0,1,0,0), (0,0,1,0), (0,0,4,1))]
  }
  def NurbsPatch "P" (prepend apiSchemas = ["SkelBindingAPI"]) {
    point3f[] points = [(0,0,0), (1,0,0), (2,0,0), (0,1,0), (1,1,0), (2,1,0)]
    int uVertexCount = 3
    int vVertexCount = 2
    int uOrder = 3
    int vOrder = 2
    double[] uKnots = [0, 0, 0, 1, 1, 1]
    double[] vKnots = [0, 0, 1, 1]
    int[] primvars:skel:jointIndices = [0, 1, 0, 0, 1, 0] (elementSize = 1
      interpolation = "vertex")
    float[] primvars:skel:jointWeights = [1, 1, 1, 1, 1, 1] (elementSize = 1
      interpolation = "vertex")
  }
}
)");
  ASSERT_EQ(scene->items.size(), 1u) << firstMessage(*scene);
  ASSERT_TRUE(scene->items[0].skin) << firstMessage(*scene);
  for (const glm::dvec3& p : drawnVertices(*scene, scene->items[0])) {
    const double u = p.x / 2.0;  // The middle control points rise by 4.
    EXPECT_NEAR(p.z, 4.0 * 2.0 * u * (1.0 - u), 1e-5);
  }
}

TEST(Nurbs, InvalidTrimCurvesLeaveThePatchWhole) {
  const auto scene = sceneOf(
      square("int[] trimCurve:counts = [1000000000]\nint[] trimCurve:orders = [2]\n"
             "int[] trimCurve:vertexCounts = [4]\ndouble[] trimCurve:knots = [0, 0, 1, 2, 3, 3]\n"
             "double3[] trimCurve:points = [(0, 0, 1)]"));
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_NEAR(areaOf(*scene->items[0].geometry), 1.0, 1e-6);
  EXPECT_NE(firstMessage(*scene).find("trim"), std::string::npos);
}

TEST(Nurbs, InvalidPatchesAreReported) {
  const auto grid = sceneOf(
      "def NurbsPatch \"P\" {\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0), (1,1,0)]\n"
      "int uVertexCount = 2\nint vVertexCount = 2\nint uOrder = 9\nint vOrder = 2\n"
      "double[] uKnots = [0, 0, 1, 1]\ndouble[] vKnots = [0, 0, 1, 1]\n}\n");
  ASSERT_EQ(grid->items.size(), 1u) << "The control points are drawn.";
  EXPECT_NEAR(areaOf(*grid->items[0].geometry), 1.0, 1e-6);
  EXPECT_EQ(grid->diagnostics.entries().size(), 1u);
  for (const char* counts : {"int uVertexCount = 3\nint vVertexCount = 2\n",
                             "int uVertexCount = -2\nint vVertexCount = -2\n",
                             "int uVertexCount = 2000000000\nint vVertexCount = 2000000000\n"}) {
    const auto scene = sceneOf(
        std::string("def NurbsPatch \"P\" {\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0), "
                    "(1,1,0)]\n") +
        counts + "}\ndef Sphere \"Fine\" {\n}\n");
    ASSERT_EQ(scene->items.size(), 2u) << counts;
    EXPECT_EQ(scene->items[0].geometry->primitive, Primitive::Points);
    EXPECT_EQ(scene->items[1].path.text(), "/Fine");
    EXPECT_EQ(scene->diagnostics.entries().size(), 1u) << counts;
  }
}

}  // namespace usdscope
