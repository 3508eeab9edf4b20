// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SkinVertices.h"

#include <gtest/gtest.h>

#include "engine/base/Parallel.h"
#include "tests/scene/SkinnedGeometry.h"

namespace usdscope {
namespace {

std::vector<SkinnedVertex> skin(const SkinnedGeometry& example) {
  std::vector<SkinnedVertex> vertices(example.geometry->vertexCount());
  SkinVertices job;
  job.geometry = example.geometry.get();
  job.skin = example.skin.get();
  job.palette = example.palette;
  job.blendWeights = example.blendWeights;
  job.vertices = vertices;
  EXPECT_EQ(job.problem(), "");
  EXPECT_TRUE(job.run());
  return vertices;
}

constexpr SkinningMethod kMethods[] = {SkinningMethod::Linear, SkinningMethod::DualQuaternion};

}  // namespace

TEST(SkinVertices, AgreesWithTheDoublePrecisionWay) {
  for (const SkinningMethod method : kMethods) {
    for (const std::uint32_t influences : {0u, 1u, 2u, 4u, 7u}) {
      const SkinnedGeometry example = makeSkinnedGeometry(3000, 23, influences, method, 5);
      const auto vertices = skin(example);
      const auto points = pointsInDoublePrecision(example);
      float largest = 0.0f;
      for (std::size_t i = 0; i < points.size(); ++i) {
        largest = std::max(largest, glm::distance(vertices[i].position, points[i]));
      }
      EXPECT_LT(largest, 1e-5f * example.size) << influences << " influences";
    }
  }
}

TEST(SkinVertices, NormalsStayAcrossTheSurface) {
  // Tangents go with the matrices, so a normal that fits stays at right angles to them.
  for (const SkinningMethod method : kMethods) {
    SkinnedGeometry example = makeSkinnedGeometry(400, 5, 1, method, 0);
    const auto vertices = skin(example);
    auto moved = std::make_shared<Geometry>(*example.geometry);
    std::vector<glm::vec3> beside(moved->positions.begin(), moved->positions.end());
    std::vector<glm::vec3> tangents;
    for (std::size_t i = 0; i < beside.size(); ++i) {
      const glm::vec3 n = moved->normals[i];
      const glm::vec3 axis = std::abs(n.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
      beside[i] += glm::normalize(glm::cross(n, axis));
    }
    moved->positions = Array<glm::vec3>(beside);
    example.geometry = moved;
    const auto others = skin(example);
    for (std::size_t i = 0; i < beside.size(); ++i) {
      const glm::vec3 tangent = glm::normalize(others[i].position - vertices[i].position);
      EXPECT_NEAR(glm::dot(tangent, vertices[i].normal), 0.0f, 2e-4f) << i;
      EXPECT_NEAR(glm::length(vertices[i].normal), 1.0f, 1e-5f) << i;
    }
  }
}

TEST(SkinVertices, ResultDoesNotDependOnThreads) {
  for (const SkinningMethod method : kMethods) {
    const SkinnedGeometry example = makeSkinnedGeometry(20'000, 40, 4, method, 3);
    setThreadCount(1);
    const auto one = skin(example);
    setThreadCount(4);
    const auto four = skin(example);
    setThreadCount(0);
    EXPECT_EQ(one, four);
  }
}

TEST(SkinVertices, WithoutNormalsThereAreNone) {
  for (const SkinningMethod method : kMethods) {
    SkinnedGeometry example = makeSkinnedGeometry(10, 3, 2, method, 2);
    auto bare = std::make_shared<Geometry>(*example.geometry);
    bare->normals = {};
    example.geometry = bare;
    for (const SkinnedVertex& vertex : skin(example)) EXPECT_EQ(vertex.normal, glm::vec3(0.0f));
  }
}

TEST(SkinVertices, AJointOfNoSizeLeavesFiniteNumbers) {
  for (const SkinningMethod method : kMethods) {
    SkinnedGeometry example = makeSkinnedGeometry(50, 3, 1, method, 0);
    for (glm::mat4& matrix : example.palette) matrix = glm::mat4(0.0f);
    for (const SkinnedVertex& vertex : skin(example)) {
      EXPECT_TRUE(std::isfinite(glm::dot(vertex.position, vertex.position)));
      EXPECT_TRUE(std::isfinite(glm::dot(vertex.normal, vertex.normal)));
    }
  }
}

TEST(SkinVertices, SizesThatDoNotFitAreRefused) {
  const SkinnedGeometry example = makeSkinnedGeometry(10, 3, 2, SkinningMethod::Linear, 2);
  std::vector<SkinnedVertex> vertices(10);
  SkinVertices job{example.geometry.get(), example.skin.get(), example.palette,
                   example.blendWeights, vertices};
  EXPECT_TRUE(job.run());
  SkinVertices fewMatrices = job;
  fewMatrices.palette = job.palette.first(2);
  SkinVertices fewWeights = job;
  fewWeights.blendWeights = {};
  SkinVertices littleRoom = job;
  littleRoom.vertices = job.vertices.first(9);
  for (const SkinVertices& broken : {fewMatrices, fewWeights, littleRoom}) {
    EXPECT_NE(broken.problem(), "");
    EXPECT_FALSE(broken.run());
  }
}

TEST(SkinProblem, IndicesOutOfRangeAreFound) {
  const SkinnedGeometry example = makeSkinnedGeometry(10, 3, 2, SkinningMethod::Linear, 2);
  EXPECT_EQ(skinProblem(*example.geometry, *example.skin), "");
  const auto broken = [&](auto change) {
    Skin skin = *example.skin;
    change(skin);
    return skinProblem(*example.geometry, skin);
  };
  EXPECT_NE(broken([](Skin& s) { s.jointCount = 1; }), "");
  EXPECT_NE(broken([](Skin& s) { s.influencesPerVertex = 3; }), "");
  EXPECT_NE(broken([](Skin& s) { s.weights = {}; }), "");
  EXPECT_NE(broken([](Skin& s) { s.blendShapes = {{0, 1'000'000}}; }), "");
  EXPECT_NE(broken([](Skin& s) {
              s.blendOffsets = {{77, {}, {}}};
              s.blendShapes = {{0, 1}};
            }),
            "");
}

}  // namespace usdscope
