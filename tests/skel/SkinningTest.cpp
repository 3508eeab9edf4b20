// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/skel/SkelTarget.h"
#include "engine/skel/SkinPoints.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

const std::vector<glm::vec3> kRest = {{1, 0, 0}, {2, 0.5, 0}, {3, 1, 1}};

void expectNear(const std::vector<glm::vec3>& points, const std::vector<glm::vec3>& expected,
                const std::string& name) {
  ASSERT_EQ(points.size(), expected.size()) << name;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(points[i][axis], expected[i][axis], 1e-5) << name << ", point " << i;
    }
  }
}

}  // namespace

// The points are those of usd-core 26.11.
TEST(Skinning, PointsAreThoseOfTheReference) {
  const struct {
    const char* method;
    double time;
    std::vector<glm::vec3> points;
  } cases[] = {
      {"classicLinear", 0, {{1, 0.5, 0}, {1.5669873f, 0.25, 0}, {0.57596195f, 0.39951903f, 1.5f}}},
      {"classicLinear", 10, {{1, 0.5, 0}, {1.1339746f, 0, 0}, {-0.7230761f, -0.3504809f, 1.5f}}},
      {"dualQuaternion", 0, {{1, 0.5, 0}, {1.1339746f, 0.5f, 0}, {-0.036981713f, 0.922337f, 1.5f}}},
      {"dualQuaternion",
       10,
       {{1, 0.5, 0}, {0.7009619f, 0.75f, 0}, {-1.5358719f, 0.8646447f, 1.5f}}},
  };
  for (const auto& c : cases) {
    const std::string name = std::string(c.method) + " at " + std::to_string(c.time);
    const BoundArm arm(armWith("\"classicLinear\"", std::string("\"") + c.method + "\""));
    ASSERT_EQ(arm.bindings.size(), 1u) << name;
    ASSERT_EQ(arm.bindings[0].targets.size(), 1u) << name;
    std::vector<glm::vec3> points = kRest;
    Diagnostics diagnostics;
    EXPECT_TRUE(arm.bindings[0].targets[0].skinPoints(
        computeSkelPose(*arm.bindings[0].skeleton, c.time), points, diagnostics))
        << name;
    EXPECT_TRUE(diagnostics.isEmpty()) << name;
    expectNear(points, c.points, name);
  }
}

TEST(Skinning, JointsThatTheAnimationLacksAreAtRest) {
  const BoundArm arm(kArm);
  ASSERT_EQ(arm.bindings.size(), 1u);
  std::vector<glm::dmat4> joints;
  ASSERT_TRUE(arm.bindings[0].skeleton->computeJointSkelTransforms(10.0, joints));
  EXPECT_EQ(joints[0], glm::dmat4(1.0));
  EXPECT_NEAR(joints[1][1].x, -1.7320508, 1e-6);
  EXPECT_NEAR(joints[1][1].y, -1.0, 1e-6);
  EXPECT_EQ(joints[1][3], glm::dvec4(2, 0, 0, 1));
}

TEST(Skinning, AJointOrderOfTheMeshIsMapped) {
  const BoundArm arm(armWith("int[] primvars:skel:jointIndices = [0, 1, 0, 1, 0, 1]",
                             "uniform token[] skel:joints = [\"Upper/Lower\", \"Upper\"]\n"
                             "int[] primvars:skel:jointIndices = [1, 0, 1, 0, 1, 0]"));
  ASSERT_EQ(arm.bindings.size(), 1u);
  std::vector<glm::vec3> points = kRest;
  Diagnostics diagnostics;
  EXPECT_TRUE(arm.bindings[0].targets[0].skinPoints(computeSkelPose(*arm.bindings[0].skeleton, 0.0),
                                                    points, diagnostics));
  expectNear(points, {{1, 0.5, 0}, {1.5669873f, 0.25, 0}, {0.57596195f, 0.39951903f, 1.5f}}, "");
}

TEST(Skinning, BadInputIsReportedAndLeavesThePrimUnskinned) {
  const std::string bind = "bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ";
  const std::string rest = "restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ";
  const struct {
    const char* name;
    std::string text;
    DiagnosticCode code;
  } cases[] = {
      {"joints after their children",
       armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"), kSkelBadTopology},
      {"too few bind transforms", armWith(bind, "bindTransforms = ["), kSkelBadTransforms},
      {"too few rest transforms", armWith(rest, "restTransforms = ["), kSkelBadTransforms},
      {"joint beyond the skeleton", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 2, 0, 1]"),
       kSkelBadInfluences},
      {"negative joint", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, -1, 0, 1]"), kSkelBadInfluences},
      {"too few joints", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 1]"), kSkelBadInfluences},
      {"not a multiple of the element size", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0]"),
       kSkelBadInfluences},
      {"element size 0", armWith("elementSize = 2", "elementSize = 0"), kSkelBadInfluences},
      {"unknown method", armWith("classicLinear", "magic"), kSkelBadMethod},
      {"the target is not a skeleton",
       armWith("skel:skeleton = </Root/Arm>", "skel:skeleton = </Root>"), kSkelTargetMissing},
      {"no skeleton there", armWith("skel:skeleton = </Root/Arm>", "skel:skeleton = </Nowhere>"),
       kSkelTargetMissing},
  };
  for (const auto& c : cases) {
    BoundArm arm(c.text);
    for (const SkelBinding& binding : arm.bindings) {
      for (const SkinningQuery& target : binding.targets) {
        std::vector<glm::vec3> points = kRest;
        const bool isMoved =
            target.skinPoints(computeSkelPose(*binding.skeleton, 0.0), points, arm.diagnostics);
        EXPECT_FALSE(isMoved && target.hasInfluences()) << c.name;
      }
    }
    EXPECT_TRUE(arm.reports(c.code)) << c.name;
  }
}

