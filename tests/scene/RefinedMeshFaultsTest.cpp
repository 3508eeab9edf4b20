// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/scene/RefinedMeshes.h"

namespace usdscope {

TEST(RefinedMeshFaults, LevelIsLoweredForHugeMeshes) {
  MeshInput input = grid(1, 1, 3);
  const struct {
    std::size_t faceCount;
    int level;
    const char* problem;
  } cases[] = {
      {1000, 3, ""},
      {100'000, 2,
       "At very high complexity it would have 6400000 faces; it is drawn at high complexity."},
      {5'000'000, 0,
       "At very high complexity it would have 320000000 faces; it is drawn at low complexity."},
  };
  for (const auto& c : cases) {
    input.faceVertexCounts = Array<int>(std::vector<int>(c.faceCount, 4));
    input.faceVertexIndices = Array<int>(std::vector<int>(c.faceCount * 4, 0));
    std::string problem;
    EXPECT_EQ(limitedRefineLevel(input, problem), c.level);
    EXPECT_EQ(problem, c.problem);
  }
}

TEST(RefinedMeshFaults, BadMeshesFallBackToTheCage) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto changed = [](auto change) {
    MeshInput input = cube(2);
    change(input);
    return input;
  };
  const struct {
    const char* name;
    MeshInput input;
    bool isRefined;
    const char* problem;
  } cases[] = {
      {"no faces", changed([](MeshInput& m) { m.faceVertexCounts = {}; }), false, ""},
      {"index out of range",
       changed([](MeshInput& m) { m.faceVertexCounts = {4}, m.faceVertexIndices = {0, 1, 2, 8}; }),
       false, "A face names points that are not there; the mesh is not subdivided."},
      {"negative index",
       changed([](MeshInput& m) { m.faceVertexCounts = {4}, m.faceVertexIndices = {0, 1, 2, -1}; }),
       false, "A face names points that are not there; the mesh is not subdivided."},
      {"face of two corners", changed([](MeshInput& m) { m.faceVertexCounts = {2, 4}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"huge face", changed([](MeshInput& m) { m.faceVertexCounts = {2147483647}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"negative count", changed([](MeshInput& m) { m.faceVertexCounts = {-4}; }), false,
       "A face has fewer than three corners, or corners are missing; the mesh is not subdivided."},
      {"loop of squares",
       changed([](MeshInput& m) { m.subdivision.scheme = SubdivisionScheme::Loop; }), false,
       "The scheme loop divides triangles only, and a face has 4 corners; the mesh is not "
       "subdivided."},
      {"NaN", changed([&](MeshInput& m) {
         std::vector<glm::vec3> points(m.points.begin(), m.points.end());
         points[0].x = kNan;
         m.points = Array<glm::vec3>(std::move(points));
       }),
       true, "Some points are not finite or too far away; 6 of 192 triangles are drawn."},
      {"crease lengths", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1};
         m.subdivision.creaseLengths = {3};
         m.subdivision.creaseSharpnesses = {1};
       }),
       true,
       "Its 1 creases have 2 points and 1 sharpnesses, which do not match; they are ignored."},
      {"crease of other points", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1, 0, 50};
         m.subdivision.creaseLengths = {2, 2};
         m.subdivision.creaseSharpnesses = {kNan, 2};
       }),
       true, "Some creases name points that are not there, or have no finite sharpness."},
      {"negative crease length", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 1};
         m.subdivision.creaseLengths = {-2, 2};
         m.subdivision.creaseSharpnesses = {1, 1};
       }),
       true, ""},
      {"crease along a diagonal", changed([](MeshInput& m) {
         m.subdivision.creaseIndices = {0, 6};
         m.subdivision.creaseLengths = {2};
         m.subdivision.creaseSharpnesses = {1};
       }),
       true, ""},
      {"corner sizes", changed([](MeshInput& m) { m.subdivision.cornerIndices = {0, 1}; }), true,
       "Its 2 sharp corners have 0 sharpnesses; they are ignored."},
      {"corner of other points", changed([](MeshInput& m) {
         m.subdivision.cornerIndices = {-1};
         m.subdivision.cornerSharpnesses = {1};
       }),
       true, "Some sharp corners name points that are not there, or have no finite sharpness."},
      {"three faces at an edge", changed([](MeshInput& m) {
         m.faceVertexCounts = {3, 3, 3};
         m.faceVertexIndices = {0, 1, 2, 0, 1, 3, 1, 0, 4};
       }),
       true, ""},
      {"face that uses a point twice", changed([](MeshInput& m) {
         m.faceVertexCounts = {4, 4};
         m.faceVertexIndices = {0, 1, 1, 2, 4, 5, 4, 5};
       }),
       true, ""},
      {"two faces with all points", changed([](MeshInput& m) {
         m.faceVertexCounts = {4, 4};
         m.faceVertexIndices = {0, 1, 2, 3, 0, 1, 2, 3};
       }),
       true, ""},
  };
  for (const auto& c : cases) {
    const Refined refined(c.input);
    EXPECT_EQ(refined.mesh != nullptr, c.isRefined) << c.name;
    EXPECT_EQ(refined.problem, c.problem) << c.name;
    if (refined.mesh) expectSound(refined, c.input, c.name);
  }
}

