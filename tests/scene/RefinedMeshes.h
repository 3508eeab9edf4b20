// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/RefinedMesh.h"

namespace usdscope {

/// A cube from -1 to 1.
inline MeshInput cube(int level) {
  MeshInput input;
  input.points = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                  {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  input.faceVertexCounts = {4, 4, 4, 4, 4, 4};
  input.faceVertexIndices = {3, 2, 1, 0, 4, 5, 6, 7, 0, 1, 5, 4,
                             1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
  input.subdivision.scheme = SubdivisionScheme::CatmullClark;
  input.subdivision.level = level;
  return input;
}

/// A grid of squares of size 1 in the plane z = 0, from the origin.
inline MeshInput grid(int width, int height, int level) {
  MeshInput input;
  std::vector<glm::vec3> points;
  for (int y = 0; y <= height; ++y) {
    for (int x = 0; x <= width; ++x) points.emplace_back(x, y, 0);
  }
  std::vector<int> indices;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int at = y * (width + 1) + x;
      indices.insert(indices.end(), {at, at + 1, at + width + 2, at + width + 1});
    }
  }
  input.points = Array<glm::vec3>(std::move(points));
  input.faceVertexCounts = Array<int>(std::vector<int>(std::size_t(width * height), 4));
  input.faceVertexIndices = Array<int>(std::move(indices));
  input.subdivision.scheme = SubdivisionScheme::CatmullClark;
  input.subdivision.level = level;
  return input;
}

/// An octahedron around the origin, for the scheme loop.
inline MeshInput octahedron(int level) {
  MeshInput input;
  input.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  input.faceVertexCounts = {3, 3, 3, 3, 3, 3, 3, 3};
  input.faceVertexIndices = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                             2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  input.subdivision.scheme = SubdivisionScheme::Loop;
  input.subdivision.level = level;
  return input;
}

/// A mesh with its refinement.
struct Refined {
  explicit Refined(const MeshInput& input) : mesh(refineMesh(input, problem)) {
    if (!mesh) return;
    RefinedGeometry built = buildRefinedGeometry(input, *mesh, problem);
    geometry = built.geometry;
    cage = built.cage;
  }
  std::string problem;
  std::shared_ptr<const RefinedMesh> mesh;
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const RefinedCage> cage;
};

/// Expects the invariants of every refined geometry.
inline void expectSound(const Refined& refined, const MeshInput& input, const std::string& name) {
  const Geometry& g = *refined.geometry;
  EXPECT_EQ(g.normals.size(), g.vertexCount()) << name;
  EXPECT_EQ(g.vertexPoints.size(), g.vertexCount()) << name;
  EXPECT_EQ(refined.cage->vertexRows.size(), g.vertexCount()) << name;
  EXPECT_EQ(refined.cage->cage->vertexCount(), input.points.size()) << name;
  EXPECT_EQ(g.primitiveFaces.size(), refined.mesh->topology.indices.size() / 3) << name;
  for (const std::uint32_t index : g.indices) ASSERT_LT(index, g.vertexCount()) << name;
  for (const std::uint32_t point : g.vertexPoints) ASSERT_LT(point, input.points.size()) << name;
  for (const std::uint32_t face : g.primitiveFaces) {
    ASSERT_LT(face, input.faceVertexCounts.size()) << name;
  }
  for (const glm::vec3& p : g.positions) {
    ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << name;
  }
  for (const glm::vec3& n : g.normals) EXPECT_NEAR(glm::length(n), 1.0f, 1e-4f) << name;
  std::size_t covered = 0;
  for (const GeometryPart& part : refined.mesh->topology.parts) {
    EXPECT_EQ(part.firstIndex, covered) << name;
    covered += part.indexCount;
  }
  EXPECT_EQ(covered, refined.mesh->topology.indices.size()) << name;
}

}  // namespace usdscope
