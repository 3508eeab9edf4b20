// SPDX-License-Identifier: Apache-2.0
#include "engine/report/skel/SkelExplain.h"

#include <algorithm>

#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

SkelExplanation explain(const std::string& scene, const char* path) {
  const auto stage = stageFromText(scene).stage;
  EXPECT_TRUE(stage);
  return stage ? explainSkel(stage->primAt(Path::fromText(path))) : SkelExplanation();
}

}  // namespace

TEST(SkelExplain, SaysWhereEachPartComesFrom) {
  const SkelExplanation skin = explain(kArm, "/Root/Skin");
  EXPECT_TRUE(skin.isBound);
  EXPECT_EQ(skin.skelRoot.text(), "/Root");
  EXPECT_EQ(skin.skeleton.text(), "/Root/Arm");
  EXPECT_EQ(skin.animation.text(), "/Root/Bend");
  ASSERT_TRUE(skin.skeletonSource && skin.animationSource);
  EXPECT_EQ(skin.skeletonSource->prim.text(), "/Root/Skin");
  EXPECT_EQ(skin.animationSource->prim.text(), "/Root/Arm");
  EXPECT_FALSE(skin.skeletonSource->layer.empty());
  EXPECT_EQ(skin.influences.size(), 5u);
  ASSERT_EQ(skin.joints.size(), 2u);
  EXPECT_EQ(skin.joints[0].inAnimation, -1);  // Upper is at rest.
  EXPECT_EQ(skin.joints[1].inAnimation, 0);
  EXPECT_EQ(skin.ignored, std::vector<std::string>());
  EXPECT_NE(skelExplanationToText(skin).find("2 joints, 1 of them at rest"), std::string::npos);
  EXPECT_EQ(skelExplanationToJson(skin)["joints"].size(), 2u);
}

TEST(SkelExplain, SaysWhyABindingIsIgnored) {
  const struct {
    const char* name;
    std::string scene;
    const char* path;
    const char* words;
    bool isBound;
  } cases[] = {
      {"the schema is not applied",
       armWith("\"Skin\" (prepend apiSchemas = [\"SkelBindingAPI\"])", "\"Skin\""), "/Root/Skin",
       "SkelBindingAPI is not applied there", false},
      {"no SkelRoot", armWith("def SkelRoot", "def Xform"), "/Root/Skin",
       "No ancestor is a SkelRoot", false},
      {"a typeless prim between",
       armWith("  def Mesh \"Skin\"",
               "}\ndef SkelRoot \"Other\" { def \"Gap\" {\n  def Mesh \"Skin\"") +
           "}\n",
       "/Other/Gap/Skin", "is not imageable", false},
      {"an animation beside the skeleton",
       armWith("rel skel:skeleton = </Root/Arm>",
               "rel skel:skeleton = </Root/Arm>\n    rel skel:animationSource = </Root/Bend>"),
       "/Root/Skin", "only the skeleton", true},
      {"no animation of that type", armWith("SkelAnimation \"Bend\"", "Xform \"Bend\""),
       "/Root/Arm", "is not a SkelAnimation", true},
      {"an inactive animation",
       armWith("def SkelAnimation \"Bend\" {", "def SkelAnimation \"Bend\" (active = false) {"),
       "/Root/Arm", "at rest", true},
      {"an inactive skeleton",
       armWith("def Skeleton \"Arm\" (", "def Skeleton \"Arm\" (active = false\n"), "/Root/Skin",
       "skeleton </Root/Arm> is inactive", false},
      {"the skeleton itself, inactive",
       armWith("def Skeleton \"Arm\" (", "def Skeleton \"Arm\" (active = false\n"), "/Root/Arm",
       "It is inactive", false},
      {"an empty target", armWith("skel:skeleton = </Root/Arm>", "skel:skeleton = []"),
       "/Root/Skin", "</Root/Skin> targets nothing", false},
      {"a blocked target", armWith("skel:skeleton = </Root/Arm>", "skel:skeleton = None"),
       "/Root/Skin", "</Root/Skin> targets nothing", false},
      {"joints out of order, seen from the mesh",
       armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"), "/Root/Skin",
       "comes before its parent", false},
      {"the same, seen from the skeleton",
       armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"), "/Root/Arm",
       "comes before its parent", false},
      {"a joint index that is not there", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 9, 0, 1]"),
       "/Root/Skin", "Joint index 9 at 3 is not in [0, 2); the prim is not skinned", true},
      {"an empty joint order",
       armWith("int[] faceVertexCounts",
               "uniform token[] skel:joints = []\nint[] faceVertexCounts"),
       "/Root/Skin", "is not in [0, 0)", true},
      {"too many influences",
       armWith("[0, 1, 0, 1, 0, 1] (interpolation = \"vertex\"\nelementSize = 2)",
               "[0, 1, 0, 1, 0, 1] (interpolation = \"vertex\")"),
       "/Root/Skin", "element size", true},
      {"a shape of another mesh", armWith("pointIndices = [2]", "pointIndices = [7]"), "/Root/Skin",
       "</Root/Skin/Smile> does not fit the points", true},
      {"an unknown method", armWith("\"classicLinear\"", "\"magic\""), "/Root/Skin",
       "skinning method magic is unknown", true},
  };
  for (const auto& c : cases) {
    const SkelExplanation result = explain(c.scene, c.path);
    EXPECT_EQ(result.isBound, c.isBound) << c.name;
    EXPECT_TRUE(std::ranges::any_of(
        result.ignored,
        [&](const std::string& sentence) { return sentence.find(c.words) != std::string::npos; }))
        << c.name << '\n'
        << skelExplanationToText(result);
  }
}

TEST(SkelExplain, ASkeletonKnowsItsSkelRootAndItsAnimation) {
  EXPECT_EQ(explain(kArm, "/Root/Arm").skelRoot.text(), "/Root");
  // The fault is in the skeleton, not in its animation.
  const SkelExplanation bad =
      explain(armWith("[\"Upper\", \"Upper/Lower\"]", "[\"Upper/Lower\", \"Upper\"]"), "/Root/Arm");
  EXPECT_EQ(bad.animation.text(), "/Root/Bend");
  EXPECT_EQ(bad.ignored.size(), 1u) << skelExplanationToText(bad);
}

TEST(SkelExplain, NamesThatDoNotMatchAreReported) {
  const SkelExplanation skin = explain(armWith("int[] faceVertexCounts = [3]",
                                               "uniform token[] skel:joints = [\"Upper/Lower\", "
                                               "\"Tail\"]\n    int[] faceVertexCounts = [3]"),
                                       "/Root/Skin");
  EXPECT_NE(skelExplanationToText(skin).find("joint Tail: only in the prim's order"),
            std::string::npos);
}

}  // namespace usdscope
