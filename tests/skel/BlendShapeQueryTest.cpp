// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BlendShapeQuery.h"

#include <map>

#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

Prim skinOf(const BoundArm& arm) { return arm.stage->primAt(Path::fromText("/Root/Skin")); }

}  // namespace

// The weights are those of usd-core 26.11.
TEST(BlendShapeQuery, WeightsSpreadOverInBetweensAndGoOnBeyondThem) {
  const BoundArm arm(kArm);
  Diagnostics diagnostics;
  const BlendShapeQuery query(skinOf(arm), diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty());
  ASSERT_EQ(query.shapeCount(), 1u);
  using Weights =
      std::map<float, float>;  // Keys are the weights at which sub-shapes apply in full.
  const struct {
    float weight;
    Weights expected;
  } cases[] = {
      {-1.0f, {{0.5f, -2.0f}}},
      {0.0f, {}},
      {0.25f, {{0.5f, 0.5f}}},
      {0.5f, {{0.5f, 1.0f}}},
      {0.75f, {{0.5f, 0.5f}, {1.0f, 0.5f}}},
      {1.0f, {{1.0f, 1.0f}}},
      {2.0f, {{0.5f, -2.0f}, {1.0f, 3.0f}}},
  };
  for (const auto& c : cases) {
    Weights weights;
    for (const auto& [subShape, weight] : query.computeSubShapeWeights({{c.weight}})) {
      weights[query.subShapes()[subShape].weight] = weight;
    }
    EXPECT_EQ(weights, c.expected) << c.weight;
  }
}

TEST(BlendShapeQuery, OffsetsMoveThePointsThatTheShapeNames) {
  const BoundArm arm(kArm);
  Diagnostics diagnostics;
  const BlendShapeQuery query(skinOf(arm), diagnostics);
  std::vector<glm::vec3> points(3, glm::vec3(1.0f));
  EXPECT_TRUE(query.deform(query.computeSubShapeWeights({{0.25f}}), points));
  EXPECT_EQ(points, (std::vector<glm::vec3>{glm::vec3(1), glm::vec3(1), glm::vec3(1, 1.5, 1.5)}));
}

TEST(BlendShapeQuery, ShapesOfWrongSizesAreReportedAndIgnored) {
  const struct {
    const char* name;
    std::string text;
    std::string why;
  } cases[] = {
      {"index beyond the points", armWith("pointIndices = [2]", "pointIndices = [3]"),
       " Point index 3 is not in [0, 3)."},
      {"negative index", armWith("pointIndices = [2]", "pointIndices = [-1]"),
       " Point index -1 is not in [0, 3)."},
      {"fewer offsets", armWith("pointIndices = [2]", "pointIndices = [1, 2]"), ""},
      {"no indices for a part", armWith("uniform int[] pointIndices = [2]", ""),
       " There is 1 offset for 3 points."},
  };
  for (const auto& c : cases) {
    const BoundArm arm(c.text);
    Diagnostics diagnostics;
    const BlendShapeQuery query(skinOf(arm), diagnostics);
    std::vector<glm::vec3> points(3);
    const auto weights = query.computeSubShapeWeights({{0.75f}});
    EXPECT_FALSE(query.deform(weights, points)) << c.name;
    EXPECT_EQ(query.sizeProblem(weights, points.size()),
              "The blend shape </Root/Skin/Smile> does not fit the points; while it has a weight, "
              "no shape moves the points." +
                  c.why)
        << c.name;
  }
}

TEST(BlendShapeQuery, ATargetThatIsNoShapeKeepsItsPlace) {
  const BoundArm arm(armWith("blendShapeTargets = </Root/Skin/Smile>",
                             "blendShapeTargets = [</Root/Arm>, </Root/Skin/Smile>]"));
  Diagnostics diagnostics;
  const BlendShapeQuery query(skinOf(arm), diagnostics);
  ASSERT_EQ(diagnostics.entries().size(), 1u);
  EXPECT_EQ(diagnostics.entries()[0].code, kSkelBadBlendShape);
  ASSERT_EQ(query.shapeCount(), 2u);
  const auto weights = query.computeSubShapeWeights({{1.0f, 0.5f}});
  ASSERT_EQ(weights.size(), 1u);
  EXPECT_EQ(query.subShapes()[weights[0].subShape].weight, 0.5f);
}

TEST(BlendShapeQuery, InBetweensAtImpossibleWeightsAreLeftOut) {
  for (const char* weight : {"0", "1", "nan"}) {
    const BoundArm arm(armWith("weight = 0.5", std::string("weight = ") + weight));
    Diagnostics diagnostics;
    const BlendShapeQuery query(skinOf(arm), diagnostics);
    ASSERT_EQ(diagnostics.entries().size(), 1u) << weight;
    EXPECT_EQ(diagnostics.entries()[0].code, kSkelBadBlendShape) << weight;
    EXPECT_EQ(query.subShapes().size(), 1u) << weight;
  }
}

}  // namespace usdscope
