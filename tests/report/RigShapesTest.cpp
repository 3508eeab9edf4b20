// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/RigShapes.h"

#include <gtest/gtest.h>

#include "engine/report/skel/SkelRig.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

struct ShapesOf {
  std::shared_ptr<const Stage> stage;
  RigShapes shapes;

  ShapesOf(const std::string& text, const char* path) : stage(stageFromText(text).stage) {
    EXPECT_TRUE(stage);
    const SkelRig rig(stage->primAt(Path::fromText(path)));
    EXPECT_TRUE(rig) << rig.whyNot();
    shapes = RigShapes(rig.skeleton(), rig.explained());
  }
  std::string problems() const {
    std::string all;
    for (const RigShape& shape : shapes.shapes()) {
      for (const std::string& problem : shape.problems) {
        all += shape.name.string() + ": " + problem + '\n';
      }
    }
    return all;
  }
};

}  // namespace

TEST(RigShapes, ShapesHaveNamesInbetweensAndWeights) {
  for (const char* path : {"/Root/Skin", "/Root/Arm", "/Root/Skin/Smile"}) {
    const ShapesOf arm(armWith("float[] blendShapeWeights = [0.25]",
                               "float[] blendShapeWeights.timeSamples = { 0: [0], 10: [1] }"),
                       path);
    ASSERT_EQ(arm.shapes.shapes().size(), 1u) << path;
    const RigShape& smile = arm.shapes.shapes()[0];
    EXPECT_EQ(smile.name, Token("smile"));
    EXPECT_EQ(smile.targets, std::vector<Path>{Path::fromText("/Root/Skin/Smile")});
    EXPECT_EQ(smile.inbetweens, std::vector<float>{0.5f});
    EXPECT_TRUE(smile.isAnimated);
    EXPECT_EQ(arm.problems(), "");
    EXPECT_EQ(arm.shapes.weightsAt(5.0), std::vector<float>{0.5f});
    EXPECT_EQ(arm.shapes.weightsOver({0.0, 2.0, 10.0}, {}),
              (std::vector<std::vector<float>>{{0.0f, 0.2f, 1.0f}}));
  }
}

TEST(RigShapes, MalformedShapesSayWhy) {
  const struct {
    const char* piece;
    const char* replacement;
    const char* problem;
  } cases[] = {
      {"[\"smile\"]\n    rel", "[\"smile\", \"frown\"]\n    rel",
       "smile: There are 2 names for 1 target on </Root/Skin>. All its shapes are ignored.\n"
       "frown: There are 2 names for 1 target on </Root/Skin>. All its shapes are ignored.\n"},
      {"blendShapeTargets = </Root/Skin/Smile>", "blendShapeTargets = </Root/Skin>",
       "smile: The target </Root/Skin> is not a BlendShape; it moves nothing.\n"},
      {"def BlendShape \"Smile\" {", "def BlendShape \"Smile\" (active = false) {",
       "smile: </Root/Skin/Smile> is inactive; it moves nothing.\n"},
      {"[(0, 4, 0)]", "[(0, 4, 0), (0, 1, 0)]",
       "smile: There are 2 offsets for 1 point index; the shape cannot move points.\n"},
      {"pointIndices = [2]", "pointIndices = [3]",
       "smile: </Root/Skin/Smile> does not fit </Root/Skin>. Point index 3 is not in [0, 3).\n"},
      {"uniform int[] pointIndices = [2]", "",
       "smile: </Root/Skin/Smile> does not fit </Root/Skin>. There is 1 offset for 3 points.\n"},
      {"(weight = 0.5)", "(weight = 1)",
       "smile: An in-between cannot lie at weight 1; it is ignored.\n"},
  };
  for (const auto& c : cases) {
    const ShapesOf arm(armWith(c.piece, c.replacement), "/Root/Skin");
    EXPECT_EQ(arm.problems(), c.problem) << c.replacement;
  }
}

TEST(RigShapes, ShapesOfASkeletonFollowTheAnimation) {
  const ShapesOf arm(armWith("blendShapes = [\"smile\"]\n    float[] blendShapeWeights = [0.25]",
                             "blendShapes = [\"blink\", \"smile\"]\n"
                             "    float[] blendShapeWeights = [0.5, 0.25]"),
                     "/Root/Arm");
  ASSERT_EQ(arm.shapes.shapes().size(), 2u);
  EXPECT_EQ(arm.shapes.indexOf(Token("blink")), 0);
  EXPECT_EQ(arm.problems(), "blink: No prim bound to the skeleton has a shape with this name.\n");
  EXPECT_EQ(arm.shapes.weightsAt(0.0), (std::vector<float>{0.5f, 0.25f}));

  const ShapesOf none(armWith("rel skel:blendShapeTargets = </Root/Skin/Smile>", ""), "/Root/Skin");
  EXPECT_EQ(none.problems(),
            "smile: There is 1 name for 0 targets on </Root/Skin>. All its shapes are ignored.\n");
  const ShapesOf plain(armWith("uniform token[] skel:blendShapes = [\"smile\"]", ""), "/Root/Skin");
  EXPECT_TRUE(plain.shapes.shapes().empty());
  EXPECT_EQ(plain.shapes.whyNone(), "/Root/Skin has no blend shapes.");
}

}  // namespace usdscope
