// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bones.h"

#include <gtest/gtest.h>

#include <limits>

namespace usdscope {

TEST(Bones, GoFromPlaceToPlaceOfTheJointsAndVanishWhereThereIsNone) {
  SkelTopology topology;
  topology.parents = {-1, 0, 1, 1, 1};
  const Bones bones = buildBones(topology);
  ASSERT_EQ(bones.ends.size(), 4u);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const glm::dvec3 places[] = {{1, 2, 3}, {1, 4, 3}, {1, 4, 3}, {nan, 0, 0}, {4, 4, -1}};
  std::vector<glm::dmat4> skelFromJoint;
  for (const glm::dvec3& place : places) {
    glm::dmat4& matrix = skelFromJoint.emplace_back(7.0);
    matrix[3] = glm::dvec4(place, 1.0);
  }
  const std::vector<glm::dmat4> posed = posedBones(bones, skelFromJoint);
  for (const std::size_t bone : {0u, 3u}) {
    const glm::dmat4& m = posed[bone];
    EXPECT_EQ(glm::dvec3(m[3]), places[bones.ends[bone].parent]);
    EXPECT_EQ(glm::dvec3(m * glm::dvec4(1, 0, 0, 1)), places[bones.ends[bone].child]);
    const double length = glm::length(glm::dvec3(m[0]));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(glm::length(glm::dvec3(m[i])), length, 1e-12);
      EXPECT_NEAR(glm::dot(glm::dvec3(m[i]), glm::dvec3(m[(i + 1) % 3])), 0.0, 1e-12);
    }
    EXPECT_GT(glm::determinant(m), 0.0) << "not turned inside out";
  }
  EXPECT_EQ(posed[1], glm::dmat4(0.0)) << "two joints in one place";
  EXPECT_EQ(posed[2], glm::dmat4(0.0)) << "a joint that is nowhere";
}

TEST(Bones, ThoseOfJointsAtRestHaveAColourOfTheirOwn) {
  SkelTopology topology;
  topology.parents = {-1, 0, 1, 1};
  EXPECT_TRUE(buildBones(topology).geometry->colors.empty());
  EXPECT_TRUE(buildBones(topology, {false, false, true, true}).geometry->colors.empty())
      << "no bone starts there";
  const Bones bones = buildBones(topology, {false, true, false, false});
  const Array<glm::vec4>& colors = bones.geometry->colors;
  ASSERT_EQ(colors.size(), 3u * kIndicesPerBone);
  EXPECT_EQ(bones.geometry->indices.size(), colors.size());
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const bool isAtRest = bones.ends[i / kIndicesPerBone].parent == 1;
    EXPECT_EQ(colors[i] != kBoneColor, isAtRest) << i;
  }
}

}  // namespace usdscope
