// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/SkelRig.h"

#include <gtest/gtest.h>

#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

constexpr const char* kTwoRigs = R"(
def Xform "World" {
  double3 xformOp:translate = (10, 0, 0)
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def SkelRoot "Pair" {
    def Skeleton "B" { uniform token[] joints = ["Hip", "Hip/Spine/Neck", "Hip/Spine/Neck/Head", "Tail"]
      uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,1,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,2,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,3,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,1,1))]
      uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,1,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,1,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,1,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,1,1))] }
    def Skeleton "A" { uniform token[] joints = ["One"]
      uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
      uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))] }
    def Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"]) { rel skel:skeleton = </World/Pair/B>
      def Scope "Below" {} }
    def Mesh "N" (prepend apiSchemas = ["SkelBindingAPI"]) { rel skel:skeleton = </World/Pair/A> }
    def Mesh "Loose" {}
  }
  def Mesh "Plain" {}
  def Mesh "Lost" (prepend apiSchemas = ["SkelBindingAPI"]) { rel skel:skeleton = </World/Pair/A> }
}
)";

}  // namespace

TEST(SkelRig, RigOfThePrimOrItsNearestAncestor) {
  const auto stage = stageFromText(kTwoRigs).stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* prim;
    const char* skeleton;  // Null when there is no rig.
    const char* explained;
    std::size_t among;
  } cases[] = {
      {"/World/Pair/A", "/World/Pair/A", "/World/Pair/A", 0},
      {"/World/Pair", "/World/Pair/A", "/World/Pair/A", 2},
      {"/World/Pair/M", "/World/Pair/B", "/World/Pair/M", 0},
      {"/World/Pair/M/Below", "/World/Pair/B", "/World/Pair/M", 0},
      {"/World/Pair/Loose", "/World/Pair/A", "/World/Pair/A", 2},
      {"/World", nullptr, nullptr, 0},
      {"/World/Plain", nullptr, nullptr, 0},
      {"/World/Lost", nullptr, nullptr, 0},
  };
  for (const auto& c : cases) {
    const SkelRig rig(stage->primAt(Path::fromText(c.prim)));
    ASSERT_EQ(bool(rig), c.skeleton != nullptr) << c.prim << ": " << rig.whyNot();
    EXPECT_EQ(rig.whyNot().empty(), bool(rig)) << c.prim;
    EXPECT_EQ(rig.skeletons().size(), c.among) << c.prim;
    if (!rig) continue;
    EXPECT_EQ(rig.path().text(), c.skeleton) << c.prim;
    EXPECT_EQ(rig.explained().path().text(), c.explained) << c.prim;
    EXPECT_EQ(bool(rig.unbound()), c.prim == std::string_view("/World/Pair/Loose")) << c.prim;
  }
  const SkelRig lost(stage->primAt(Path::fromText("/World/Lost")));
  EXPECT_NE(lost.whyNot().find("No ancestor is a SkelRoot"), std::string::npos) << lost.whyNot();
}

TEST(SkelRig, ARootWithoutRigsSaysWhatIsWrongBelowIt) {
  const struct {
    std::string scene;
    const char* words;
  } cases[] = {
      {armWith("def Skeleton \"Arm\" (", "def Skeleton \"Arm\" (active = false\n"),
       "</Root/Arm> is inactive"},
      {armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"),
       "comes before its parent"},
  };
  for (const auto& c : cases) {
    const auto stage = stageFromText(c.scene).stage;
    ASSERT_TRUE(stage);
    for (const char* prim : {"/Root", "/Root/Skin"}) {
      const SkelRig rig(stage->primAt(Path::fromText(prim)));
      EXPECT_FALSE(rig) << prim;
      EXPECT_NE(rig.whyNot().find(c.words), std::string::npos) << prim << ": " << rig.whyNot();
    }
  }
}

TEST(SkelRig, JointsHaveNamesDepthsAndPlaces) {
  const auto stage = stageFromText(kTwoRigs).stage;
  ASSERT_TRUE(stage);
  const SkelRig rig(stage->primAt(Path::fromText("/World/Pair/B")));
  ASSERT_EQ(rig.joints().size(), 4u);
  const char* names[] = {"Hip", "Spine/Neck", "Head", "Tail"};
  const int depths[] = {0, 1, 2, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(rig.joints()[i].name, names[i]);
    EXPECT_EQ(rig.joints()[i].depth, depths[i]);
  }
  EXPECT_EQ(rig.restCount(), 4u) << "nothing animates it";
  EXPECT_EQ(rig.indexOf(Token("Hip/Spine/Neck")), 1);
  EXPECT_EQ(rig.indexOf(Token("Neck")), -1);
  const auto place = rig.placeAt(2, 0.0, kAnimatedPose);
  ASSERT_TRUE(place);
  EXPECT_EQ(glm::dvec3(place->parentFromJoint[3]), glm::dvec3(0, 1, 0));
  EXPECT_EQ(glm::dvec3(place->skelFromJoint[3]), glm::dvec3(0, 3, 0));
  EXPECT_EQ(glm::dvec3(place->worldFromJoint[3]), glm::dvec3(10, 3, 0));
  EXPECT_FALSE(rig.placeAt(4, 0.0, kAnimatedPose));
}

TEST(SkelRig, JointsThatTheAnimationLacksAreAtRest) {
  const auto stage = stageFromText(kArm).stage;
  ASSERT_TRUE(stage);
  const SkelRig rig(stage->primAt(Path::fromText("/Root/Skin")));
  ASSERT_EQ(rig.joints().size(), 2u);
  EXPECT_TRUE(rig.joints()[0].isAtRest);
  EXPECT_FALSE(rig.joints()[1].isAtRest);
  EXPECT_EQ(rig.restCount(), 1u);
}

}  // namespace usdscope
