// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/FollowedJoints.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "engine/scene/Stencils.h"

namespace usdscope {
namespace {

// A skin of one vertex for each row of weights; all vertices have the joints 0 to 2.
std::shared_ptr<Skin> skinOf(const std::vector<std::array<float, 3>>& rows) {
  auto skin = std::make_shared<Skin>();
  skin->influencesPerVertex = 3;
  skin->jointCount = 3;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  for (const auto& row : rows) {
    joints.insert(joints.end(), {0, 1, 2});
    weights.insert(weights.end(), row.begin(), row.end());
  }
  skin->joints = Array<std::uint16_t>(std::move(joints));
  skin->weights = Array<float>(std::move(weights));
  return skin;
}

Geometry geometryOf(std::size_t vertexCount) {
  Geometry geometry;
  geometry.positions = Array<glm::vec3>(std::vector<glm::vec3>(vertexCount));
  return geometry;
}

}  // namespace

TEST(FollowedJoints, LeaderHasTheLargestWeight) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    const char* name;
    std::array<float, 3> weights;
    std::int32_t leader;
  } cases[] = {{"largest", {0.1f, 0.7f, 0.2f}, 1},
               {"equal", {0.2f, 0.4f, 0.4f}, 1},
               {"none", {0.0f, 0.0f, 0.0f}, -1},
               {"negative", {-1.0f, 0.0f, -2.0f}, -1},
               {"not a number", {nan, 0.25f, 0.1f}, 1}};
  std::vector<std::array<float, 3>> rows;
  for (const auto& c : cases) rows.push_back(c.weights);
  const auto skin = skinOf(rows);
  const Geometry geometry = geometryOf(rows.size());
  const std::vector<std::int32_t> leaders = leadingJoints(geometry, *skin);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(leaders[i], cases[i].leader) << cases[i].name;
    EXPECT_EQ(leadingJoint(geometry, *skin, i), cases[i].leader) << cases[i].name;
  }
  EXPECT_EQ(leadingJoint(geometry, *skin, 100), -1) << "no such vertex";
}

TEST(FollowedJoints, InfluencesOfOneJointAddUp) {
  auto skin = skinOf({{0.3f, 0.4f, 0.3f}});
  skin->joints = {2, 1, 2};
  EXPECT_EQ(leadingJoint(geometryOf(1), *skin, 0), 2);
}

TEST(FollowedJoints, RefinedVerticesHaveTheWeightsOfTheCage) {
  auto skin = skinOf({{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.4f, 0.6f}});
  auto cage = std::make_shared<RefinedCage>();
  cage->cage = std::make_shared<Geometry>(geometryOf(3));
  // The first row lies near vertex 0. In the second, joint 1 has 0.5 * 0.4 + 0.25, and joint 2 0.3.
  cage->stencils.firsts = {0, 2, 5};
  cage->stencils.sources = {0, 1, 0, 1, 2};
  cage->stencils.weights = {0.6f, 0.4f, 0.25f, 0.25f, 0.5f};
  cage->vertexRows = {1, 0, 1};
  skin->refined = cage;
  EXPECT_EQ(leadingJoints(geometryOf(3), *skin), (std::vector<std::int32_t>{1, 0, 1}));
}

TEST(FollowedJoints, SkinsWithBlendShapesOnlyHaveNone) {
  EXPECT_EQ(leadingJoints(geometryOf(2), Skin()), (std::vector<std::int32_t>{-1, -1}));
  EXPECT_EQ(leadingJoint(geometryOf(2), Skin(), 0), -1);
}

}  // namespace usdscope
