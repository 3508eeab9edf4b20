// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PointInstancer.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr const char* kInstancer = R"((
  timeCodesPerSecond = 10
)
def PointInstancer "I" (
  inactiveIds = [30]
) {
  rel prototypes = [</I/A>, </I/B>]
  int[] protoIndices = [0, 1, 0, 1]
  int64[] ids = [10, 20, 30, 40]
  int64[] invisibleIds.timeSamples = { 0: [], 5: [10] }
  point3f[] positions = [(1,0,0), (2,0,0), (3,0,0), (4,0,0)]
  float3[] scales = [(1,1,1), (2,2,2), (1,1,1), (1,1,1)]
  quath[] orientations = [(1,0,0,0), (0.7071068,0,0,0.7071068), (1,0,0,0), (1,0,0,0)]
  def Sphere "A" {
    double3 xformOp:translate = (0, 0, 5)
    uniform token[] xformOpOrder = ["xformOp:translate"]
  }
  def Sphere "B" {}
}
)";

PointInstances instancesOf(const std::string& text, TimeCode time, Diagnostics& diagnostics) {
  const auto result = stageFromText("#usda 1.0\n" + text);
  EXPECT_TRUE(result.stage) << text;
  if (!result.stage) return {};
  return computePointInstances(result.stage->primAt(Path::fromText("/I")), time, diagnostics);
}

std::string with(const std::string& piece, const std::string& replacement) {
  std::string text = kInstancer;
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  if (at != std::string::npos) text.replace(at, piece.size(), replacement);
  return text;
}

using Ids = std::vector<std::uint32_t>;

}  // namespace

// The matrices are those of usd-core 26.11.
TEST(PointInstancer, MatricesAreThoseOfTheReference) {
  Diagnostics diagnostics;
  const PointInstances instances = instancesOf(kInstancer, 0.0, diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty());
  ASSERT_EQ(instances.idOf, (Ids{0, 1, 3}));
  EXPECT_EQ(instances.prototypeOf, (Ids{0, 1, 1}));
  const glm::dmat4 expected[] = {
      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 5, 1},
      {0.00042724609375, 1.99957275390625, 0, 0, -1.99957275390625, 0.00042724609375, 0, 0, 0, 0, 2,
       0, 2, 0, 0, 1},
      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1},
  };
  for (std::size_t i = 0; i < 3; ++i) {
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) {
        EXPECT_NEAR(instances.instancerFromPrototype[i][column][row], expected[i][column][row],
                    1e-6)
            << i;
      }
    }
  }
}

TEST(PointInstancer, MasksGoById) {
  const struct {
    const char* name;
    std::string text;
    double time;
    Ids left;
  } cases[] = {
      {"switched off for good", kInstancer, 0, {0, 1, 3}},
      {"invisible now", kInstancer, 5, {1, 3}},
      {"without ids places count", with("int64[] ids = [10, 20, 30, 40]\n", ""), 5, {0, 1, 2, 3}},
      {"an unknown id", with("[30]", "[99]"), 0, {0, 1, 2, 3}},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    EXPECT_EQ(instancesOf(c.text, c.time, diagnostics).idOf, c.left) << c.name;
  }
}

TEST(PointInstancer, VelocitiesMoveInstancesFromTheLastSample) {
  Diagnostics diagnostics;
  const std::string text = with("point3f[] positions = [(1,0,0), (2,0,0), (3,0,0), (4,0,0)]",
                                "point3f[] positions.timeSamples = {\n"
                                "0: [(1,0,0), (2,0,0), (3,0,0), (4,0,0)],\n"
                                "10: [(9,0,0), (9,0,0), (9,0,0), (9,0,0)] }\n"
                                "vector3f[] velocities.timeSamples = {\n"
                                "0: [(10,0,0), (0,0,0), (0,0,0), (0,0,0)],\n"
                                "10: [(0,0,0), (0,0,0), (0,0,0), (0,0,0)] }");
  const PointInstances instances = instancesOf(text, 4.0, diagnostics);
  ASSERT_EQ(instances.instancerFromPrototype.size(), 3u);
  EXPECT_NEAR(instances.instancerFromPrototype[0][3].x, 5.0, 1e-6);  // 1 + 0.4 s · 10
  EXPECT_NEAR(instances.instancerFromPrototype[1][3].x, 2.0, 1e-6);
}

TEST(PointInstancer, ArraysOfWrongSizeAreReportedAndGiveNothing) {
  const struct {
    const char* name;
    std::string text;
  } cases[] = {
      {"prototype beyond the last", with("[0, 1, 0, 1]", "[0, 1, 0, 2]")},
      {"negative prototype", with("[0, 1, 0, 1]", "[0, 1, 0, -1]")},
      {"no prototypes", with("rel prototypes = [</I/A>, </I/B>]", "")},
      {"fewer positions", with("(3,0,0), (4,0,0)]", "(3,0,0)]")},
      {"fewer ids", with("[10, 20, 30, 40]", "[10, 20]")},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    EXPECT_TRUE(instancesOf(c.text, 0.0, diagnostics).idOf.empty()) << c.name;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].code, kBadPointInstancer) << c.name;
  }
}

TEST(PointInstancer, MissingScalesAndOrientationsAreIdentity) {
  const struct {
    const char* name;
    std::string text;
    int scaledX;  // The second instance.
  } cases[] = {
      {"fewer scales", with("(2,2,2), (1,1,1), (1,1,1)]", "(2,2,2)]"), 2},
      {"more scales", with("(1,1,1), (2,2,2)", "(1,1,1), (2,2,2), (5,5,5)"), 2},
      {"one scale", with("[(1,1,1), (2,2,2), (1,1,1), (1,1,1)]", "[(1,1,1)]"), 1},
      {"fewer orientations",
       with("(0.7071068,0,0,0.7071068), (1,0,0,0), (1,0,0,0)]", "(0.7071068,0,0,0.7071068)]"), 2},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    const PointInstances instances = instancesOf(c.text, 0.0, diagnostics);
    ASSERT_EQ(instances.idOf.size(), 3u) << c.name;
    EXPECT_NEAR(glm::length(instances.instancerFromPrototype[1][0]), c.scaledX, 1e-3) << c.name;
    EXPECT_NEAR(glm::length(instances.instancerFromPrototype[2][0]), 1.0, 1e-3) << c.name;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].code, kPointInstancerCounts) << c.name;
  }
}

}  // namespace usdscope
