// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/OffsetPaint.h"

#include <gtest/gtest.h>

#include "engine/scene/SceneExtractor.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

const ShapeOfSkeleton kSmile{Path::fromText("/Root/Arm"), Token("smile")};

std::vector<float> blendWeightsOf(const std::shared_ptr<const Stage>& stage,
                                  const ExtractOptions& options) {
  return SceneExtractor(stage).extract(0.0, {}, options)->blendWeights;
}

}  // namespace

TEST(OffsetPaint, LongestOffsetsOfAPointAreItsColour) {
  const auto stage = stageFromText(armWith("[(0, 4, 0)]", "[(0, 4, 0), (0, 1, 0)]")).stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0);
  OffsetPaint paint(stage, kSmile.skeleton, kSmile.shape);
  EXPECT_EQ(paint.title(), "Offsets of smile");
  const auto painted = paint.painted(scene);
  const Geometry& geometry = *painted->items.at(0).geometry;
  ASSERT_EQ(geometry.colors.size(), geometry.vertexCount());
  for (std::size_t v = 0; v < geometry.vertexCount(); ++v) {
    // There is one point index, so the second offset has no point.
    const bool isMoved = geometry.vertexPoints[v] == 2;
    EXPECT_EQ(geometry.colors[v].y > 0.5f, isMoved) << v;
  }
  std::string legend;
  for (const PaintSwatch& swatch : paint.legend()) legend += swatch.text + '\n';
  EXPECT_EQ(legend, "4\n3\n2\n1\nnear to 0\nnot moved: 2 of 3 points\n");

  OffsetPaint other(stage, kSmile.skeleton, Token("frown"));
  const Geometry& grey = *other.painted(scene)->items.at(0).geometry;
  for (const glm::vec4& color : grey.colors) EXPECT_EQ(color, grey.colors[0]);
  EXPECT_EQ(other.legend().size(), 1u);
}

TEST(ShapeOverrides, StandInForAnimatedWeightsInAScene) {
  const auto stage = stageFromText(kArm).stage;
  ASSERT_TRUE(stage);
  // Sub-shapes: full, then half way. The animated weight 0.25 is half of the in-between.
  EXPECT_EQ(blendWeightsOf(stage, {}), (std::vector<float>{0.0f, 0.5f}));
  ShapeOverrides overrides;
  overrides.set(kSmile, 0.75f);
  EXPECT_EQ(blendWeightsOf(stage, {.shapes = overrides}), (std::vector<float>{0.5f, 0.5f}));
  EXPECT_EQ(blendWeightsOf(stage, {.pose = kBindPose, .shapes = overrides}),
            (std::vector<float>{0.5f, 0.5f}))
      << "what is set does not fade";
  EXPECT_EQ(blendWeightsOf(stage, {.pose = kBindPose}), (std::vector<float>{0.0f, 0.0f}));
  overrides.setSolo({kSmile.skeleton, Token("frown")}, true);
  EXPECT_EQ(blendWeightsOf(stage, {.shapes = overrides}), (std::vector<float>{0.0f, 0.0f}));
  overrides.setSolo(kSmile, true);
  EXPECT_EQ(overrides.solo.size(), 1u) << "one for each skeleton";
  EXPECT_EQ(blendWeightsOf(stage, {.shapes = overrides}), (std::vector<float>{0.5f, 0.5f}));
  overrides.set(kSmile, std::nullopt);
  EXPECT_EQ(blendWeightsOf(stage, {.shapes = overrides}), (std::vector<float>{0.0f, 0.5f}));
  overrides.setSolo(kSmile, false);
  EXPECT_TRUE(overrides.isEmpty());
  overrides.set({Path::fromText("/Root/Other"), Token("smile")}, 1.0f);
  EXPECT_EQ(blendWeightsOf(stage, {.shapes = overrides}), (std::vector<float>{0.0f, 0.5f}))
      << "another rig";
}

}  // namespace usdscope
