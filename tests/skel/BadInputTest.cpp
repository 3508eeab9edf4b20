// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/skel/BakeSkinning.h"
#include "engine/skel/SkelTarget.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

const char* const kSecondBind =
    "((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]\n    uniform matrix4d[] rest";

std::string weights(const char* replacement) {
  return armWith("[1, 0, 0.5, 0.5, 0.25, 0.75]", replacement);
}

}  // namespace

TEST(BadSkelInput, FaultsAreReportedAndTheRestStays) {
  const struct {
    const char* name;
    std::string scene;
    DiagnosticCode code;
    std::size_t bindings;
  } cases[] = {
      {"a zero bind matrix",
       armWith(kSecondBind,
               "((0,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,0))]\n    uniform matrix4d[] rest"),
       kSkelBadTransforms, 1},
      {"too few rest transforms",
       armWith("restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ",
               "restTransforms = ["),
       kSkelBadTransforms, 1},
      {"a child before its parent",
       armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"), kSkelBadTopology,
       0},
      {"joint names that are not paths",
       armWith("[\"Upper\", \"Upper/Lower\"]", "[\"a:b\", \"Upper/Lower\"]"), kSkelBadJointName, 1},
      {"an animation of another size", armWith("translations = [(2, 0, 0)]", "translations = []"),
       kSkelBadAnimation, 1},
      {"an animation of other joints", armWith("joints = [\"Upper/Lower\"]", "joints = [\"Tail\"]"),
       kSkelBadAnimation, 1},
      {"an animation of another type", armWith("SkelAnimation \"Bend\"", "Xform \"Bend\""),
       kSkelBadAnimationSource, 1},
      {"an animation that is not there", armWith("</Root/Bend>", "</Root/Nothing>"),
       kSkelTargetMissing, 1},
      {"two skeletons",
       armWith("skel:skeleton = </Root/Arm>", "skel:skeleton = [</Root/Arm>, </Root>]"),
       kSkelSeveralTargets, 1},
      {"an unknown method", armWith("\"classicLinear\"", "\"magic\""), kSkelBadMethod, 1},
      {"two in-betweens of one weight",
       armWith(
           "(weight = 0.5)",
           "(weight = 0.5)\n      uniform vector3f[] inbetweens:too = [(0, 2, 2)] (weight = 0.5)"),
       kSkelBadBlendShape, 1},
      {"an in-between at the primary weight", armWith("(weight = 0.5)", "(weight = 1)"),
       kSkelBadBlendShape, 1},
      {"an in-between without a weight", armWith(" (weight = 0.5)", ""), kSkelBadBlendShape, 1},
      {"an in-between at no number", armWith("(weight = 0.5)", "(weight = nan)"),
       kSkelBadBlendShape, 1},
      {"more offsets than indices",
       armWith("offsets = [(0, 4, 0)]", "offsets = [(0, 4, 0), (1, 1, 1)]"), kSkelBadBlendShape, 1},
      {"a shape that is not there", armWith("</Root/Skin/Smile>", "</Root/Skin/Frown>"),
       kSkelBadBlendShape, 1},
      {"names without shapes",
       armWith("skel:blendShapes = [\"smile\"]", "skel:blendShapes = [\"smile\", \"frown\"]"),
       kSkelBadBlendShape, 1},
      {"different element sizes", armWith("elementSize = 2", "elementSize = 3"), kSkelBadInfluences,
       1},
  };
  for (const auto& c : cases) {
    const BoundArm arm(c.scene);
    EXPECT_TRUE(arm.reports(c.code)) << c.name;
    ASSERT_EQ(arm.bindings.size(), c.bindings) << c.name;
    if (c.bindings == 0) continue;
    // The skeleton can still be evaluated, and baking ends.
    std::vector<glm::dmat4> joints;
    arm.bindings[0].skeleton->computeJointSkelTransforms(5.0, joints);
    Diagnostics ignored;
    bakeSkinning(*arm.stage, {}, ignored);
  }
}

TEST(BadSkelInput, InfluencesAreLookedAtWhenTheyAreRead) {
  const struct {
    const char* name;
    std::string scene;
    bool isUsable;
  } cases[] = {
      {"a weight too few", weights("[1, 0, 0.5, 0.5, 0.25]"), false},
      {"one too many of both", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 1, 0, 1, 0]"), false},
      {"weights that are not finite", weights("[1, 0, nan, 0.5, 0.25, inf]"), true},
  };
  for (const auto& c : cases) {
    const BoundArm arm(c.scene);
    ASSERT_EQ(arm.bindings.size(), 1u) << c.name;
    Diagnostics diagnostics;
    EXPECT_EQ(arm.bindings[0].targets[0].influences(0.0, diagnostics).has_value(), c.isUsable)
        << c.name;
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].code, kSkelBadInfluences) << c.name;
    EXPECT_EQ(diagnostics.entries()[0].site.path, "/Root/Skin") << c.name;
    EXPECT_EQ(diagnostics.entries()[0].site.layer, arm.stage->rootLayer()->identifier()) << c.name;
  }
}