TEST(RefinedMeshFaults, MoreFacesAtAPointThanOpenSubdivCountsFallBackToTheCage) {
  constexpr int kCount = 70'000;  // OpenSubdiv has 16 bits for them.
  std::vector<glm::vec3> points{{0, 0, 0}};
  std::vector<int> fan, polygon;
  for (int i = 0; i < kCount; ++i) {
    const float angle = 6.2831853f * float(i) / float(kCount);
    points.emplace_back(std::cos(angle), std::sin(angle), 0.0f);
    fan.insert(fan.end(), {0, 1 + i, 1 + (i + 1) % kCount});
    polygon.push_back(1 + i);
  }
  MeshInput input = cube(1);
  input.points = Array<glm::vec3>(std::move(points));
  input.faceVertexCounts = Array<int>(std::vector<int>(kCount, 3));
  input.faceVertexIndices = Array<int>(std::move(fan));
  const Refined ofFan(input);
  EXPECT_FALSE(ofFan.mesh);
  EXPECT_EQ(ofFan.problem.find("It cannot be subdivided, so its cage is drawn: "), 0u)
      << ofFan.problem;
  input.faceVertexCounts = {kCount};
  input.faceVertexIndices = Array<int>(std::move(polygon));
  const Refined ofPolygon(input);
  EXPECT_FALSE(ofPolygon.mesh);
  EXPECT_EQ(ofPolygon.problem.find("It cannot be subdivided, so its cage is drawn: "), 0u)
      << ofPolygon.problem;
}

TEST(RefinedMeshFaults, RandomTopologyNeverCrashes) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    MeshInput input = cube(1 + int(random() % 2));
    std::vector<int> counts, indices, corners;
    std::vector<glm::vec2> values;
    const bool isLoop = random() % 3 == 0;
    for (std::size_t f = 0; f < 1 + random() % 12; ++f) {
      counts.push_back(isLoop ? 3 : 3 + int(random() % 4));
      for (int i = 0; i < counts.back(); ++i) {
        indices.push_back(int(random() % 8));
        corners.push_back(int(random() % 5));
        values.emplace_back(corners.back(), 1);
      }
    }
    input.faceVertexCounts = Array<int>(std::move(counts));
    input.faceVertexIndices = Array<int>(std::move(indices));
    input.texCoords = {Array<glm::vec2>(std::move(values)), Interpolation::FaceVarying,
                       Array<int>(std::move(corners))};
    input.subdivision.scheme = isLoop ? SubdivisionScheme::Loop : SubdivisionScheme::CatmullClark;
    input.subdivision.boundary = static_cast<BoundaryInterpolation>(random() % 3);
    input.subdivision.faceVarying = static_cast<LinearInterpolation>(random() % 6);
    input.subdivision.creaseIndices = {int(random() % 9), int(random() % 9)};
    input.subdivision.creaseLengths = {2};
    input.subdivision.creaseSharpnesses = {float(random() % 5)};
    const Refined refined(input);
    if (refined.geometry) expectSound(refined, input, "round " + std::to_string(round));
  }
}

}  // namespace usdscope
