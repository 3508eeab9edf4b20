// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <random>
#include <vector>

#include "engine/scene/Scene.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {

/// A geometry with a skin and one pose, of random numbers from a fixed seed.
struct SkinnedGeometry {
  std::shared_ptr<const Geometry> geometry;
  std::shared_ptr<const Skin> skin;
  std::vector<glm::mat4> palette;
  std::vector<float> blendWeights;
  float size = 10.0f;  ///< Size of the box of points.
};

inline SkinnedGeometry makeSkinnedGeometry(std::size_t vertexCount, std::uint32_t jointCount,
                                           std::uint32_t influencesPerVertex, SkinningMethod method,
                                           std::size_t shapeCount, unsigned seed = 7,
                                           bool hasNormals = true) {
  std::mt19937 random(seed);
  const auto number = [&](float least, float most) {
    return least + (most - least) * float(random()) / float(std::mt19937::max());
  };
  const auto vector = [&](float reach) {
    return glm::vec3(number(-reach, reach), number(-reach, reach), number(-reach, reach));
  };
  SkinnedGeometry result;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < vertexCount; ++i) {
    positions.push_back(vector(result.size / 2));
    normals.push_back(glm::normalize(vector(1.0f) + glm::vec3(0, 0, 1.01f)));
    indices.push_back(static_cast<std::uint32_t>(i));
  }
  indices.resize(indices.size() / 3 * 3);
  auto geometry = std::make_shared<Geometry>();
  geometry->positions = Array<glm::vec3>(std::move(positions));
  if (hasNormals) geometry->normals = Array<glm::vec3>(std::move(normals));
  geometry->indices = Array<std::uint32_t>(std::move(indices));
  result.geometry = geometry;

  auto skin = std::make_shared<Skin>();
  skin->method = method;
  skin->jointCount = jointCount;
  skin->influencesPerVertex = influencesPerVertex;
  if (influencesPerVertex > 0) {
    skin->skelFromRest = glm::translate(glm::dmat4(1.0), glm::dvec3(0.5, -0.25, 1.0));
  }
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  for (std::size_t i = 0; i < vertexCount; ++i) {
    float sum = 0.0f;
    for (std::uint32_t k = 0; k < influencesPerVertex; ++k) {
      joints.push_back(static_cast<std::uint16_t>(random() % jointCount));
      weights.push_back(number(0.05f, 1.0f));
      sum += weights.back();
    }
    for (std::uint32_t k = 0; k < influencesPerVertex; ++k) weights[weights.size() - 1 - k] /= sum;
  }
  skin->joints = Array<std::uint16_t>(std::move(joints));
  skin->weights = Array<float>(std::move(weights));
  std::vector<Skin::BlendShape> shapes;
  std::vector<Skin::BlendOffset> offsets;
  for (std::size_t s = 0; s < shapeCount; ++s) {
    Skin::BlendShape shape{static_cast<std::uint32_t>(offsets.size()), 0};
    for (std::size_t v = s; v < vertexCount; v += 2 + s) {
      offsets.push_back({static_cast<std::uint32_t>(v), vector(0.5f), vector(0.2f)});
      ++shape.offsetCount;
    }
    shapes.push_back(shape);
    result.blendWeights.push_back(s == 1 ? 0.0f : number(-0.5f, 1.0f));
  }
  skin->blendShapes = Array<Skin::BlendShape>(std::move(shapes));
  skin->blendOffsets = Array<Skin::BlendOffset>(std::move(offsets));
  result.skin = skin;

  // Rotations of less than a quarter turn, so that blends do not vanish; some scale and shift.
  for (std::uint32_t j = 0; j < jointCount; ++j) {
    glm::mat4 matrix = glm::translate(glm::mat4(1.0f), vector(2.0f));
    matrix = glm::rotate(matrix, number(-0.7f, 0.7f), glm::normalize(vector(1.0f)));
    result.palette.push_back(glm::scale(matrix, glm::vec3(1.0f) + vector(0.2f)));
  }
  return result;
}

/// Returns the points of an example, skinned in double precision.
inline std::vector<glm::vec3> pointsInDoublePrecision(const SkinnedGeometry& example) {
  const Skin& skin = *example.skin;
  std::vector<glm::vec3> points(example.geometry->positions.begin(),
                                example.geometry->positions.end());
  for (std::size_t s = 0; s < skin.blendShapes.size(); ++s) {
    const Skin::BlendShape& shape = skin.blendShapes[s];
    for (std::uint32_t i = 0; i < shape.offsetCount; ++i) {
      const Skin::BlendOffset& offset = skin.blendOffsets[shape.firstOffset + i];
      points[offset.vertex] += offset.position * example.blendWeights[s];
    }
  }
  const std::vector<glm::dmat4> palette(example.palette.begin(), example.palette.end());
  const std::vector<int> joints(skin.joints.begin(), skin.joints.end());
  SkinPoints job;
  job.usesDualQuaternions = skin.method == SkinningMethod::DualQuaternion;
  job.skelFromRest = skin.skelFromRest;
  job.skelFromBind = palette;
  job.joints = joints;
  job.weights = skin.weights.span();
  job.influencesPerPoint = skin.influencesPerVertex;
  job.rest = points;
  job.points = points;
  job.precision = SkinPrecision::Double;
  EXPECT_EQ(job.run(), skin.influencesPerVertex > 0);
  return points;
}

}  // namespace usdscope