TEST(BadSkelInput, BakingReportsPrimsThatCannotMoveAndMovesTheRest) {
  const struct {
    const char* name;
    std::string scene;
    DiagnosticCode code;
    std::size_t samples;  // Number of results for eleven times.
  } cases[] = {
      {"a joint that is not there", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, -1, 0, 1]"),
       kSkelBadInfluences, 0},
      {"a weight too few", weights("[1, 0, 0.5, 0.5, 0.25]"), kSkelBadInfluences, 2},
      {"weights that are not finite", weights("[1, 0, nan, 0.5, 0.25, inf]"), kSkelBadInfluences,
       2},
      {"more influences than points", armWith("(2, 0.5, 0), ", ""), kSkelBadInfluences, 0},
      {"a shape of another point", armWith("pointIndices = [2]", "pointIndices = [3]"),
       kSkelBadBlendShape, 2},
      {"no bind transforms", armWith("uniform matrix4d[] bindTransforms", "matrix4d[] other"),
       kSkelBadTransforms, 2},
      {"normals of another number",
       armWith("int[] faceVertexCounts",
               "normal3f[] normals = [(0, 0, 1)]\nint[] faceVertexCounts"),
       kSkelBadInfluences, 2},
  };
  for (const auto& c : cases) {
    const auto stage = stageFromText(c.scene).stage;
    ASSERT_TRUE(stage) << c.name;
    Diagnostics diagnostics;
    const BakedSkinning baked = bakeSkinning(*stage, {}, diagnostics);
    ASSERT_EQ(baked.prims.size(), 1u) << c.name;
    std::size_t samples = 0;
    for (const Deformed& deformed : baked.prims[0].deformed) samples += deformed.points ? 1 : 0;
    EXPECT_EQ(samples, c.samples) << c.name;
    const bool isTold = std::ranges::any_of(diagnostics.entries(), [&](const Diagnostic& entry) {
      return entry.code == c.code && entry.site.path == "/Root/Skin";
    });
    EXPECT_TRUE(isTold) << c.name;
  }
}

TEST(BadSkelInput, AStageOfVeryManyFramesIsBakedAtItsSamples) {
  const struct {
    const char* rate;
    std::size_t times;
    bool isTold;
  } cases[] = {{"24", 11, false}, {"1e6", 2, true}, {"1e8", 2, true}};
  for (const auto& c : cases) {
    const auto stage = stageFromText(std::string("(\nstartTimeCode = 0\nendTimeCode = 10\n"
                                                 "timeCodesPerSecond = 24\nframesPerSecond = ") +
                                     c.rate + "\n)\n" + kArm)
                           .stage;
    ASSERT_TRUE(stage) << c.rate;
    Diagnostics diagnostics;
    const BakedSkinning baked = bakeSkinning(*stage, {}, diagnostics);
    ASSERT_EQ(baked.prims.size(), 1u) << c.rate;
    EXPECT_EQ(baked.prims[0].times.size(), c.times) << c.rate;
    const auto reported =
        std::ranges::count(diagnostics.entries(), kSkelTooManyFrames, &Diagnostic::code);
    EXPECT_EQ(reported, c.isTold ? 1 : 0) << c.rate;
  }
}

TEST(BadSkelInput, SkelRootsThatAreNestedTooDeeplyBindNothing) {
  std::string text;
  for (int i = 0; i < 18; ++i) {
    text +=
        "def SkelRoot \"R\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
        "rel skel:skeleton = </Root/Arm>\ndef Mesh \"M\" {\n}\n";
  }
  const auto stage = stageFromText(kArm + text + std::string(18, '}') + "\n").stage;
  ASSERT_TRUE(stage);
  std::string path;
  for (int i = 0; i < 18; ++i) {
    path += "/R";
    Diagnostics diagnostics;
    const auto bindings = computeSkelBindings(stage->primAt(Path::fromText(path)), diagnostics);
    EXPECT_EQ(bindings.size(), i < 16 ? 1u : 0u) << i;
    const auto reported =
        std::ranges::count(diagnostics.entries(), kSkelRootsTooDeep, &Diagnostic::code);
    EXPECT_EQ(reported, i < 16 ? 0 : 1) << i;
  }
}

// As in the reference, only shapes apply to a skeleton with transforms but without joints.
TEST(BadSkelInput, ASkeletonWithoutJointsMovesNothing) {
  const auto stage = stageFromText(armWith("[\"Upper\", \"Upper/Lower\"]", "[]")).stage;
  ASSERT_TRUE(stage);
  Diagnostics diagnostics;
  const BakedSkinning baked = bakeSkinning(*stage, {}, diagnostics);
  ASSERT_EQ(baked.prims.size(), 1u);
  ASSERT_EQ(baked.prims[0].deformed.size(), 2u);
  for (const Deformed& deformed : baked.prims[0].deformed) {
    ASSERT_TRUE(deformed.points);
    EXPECT_EQ(*deformed.points, (Array<glm::vec3>{{1, 0, 0}, {2, 0.5f, 0}, {3, 1.5f, 1.5f}}));
  }
}