TEST(Skinning, AnAnimationThatDoesNotFitLeavesTheRestPose) {
  const struct {
    const char* name;
    std::string text;
  } cases[] = {
      {"more rotations than joints",
       armWith("[(0.5, 0, 0, 0.8660254)]", "[(1, 0, 0, 0), (1, 0, 0, 0)]")},
      {"no translations", armWith("float3[] translations = [(2, 0, 0)]", "")},
      {"no animation", armWith("animationSource = </Root/Bend>", "animationSource = None")},
  };
  for (const auto& c : cases) {
    const BoundArm arm(c.text);
    ASSERT_EQ(arm.bindings.size(), 1u) << c.name;
    std::vector<glm::dmat4> skelFromBind;
    EXPECT_TRUE(arm.bindings[0].skeleton->computeSkinningTransforms(0.0, skelFromBind)) << c.name;
    EXPECT_EQ(skelFromBind, std::vector<glm::dmat4>(2, glm::dmat4(1.0))) << c.name;
  }
}

TEST(SkinPoints, RefusesInputsThatDoNotFitAndWritesNothing) {
  const std::vector<glm::dmat4> matrices(2, glm::dmat4(2.0));
  const struct {
    const char* name;
    std::vector<int> joints;
    std::vector<float> weights;
    std::size_t perPoint;
  } cases[] = {
      {"fewer weights", {0, 1}, {1}, 1},      {"fewer influences", {0}, {1}, 1},
      {"none per point", {}, {}, 0},          {"joint out of range", {0, 2}, {1, 1}, 1},
      {"negative joint", {0, -1}, {1, 1}, 1},
  };
  for (const auto& c : cases) {
    std::vector<glm::vec3> points(2, glm::vec3(1.0f));
    const SkinPoints job{.skelFromBind = matrices,
                         .joints = c.joints,
                         .weights = c.weights,
                         .influencesPerPoint = c.perPoint,
                         .rest = points,
                         .points = points,
                         .precision = SkinPrecision::Double};
    EXPECT_FALSE(job.run()) << c.name;
    EXPECT_FALSE(job.problem().empty()) << c.name;
    EXPECT_EQ(points, std::vector<glm::vec3>(2, glm::vec3(1.0f))) << c.name;
  }
}

TEST(SkinPoints, SingularMatricesGiveFinitePoints) {
  const std::vector<glm::dmat4> matrices = {glm::dmat4(0.0), glm::dmat4(1.0)};
  const std::vector<int> joints = {0, 1};
  const std::vector<float> weights = {0.5f, 0.5f};
  for (const bool usesDualQuaternions : {false, true}) {
    std::vector<glm::vec3> points = {{1, 2, 3}};
    const SkinPoints job{.usesDualQuaternions = usesDualQuaternions,
                         .skelFromBind = matrices,
                         .joints = joints,
                         .weights = weights,
                         .influencesPerPoint = 2,
                         .rest = points,
                         .points = points,
                         .precision = SkinPrecision::Double};
    EXPECT_TRUE(job.run());
    EXPECT_TRUE(std::isfinite(points[0].x + points[0].y + points[0].z)) << usesDualQuaternions;
  }
}

TEST(SkinTransform, ARigidPrimFollowsItsJoints) {
  glm::dmat4 turned(0.0);  // A quarter turn around z.
  turned[0] = {0, 1, 0, 0};
  turned[1] = {-1, 0, 0, 0};
  turned[2] = {0, 0, 1, 0};
  turned[3] = {5, 0, 0, 1};
  const std::vector<glm::dmat4> matrices = {turned};
  for (const bool usesDualQuaternions : {false, true}) {
    glm::dmat4 result;
    ASSERT_TRUE(skinTransform(usesDualQuaternions, glm::dmat4(1.0), matrices, std::vector<int>{0},
                              std::vector<float>{1.0f}, result));
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) {
        EXPECT_NEAR(result[column][row], turned[column][row], 1e-6) << usesDualQuaternions;
      }
    }
  }
  glm::dmat4 result;
  EXPECT_FALSE(skinTransform(false, glm::dmat4(1.0), matrices, std::vector<int>{1},
                             std::vector<float>{1.0f}, result));
}

}  // namespace usdscope
