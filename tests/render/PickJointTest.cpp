// SPDX-License-Identifier: Apache-2.0
#include "engine/render/PickJoint.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

namespace usdscope {
namespace {

constexpr int kSize = 100;

// A frustum at z = 10 whose picture shows [-1, 1]² at z = 0.
CameraFrustum frontFrustum(bool isOrthographic) {
  ViewCamera camera;
  camera.worldFromView = glm::translate(glm::dmat4(1.0), {0, 0, 10});
  camera.isOrthographic = isOrthographic;
  camera.verticalSize = 2.0;
  camera.verticalFovRadians = 2.0 * std::atan(0.1);
  camera.nearPlane = 1.0;
  camera.farPlane = 100.0;
  return makeFrustum(camera, kSize, kSize, {});
}

PosedSkeleton skeletonOf(const std::vector<glm::dvec3>& places,
                         const std::vector<BoneEnds>& bones) {
  PosedSkeleton skeleton;
  skeleton.bones = Array<BoneEnds>(bones);
  for (const glm::dvec3& place : places) {
    skeleton.worldFromJoint.push_back(glm::translate(glm::dmat4(1.0), place));
  }
  return skeleton;
}

}  // namespace

TEST(PickJoint, BonesBelongToTheJointThatMovesThemAndTipsToTheOther) {
  // One bone along x through the centre, and one upwards from its end.
  const PosedSkeleton skeletons[] = {
      skeletonOf({{-0.8, 0, 0}, {0.4, 0, 0}, {0.4, 0.8, 0}}, {{0, 1}, {1, 2}})};
  const struct {
    glm::dvec2 point;
    int joint;  // -1 when no joint is hit.
  } cases[] = {
      {{15, 50}, 0}, {{40, 50}, 0}, {{66, 50}, 1},  {{70, 40}, 1},  {{70, 12}, 2}, {{70, 8}, 2},
      {{40, 54}, 0}, {{14, 57}, 0}, {{55, 59}, -1}, {{90, 90}, -1}, {{70, 2}, -1},
  };
  for (const bool isOrthographic : {false, true}) {
    const CameraFrustum frustum = frontFrustum(isOrthographic);
    for (const auto& c : cases) {
      JointPick pick{.skeletons = skeletons,
                     .frustum = &frustum,
                     .pictureSize = glm::dvec2(kSize),
                     .point = c.point};
      const auto hit = pick.run();
      EXPECT_EQ(hit ? int(hit->joint) : -1, c.joint) << c.point.x << " " << c.point.y;
    }
  }
}

TEST(PickJoint, NearestVisibleJointIsPicked) {
  const PosedSkeleton skeletons[] = {skeletonOf({{-0.5, 0, -2}, {0.5, 0, -2}}, {{0, 1}}),
                                     skeletonOf({{-0.5, 0, 1}, {0.5, 0, 1}}, {{0, 1}}),
                                     skeletonOf({{-0.5, 0, 20}, {0.5, 0, 20}}, {{0, 1}})};
  const CameraFrustum frustum = frontFrustum(false);
  JointPick pick{.skeletons = skeletons,
                 .frustum = &frustum,
                 .pictureSize = glm::dvec2(kSize),
                 .point = glm::dvec2(40, 50)};
  ASSERT_TRUE(pick.run());
  EXPECT_EQ(pick.run()->skeleton, 1u) << "the third is behind the camera";
  EXPECT_NEAR(pick.run()->worldPosition.z, 1.0, 1e-9);
  pick.hidingDepth = 9.5;
  EXPECT_EQ(pick.run()->skeleton, 1u);
  pick.hidingDepth = 8.0;
  EXPECT_FALSE(pick.run());
}

TEST(PickJoint, JointsAreShownByWhatTheyMoveElseByWhatLeadsToThem) {
  const PosedSkeleton hand = skeletonOf(std::vector<glm::dvec3>(4), {{0, 1}, {1, 2}, {1, 3}});
  EXPECT_EQ(bonesOfJoint(hand, 0), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(bonesOfJoint(hand, 1), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(bonesOfJoint(hand, 3), (std::vector<std::uint32_t>{2}));
  EXPECT_TRUE(bonesOfJoint(skeletonOf({{0, 0, 0}}, {}), 0).empty());
}

}  // namespace usdscope
