// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/Stencils.h"
#include "engine/skel/SkelBindings.h"
#include "tests/scene/DrawnVertices.h"
#include "tests/scene/ExpectSound.h"
#include "tests/skel/Arm.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

const std::string kCubeFaces =
    "int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n"
    "int[] faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, 7, 0, 6, 5, 1, 4, 7, 3, 2, 0, 3, 7, 6, 4, 2, "
    "1, "
    "5]\n";
const std::string kCubePoints =
    "[(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1), (-1, -1, -1), (-1, 1, -1), (1, 1, -1), "
    "(1, -1, -1)]";

std::string cubeText(const std::string& more) {
  return "def Mesh \"Cube\" {\n" + kCubeFaces + "point3f[] points = " + kCubePoints + "\n" + more +
         "\n}\n";
}

std::shared_ptr<const Scene> sceneAt(const std::string& text, Complexity complexity) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  if (!result.stage) return std::make_shared<Scene>();
  return SceneExtractor(result.stage).extract(0.0, {}, {.complexity = complexity});
}

std::string firstProblem(const Scene& scene) {
  return scene.diagnostics.isEmpty() ? "" : scene.diagnostics.entries()[0].message;
}

}  // namespace

TEST(SubdividedScenes, SmoothSchemesHaveSmoothNormalsAtLowComplexity) {
  const struct {
    const char* scheme;
    bool isSmooth;
  } cases[] = {{"catmullClark", true}, {"loop", true}, {"bilinear", false}, {"none", false}};
  for (const auto& c : cases) {
    const auto scene =
        sceneAt(cubeText("uniform token subdivisionScheme = \"" + std::string(c.scheme) + "\""),
                Complexity::Low);
    ASSERT_EQ(scene->items.size(), 1u) << c.scheme;
    const Geometry& g = *scene->items[0].geometry;
    for (std::size_t v = 0; v < g.vertexCount(); ++v) {
      // The normal of a corner does not lean to the face that is cut there.
      const bool isDiagonal = glm::distance(g.normals[v], glm::normalize(g.positions[v])) < 1e-6f;
      EXPECT_EQ(isDiagonal, c.isSmooth) << c.scheme << v;
    }
  }
  // Authored normals apply without a smooth surface only.
  const std::string normals =
      "normal3f[] normals = [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0), "
      "(1, 0, 0), (1, 0, 0)]\n";
  for (const auto& c : cases) {
    const auto scene = sceneAt(
        cubeText(normals + "uniform token subdivisionScheme = \"" + std::string(c.scheme) + "\""),
        Complexity::Low);
    EXPECT_EQ(scene->items[0].geometry->normals[1] == glm::vec3(1, 0, 0), !c.isSmooth) << c.scheme;
  }
}

TEST(SubdividedScenes, ComplexitiesAreLevels) {
  const Complexity complexities[] = {Complexity::Low, Complexity::Medium, Complexity::High,
                                     Complexity::VeryHigh};
  std::size_t faceCount = 6;
  for (const Complexity complexity : complexities) {
    const auto scene = sceneAt(cubeText(""), complexity);
    EXPECT_EQ(scene->items[0].geometry->indices.size(), faceCount * 6);
    EXPECT_EQ(firstProblem(*scene), "");
    expectSound(*scene, "");
    faceCount *= 4;
  }
  const auto faceted =
      sceneAt(cubeText("uniform token subdivisionScheme = \"none\""), Complexity::VeryHigh);
  EXPECT_EQ(faceted->items[0].geometry->indices.size(), 36u);
}

TEST(SubdividedScenes, AuthoredRulesApply) {
  const struct {
    const char* rules;
    double right;  // The right end of the bounds at medium complexity.
  } cases[] = {
      {"", 1.0},
      {"int[] holeIndices = [0, 1, 2, 3, 4]", -5.0 / 9.0},
      {"uniform token subdivisionScheme = \"bilinear\"", 1.0},
      {"uniform token interpolateBoundary = \"none\"", 1.0},
  };
  for (const auto& c : cases) {
    const auto scene = sceneAt(cubeText(c.rules), Complexity::Medium);
    ASSERT_EQ(scene->items.size(), 1u) << c.rules;
    EXPECT_NEAR(scene->items[0].worldBounds.max.x, c.right, 1e-6) << c.rules;
  }
  // A corner that stays sharp.
  const auto scene =
      sceneAt(cubeText("int[] cornerIndices = [0]\nfloat[] cornerSharpnesses = [10]\n"
                       "int[] creaseIndices = [4, 5]\nint[] creaseLengths = [2]\n"
                       "float[] creaseSharpnesses = [10]"),
              Complexity::Medium);
  const Array<glm::vec3>& places = scene->items[0].geometry->positions;
  EXPECT_LT(glm::distance(places[0], {1, 1, 1}), 1e-6f);
  const auto isEdgeMiddle = [](const glm::vec3& p) {
    return glm::distance(p, {-1, 0, -1}) < 1e-6f;
  };
  EXPECT_TRUE(std::ranges::any_of(places, isEdgeMiddle)) << "the middle of the crease";
}