TEST(BadSkelInput, AShapeThatIsInactiveMovesNothing) {
  const BoundArm arm(
      armWith("def BlendShape \"Smile\" {", "def BlendShape \"Smile\" (active = false) {"));
  ASSERT_EQ(arm.bindings.size(), 1u);
  const SkinningQuery& skin = arm.bindings[0].targets[0];
  const SkelPose pose = computeSkelPose(*arm.bindings[0].skeleton, 0.0);
  EXPECT_TRUE(skin.spreadWeights(pose.blendWeights.value().span()).value().empty());
}

TEST(BadSkelInput, ASkelRootInsideAnotherInheritsFromAboveIt) {
  std::string text = kArm;
  text.insert(text.find("def Mesh \"Skin\""),
              "def SkelRoot \"Inner\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n  rel "
              "skel:skeleton = </Root/Arm>\n");
  text += "}\n";
  text.replace(
      text.find("def SkelRoot \"Root\" {"), 21,
      "def SkelRoot \"Root\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
      "  matrix4d primvars:skel:geomBindTransform = ((3,0,0,0),(0,3,0,0),(0,0,3,0),(0,0,0,1))\n");
  const std::size_t own = text.rfind("matrix4d primvars:skel:geomBind");
  text.erase(own, text.find('\n', own) - own);
  const auto stage = stageFromText(text).stage;
  ASSERT_TRUE(stage);
  Diagnostics diagnostics;
  const auto bindings =
      computeSkelBindings(stage->primAt(Path::fromText("/Root/Inner")), diagnostics);
  ASSERT_EQ(bindings.size(), 1u);
  EXPECT_EQ(bindings[0].targets[0].geomBindTransform({})[0].x, 3.0);
}

TEST(BadSkelInput, BakingReportsLosses) {
  const std::string flat = "((1,0,0,0),(0,0,0,0),(0,0,1,0),(0,0.5,0,1))";
  const std::string normals = "    normal3f[] normals = [(0,0,1), (0,1,0), (1,0,0)]\n";
  const struct {
    const char* name;
    std::string scene;
    const char* words;
  } cases[] = {
      {"a weight that is not finite", armWith("[0.25]", "[nan]"), "weight of its blend shapes"},
      {"an offset that is not finite",
       armWith("inbetweens:half = [(0, 1, 1)]", "inbetweens:half = [(0, nan, 1)]"),
       "offsets of its blend shapes are not finite"},
      {"shapes without points",
       armWith("point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]", ""), "It has no points"},
      {"blocked points", armWith("points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]", "points = None"),
       "It has no points"},
      {"a bind transform without inverse",
       armWith("((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0.5,0,1))", (flat + "\n" + normals).c_str()),
       "geomBindTransform has no inverse"},
      {"a flat joint",
       armWith("half3[] scales.timeSamples = { 0: [(1, 1, 1)], 10: [(1, 2, 1)] }\n",
               "half3[] scales = [(1, 0, 1)]\n"),
       "joint's matrix has no inverse"},
      {"an inactive animation",
       armWith("def SkelAnimation \"Bend\" {", "def SkelAnimation \"Bend\" (active = false) {"),
       "</Root/Bend>, which is inactive"},
      {"an inactive skeleton",
       armWith("def Skeleton \"Arm\" (", "def Skeleton \"Arm\" (active = false\n"),
       "skeleton </Root/Arm> is inactive"},
      {"too few normal offsets",
       armWith("pointIndices = [2]",
               "pointIndices = [2]\n      uniform vector3f[] normalOffsets = "
               "[(0, 1, 0), (0, 1, 0)]"),
       "2 normal offsets for 1 offset"},
      {"a shape of another point", armWith("pointIndices = [2]", "pointIndices = [3]"),
       "</Root/Skin/Smile> does not fit the points; while it has a weight, no shape moves the "
       "points. Point index 3 is not in [0, 3)."},
      {"a joint that is not there", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, -1, 0, 1]"),
       "Joint index -1 at 3 is not in [0, 2); the prim is not skinned."},
      {"a weight too few", weights("[1, 0, 0.5, 0.5, 0.25]"),
       "There are 6 joint indices and 5 weights; its joints do not move the prim."},
      {"no bind transforms", armWith("uniform matrix4d[] bindTransforms", "matrix4d[] other"),
       "The skeleton has no usable bind or rest transforms; its joints do not move the prim."},
  };
  for (const auto& c : cases) {
    std::string scene = c.scene;
    if (c.name == std::string_view("a flat joint")) {
      scene.insert(scene.find("    int[] faceVertexCounts"), normals);
    }
    const auto stage = stageFromText(scene).stage;
    ASSERT_TRUE(stage) << c.name;
    Diagnostics diagnostics;
    bakeSkinning(*stage, {}, diagnostics);
    EXPECT_TRUE(std::ranges::any_of(diagnostics.entries(),
                                    [&](const Diagnostic& entry) {
                                      return entry.message.find(c.words) != std::string::npos &&
                                             !entry.site.path.empty();
                                    }))
        << c.name << ": " << (diagnostics.isEmpty() ? "" : diagnostics.entries()[0].message);
  }
}

}  // namespace usdscope
