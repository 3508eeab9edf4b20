// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelPose.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

void expectNear(const glm::dmat4& a, const glm::dmat4& b, const char* what) {
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) EXPECT_NEAR(a[column][row], b[column][row], 1e-6) << what;
  }
}

// The arm, bound with its lower joint at a distance of three instead of two.
SkeletonQuery boundElsewhere(const BoundArm& arm) { return *arm.bindings[0].skeleton; }
std::string stretchedArm() {
  return armWith("(2,0,0,1))]\n    uniform", "(3,0,0,1))]\n    uniform");
}

}  // namespace

TEST(SkelPose, StepsAreBindRestAndAnimation) {
  const BoundArm arm(stretchedArm());
  ASSERT_EQ(arm.bindings.size(), 1u);
  const SkeletonQuery skeleton = boundElsewhere(arm);
  std::vector<glm::dmat4> places;
  std::vector<glm::dmat4> expected;
  ASSERT_TRUE(computePoseSkelTransforms(skeleton, 10.0, kBindPose, places));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(places[i], skeleton.definition().skelFromJointBind[i]);
  }
  ASSERT_TRUE(computePoseSkelTransforms(skeleton, 10.0, kRestPose, places));
  ASSERT_TRUE(skeleton.computeJointSkelTransforms(10.0, expected, true));
  for (std::size_t i = 0; i < 2; ++i) expectNear(places[i], expected[i], "rest");
  ASSERT_TRUE(computePoseSkelTransforms(skeleton, 10.0, kAnimatedPose, places));
  ASSERT_TRUE(skeleton.computeJointSkelTransforms(10.0, expected));
  EXPECT_EQ(places, expected);

  ASSERT_TRUE(computePoseSkelTransforms(skeleton, 10.0, 0.5, places));
  EXPECT_NEAR(places[1][3].x, 2.5, 1e-9) << "half way from bind to rest";
  // The lower joint turns by 120 degrees and becomes twice as wide.
  ASSERT_TRUE(computePoseLocalTransforms(skeleton, 10.0, 1.5, places));
  expectNear(places[1],
             glm::scale(glm::rotate(glm::translate(glm::dmat4(1.0), {2, 0, 0}), glm::radians(60.0),
                                    {0, 0, 1}),
                        {1, 1.5, 1}),
             "half way from rest to animation");
  EXPECT_EQ(animatedShare(0.5), 0.0);
  EXPECT_EQ(animatedShare(1.25), 0.25);
  EXPECT_EQ(animatedShare(2.0), 1.0);
}

TEST(SkelPose, NothingIsSkinnedAtBind) {
  const BoundArm arm(stretchedArm());
  const auto skelFromBind =
      computeSkelPose(*arm.bindings[0].skeleton, 10.0, kBindPose).skelFromBind.value();
  for (const glm::dmat4& matrix : skelFromBind) expectNear(matrix, glm::dmat4(1.0), "bind");
}

TEST(SkelPose, MissingTransformsAreReplacedOrRefused) {
  const std::string rest =
      "uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), "
      "((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]";
  const BoundArm arm(armWith(rest, ""));
  ASSERT_EQ(arm.bindings.size(), 1u);
  std::vector<glm::dmat4> places;
  ASSERT_TRUE(computePoseSkelTransforms(*arm.bindings[0].skeleton, 0.0, kRestPose - 0.5, places));
  EXPECT_EQ(places[1][3].x, 2.0);
  // The animation is sparse, so it needs the rest pose.
  EXPECT_FALSE(computePoseSkelTransforms(*arm.bindings[0].skeleton, 0.0, 1.5, places));
}

TEST(SkelPose, BlendsMirroredTransformsToo) {
  glm::dmat4 mirrored = glm::scale(glm::dmat4(1.0), {1, 1, -1});
  mirrored[3] = {0, 0, 4, 1};
  const glm::dmat4 turned = glm::rotate(glm::dmat4(1.0), 1.0, {1, 0, 0});
  EXPECT_EQ(blendTransforms(mirrored, turned, 0.0), mirrored);
  EXPECT_EQ(blendTransforms(mirrored, turned, 1.0), turned);
  expectNear(blendTransforms(mirrored, mirrored, 0.3), mirrored, "to itself");
  EXPECT_NEAR(blendTransforms(mirrored, turned, 0.25)[3].z, 3.0, 1e-12);
}

TEST(SkelPose, JointsOfABlockedAnimationAreAtRest) {
  const BoundArm arm(kArm);
  EXPECT_EQ(jointsAtRest(*arm.bindings[0].skeleton), (std::vector<bool>{true, false}));
  const BoundArm blocked(armWith("float3[] translations = [(2, 0, 0)]", ""));
  EXPECT_EQ(jointsAtRest(*blocked.bindings[0].skeleton), (std::vector<bool>{true, true}));
}

}  // namespace usdscope