TEST(SubdividedScenes, BadMeshesAreReportedAndDisturbNoOthers) {
  const struct {
    const char* text;
    const char* problem;
  } cases[] = {
      {"int[] creaseIndices = [0, 1]\nint[] creaseLengths = [2, 2]\nfloat[] creaseSharpnesses = "
       "[1]",
       "Its 2 creases have 2 points and 1 sharpnesses, which do not match; they are ignored."},
      {"uniform token subdivisionScheme = \"loop\"",
       "The scheme loop divides triangles only, and a face has 4 corners; the mesh is not "
       "subdivided."},
      {"uniform token interpolateBoundary = \"sometimes\"", ""},
  };
  for (const auto& c : cases) {
    const auto scene = sceneAt(cubeText(c.text) + "def Sphere \"Ball\" {}\n", Complexity::High);
    ASSERT_EQ(scene->items.size(), 2u) << c.text;
    EXPECT_EQ(firstProblem(*scene), c.problem) << c.text;
    expectSound(*scene, c.text);
  }
}

TEST(SubdividedScenes, FramesOfAnAnimatedMeshShareTheRefinement) {
  std::string moved = kCubePoints;
  std::ranges::replace(moved, '1', '2');
  const auto result = stageFromText("def Mesh \"Cube\" {\n" + kCubeFaces +
                                    "point3f[] points.timeSamples = { 0: " + kCubePoints +
                                    ", 10: " + moved + " }\nint[] cornerIndices = [0]\n}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto at = [&](double time) {
    const auto scene = extractor.extract(time, {}, {.complexity = Complexity::High});
    EXPECT_EQ(firstProblem(*scene), "Its 1 sharp corners have 0 sharpnesses; they are ignored.");
    return scene->items[0].geometry;
  };
  const auto first = at(0.0);
  const auto last = at(10.0);
  EXPECT_TRUE(first->indices.sharesStorageWith(last->indices));
  EXPECT_TRUE(first->vertexPoints.sharesStorageWith(last->vertexPoints));
  for (std::size_t v = 0; v < first->vertexCount(); ++v) {
    EXPECT_LT(glm::distance(last->positions[v], first->positions[v] * 2.0f), 1e-5f);
  }
}

TEST(SubdividedScenes, CageIsSkinnedBeforeItIsRefined) {
  for (const std::string& text :
       {std::string(kArm), armWith("\"classicLinear\"", "\"dualQuaternion\"")}) {
    const auto result = stageFromText(text);
    ASSERT_TRUE(result.stage);
    SceneExtractor extractor(result.stage);
    for (const double time : {0.0, 4.0, 10.0}) {
      const auto low = extractor.extract(time, {}, {.complexity = Complexity::Low});
      const auto high = extractor.extract(time, {}, {.complexity = Complexity::High});
      ASSERT_EQ(low->items.size(), 1u);
      const Item& cage = low->items[0];
      const Item& item = high->items[0];
      ASSERT_TRUE(item.skin && item.skin->refined);
      EXPECT_FALSE(cage.skin->refined);
      const auto posed = drawnVertices(*low, cage);
      std::vector<glm::dvec3> points(3);
      for (std::size_t v = 0; v < posed.size(); ++v)
        points[cage.geometry->vertexPoints[v]] = posed[v];
      const auto refined = drawnVertices(*high, item);
      const RefinedCage& stencils = *item.skin->refined;
      ASSERT_EQ(refined.size(), stencils.vertexRows.size());
      EXPECT_GT(refined.size(), 12u);
      for (std::size_t v = 0; v < refined.size(); ++v) {
        glm::dvec3 expected(0.0);
        const std::uint32_t row = stencils.vertexRows[v];
        for (std::size_t i = stencils.stencils.firsts[row]; i < stencils.stencils.firsts[row + 1];
             ++i) {
          expected += points[stencils.stencils.sources[i]] * double(stencils.stencils.weights[i]);
        }
        EXPECT_LT(glm::distance(refined[v], expected), 1e-5) << v << " at " << time;
        EXPECT_TRUE(glm::all(glm::lessThanEqual(refined[v], item.worldBounds.max + 1e-5)) &&
                    glm::all(glm::greaterThanEqual(refined[v], item.worldBounds.min - 1e-5)));
      }
    }
    // Back at low complexity, the skin moves the cage itself again.
    EXPECT_FALSE(extractor.extract(4.0)->items[0].skin->refined);
  }
}

}  // namespace usdscope
