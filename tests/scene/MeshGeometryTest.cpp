// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/MeshGeometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace usdscope {
namespace {

// Two squares side by side in the plane z = 0.
MeshInput twoSquares() {
  MeshInput input;
  input.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  input.faceVertexCounts = {4, 4};
  input.faceVertexIndices = {0, 1, 4, 3, 1, 2, 5, 4};
  return input;
}

struct Built {
  explicit Built(const MeshInput& input) : topology(buildMeshTopology(input)) {
    problem = topology.problem;
    geometry = buildMeshGeometry(input, topology, problem);
  }
  MeshTopology topology;
  std::string problem;
  std::shared_ptr<const Geometry> geometry;
};

// Expects the invariants of every geometry.
void expectSound(const Built& built, const std::string& name) {
  const Geometry& g = *built.geometry;
  EXPECT_EQ(g.normals.size(), g.vertexCount()) << name;
  EXPECT_EQ(g.vertexPoints.size(), g.vertexCount()) << name;
  EXPECT_EQ(g.primitiveFaces.size() * 3, g.indices.size()) << name;
  for (const std::uint32_t index : g.indices) ASSERT_LT(index, g.vertexCount()) << name;
  for (const glm::vec3& p : g.positions) {
    EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << name;
  }
  for (const glm::vec3& n : g.normals) EXPECT_NEAR(glm::length(n), 1.0f, 1e-5f) << name;
  std::size_t covered = 0;
  for (const GeometryPart& part : built.topology.parts) {
    EXPECT_EQ(part.firstIndex, covered) << name;
    covered += part.indexCount;
  }
  EXPECT_EQ(covered, g.indices.size()) << name;
}

}  // namespace

TEST(MeshGeometry, FacesShareTheirPoints) {
  const Built built(twoSquares());
  expectSound(built, "");
  EXPECT_EQ(built.problem, "");
  EXPECT_EQ(built.geometry->vertexCount(), 6u);
  EXPECT_EQ(built.geometry->indices.size(), 12u);
  EXPECT_EQ(built.geometry->primitiveFaces, (Array<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(built.geometry->bounds, (Box{{0, 0, 0}, {2, 1, 0}}));
  for (const glm::vec3& n : built.geometry->normals) EXPECT_EQ(n, glm::vec3(0, 0, 1));
}

TEST(MeshGeometry, LeftHandedFacesTurnTheOtherWay) {
  MeshInput input = twoSquares();
  input.isLeftHanded = true;
  const Built built(input);
  expectSound(built, "");
  for (const glm::vec3& n : built.geometry->normals) EXPECT_EQ(n, glm::vec3(0, 0, -1));
}

TEST(MeshGeometry, ValuesOfFacesAndCornersSplitPoints) {
  MeshInput uniform = twoSquares();
  uniform.colors = {{{1, 0, 0}, {0, 1, 0}}, Interpolation::Uniform};
  const Built ofFaces(uniform);
  expectSound(ofFaces, "uniform");
  ASSERT_EQ(ofFaces.geometry->vertexCount(), 8u);
  EXPECT_EQ(ofFaces.geometry->colors[3], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(ofFaces.geometry->colors[4], glm::vec4(0, 1, 0, 1));

  MeshInput corners = twoSquares();
  corners.texCoords.interpolation = Interpolation::FaceVarying;
  corners.texCoords.values = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {5, 0}, {6, 0}, {6, 1}, {5, 1}};
  const Built ofCorners(corners);
  expectSound(ofCorners, "faceVarying");
  ASSERT_EQ(ofCorners.geometry->vertexCount(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(ofCorners.geometry->texCoords[i], corners.texCoords.values[i]) << i;
    EXPECT_EQ(ofCorners.geometry->vertexPoints[i], std::uint32_t(corners.faceVertexIndices[i]));
  }
}

TEST(MeshGeometry, HolesAreNotDrawn) {
  MeshInput input = twoSquares();
  input.holeIndices = {0, 17, -1};
  const Built built(input);
  expectSound(built, "");
  EXPECT_EQ(built.problem, "");
  EXPECT_EQ(built.geometry->primitiveFaces, (Array<std::uint32_t>{1, 1}));
  EXPECT_EQ(built.geometry->bounds, (Box{{1, 0, 0}, {2, 1, 0}}));
}

TEST(MeshGeometry, PartsAreRunsOfIndices) {
  MeshInput input = twoSquares();
  input.partCount = 3;
  input.partOfFace = {2, 0};
  const Built built(input);
  expectSound(built, "");
  EXPECT_EQ(built.topology.partOfParts, (std::vector<int>{0, 2}));
  EXPECT_EQ(built.geometry->primitiveFaces, (Array<std::uint32_t>{1, 1, 0, 0}));

  input.partOfFace = {-5, 99};  // Faces without a part are in the first.
  EXPECT_EQ(Built(input).topology.partOfParts, std::vector<int>{0});
}

TEST(MeshGeometry, WrongInputIsReportedAndTheRestIsDrawn) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    const char* name;
    void (*spoil)(MeshInput&);
    std::size_t triangles;
  } cases[] = {
      {"index beyond the points",
       [](MeshInput& m) { m.faceVertexIndices = {0, 1, 4, 3, 1, 2, 6, 4}; }, 2},
      {"negative index", [](MeshInput& m) { m.faceVertexIndices = {0, 1, 4, -3, 1, 2, 5, 4}; }, 2},
      {"too few indices", [](MeshInput& m) { m.faceVertexIndices = {0, 1, 4, 3, 1, 2}; }, 2},
      {"negative count", [](MeshInput& m) { m.faceVertexCounts = {4, -4}; }, 2},
      {"huge count", [](MeshInput& m) { m.faceVertexCounts = {4, 2147483647}; }, 2},
      {"two corners", [](MeshInput& m) { m.faceVertexCounts = {2, 4}; }, 2},
      {"no points", [](MeshInput& m) { m.points = {}; }, 0},
      {"not a number",
       [](MeshInput& m) {
         m.points = {{0, 0, 0}, {1, kNan, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
       },
       4},
      {"too few colours",
       [](MeshInput& m) { m.colors = {{{1, 0, 0}, {0, 1, 0}}, Interpolation::Vertex}; }, 4},
      {"too few texture coordinates",
       [](MeshInput& m) { m.texCoords = {{{1, 0}}, Interpolation::FaceVarying}; }, 4},
      {"too few normals", [](MeshInput& m) { m.normals = {{{1, 0, 0}}, Interpolation::Uniform}; },
       4},
  };
  for (const auto& c : cases) {
    MeshInput input = twoSquares();
    c.spoil(input);
    const Built built(input);
    expectSound(built, c.name);
    EXPECT_EQ(built.geometry->indices.size(), 3 * c.triangles) << c.name;
    EXPECT_NE(built.problem, "") << c.name;
  }
}

TEST(MeshGeometry, FacesWithoutAreaStillHaveANormal) {
  MeshInput input = twoSquares();
  input.points = Array<glm::vec3>(std::vector<glm::vec3>(6, glm::vec3(3.0f)));
  const Built built(input);
  expectSound(built, "");
  EXPECT_EQ(built.geometry->indices.size(), 12u);
}

TEST(MeshGeometry, NormalsThatHaveNoLengthAreReplaced) {
  MeshInput input = twoSquares();
  input.normals = {{{0, 0, 0}}, Interpolation::Constant};
  expectSound(Built(input), "zero");
  input.normals = {{{std::numeric_limits<float>::quiet_NaN(), 0, 0}}, Interpolation::Constant};
  expectSound(Built(input), "not a number");
}

}  // namespace usdscope
