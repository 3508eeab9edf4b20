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
    // The bone is thick along the two axes of the parent joint that are not nearest to the bone.
    const int unused = bone == 0 ? 1 : 2;
    EXPECT_NEAR(m[1][unused], 0.0, 1e-12);
    EXPECT_NEAR(m[2][unused], 0.0, 1e-12);
    EXPECT_NEAR(glm::dot(glm::dvec3(m[1]), glm::dvec3(m[2])), 0.0, 1e-12);
    for (int i = 1; i < 3; ++i) EXPECT_NEAR(glm::length(glm::dvec3(m[i])), length, 1e-12);
    EXPECT_GT(glm::determinant(m), 0.0) << "not turned inside out";
  }
  EXPECT_EQ(posed[1], glm::dmat4(0.0)) << "two joints in one place";
  EXPECT_EQ(posed[2], glm::dmat4(0.0)) << "a joint that is nowhere";
}

TEST(Bones, JointsWithoutAxesHaveBonesToo) {
  SkelTopology topology;
  topology.parents = {-1, 0};
  const Bones bones = buildBones(topology);
  for (const glm::dmat4& parent :
       {glm::dmat4(0.0), glm::dmat4(glm::dmat3(1, 1, 1, 1, 1, 1, 1, 1, 1)),
        glm::dmat4(glm::dmat3(1, 0, 0, 0, 1, 0, 0, 0, -1))}) {
    const std::vector<glm::dmat4> skelFromJoint = {
        parent, glm::dmat4({1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 2, 0, 1})};
    const glm::dmat4 m = posedBones(bones, skelFromJoint)[0];
    EXPECT_NEAR(glm::determinant(m), 8.0, 1e-12) << "as thick as any, not turned inside out";
  }
}

TEST(Bones, BonesOfJointsAtRestHaveTheirOwnColour) {
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
