// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Fixes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/author/ApplyEdits.h"
#include "engine/check/Check.h"
#include "engine/schema/Extent.h"
#include "engine/stage/Property.h"
#include "engine/value/TimeSamples.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

struct Fixed {
  std::shared_ptr<const Stage> stage;
  FixResult result;
  std::vector<std::string> before;
  std::vector<std::string> after;
};

std::vector<std::string> errorsOf(const Stage& stage, const CheckOptions& options) {
  std::vector<std::string> errors;
  for (const Finding& finding : check(stage, options)) errors.emplace_back(finding.error);
  std::ranges::sort(errors);
  return errors;
}

// Checks a scene, applies all fixes, and checks it again.
Fixed fix(LayerTexts texts, FixTarget target = FixTarget::Opinion) {
  const CheckOptions options{
      .includeKeywords = {},
      .includeValidators = {"usdscope:Extents", "usdscope:SkelRigs", "usdscope:TimeCodesPerSecond",
                            "usdShadeValidators:MaterialBindingApiAppliedValidator",
                            "usdSkelValidators:SkelBindingApiAppliedValidator"}};
  Fixed fixed;
  const StageResult opened = stageFromTexts(std::move(texts));
  EXPECT_TRUE(opened.stage);
  if (!opened.stage) return fixed;
  fixed.before = errorsOf(*opened.stage, options);
  fixed.result = findFixes(*opened.stage, check(*opened.stage, options), target);
  std::vector<LayerEdits> groups;
  for (const Fix& each : fixed.result.fixes) groups.push_back({each.layer, each.edits});
  const AppliedEdits applied = applyEdits(opened.stage, groups);
  EXPECT_EQ(applied.problem, "");
  fixed.stage = applied.result.stage;
  if (fixed.stage) fixed.after = errorsOf(*fixed.stage, options);
  return fixed;
}

using Names = std::vector<std::string>;

TEST(Fixes, BindingSchemasAreAppliedWhereTheirPropertiesAre) {
  const Fixed fixed = fix({{"/root.usda", "def \"A\" (references = @b.usda@</B>) { }\n"},
                           {"/b.usda",
                            "def Mesh \"B\" (prepend apiSchemas = [\"GeomModelAPI\"]) { rel "
                            "material:binding = </B/M>\n rel skel:skeleton = </B/S>\n }\n"}});
  EXPECT_EQ(fixed.before, (Names{"MissingMaterialBindingAPI", "MissingSkelBindingAPI"}));
  EXPECT_EQ(fixed.after, Names());
  ASSERT_EQ(fixed.result.fixes.size(), 1u) << "one edit of one list";
  EXPECT_EQ(fixed.result.fixes[0].layer, "/b.usda");
  EXPECT_EQ(fixed.result.fixes[0].sentence,
            "MaterialBindingAPI is applied to </A>. SkelBindingAPI is applied to </A>.");
  EXPECT_TRUE(fixed.stage->primAt(Path::fromText("/A")).hasApi(Token("GeomModelAPI")));
}

TEST(Fixes, AnExplicitListOfAStrongerLayerGetsTheSchema) {
  const Fixed fixed =
      fix({{"/root.usda",
            "def \"A\" (apiSchemas = [\"GeomModelAPI\"]\n references = @b.usda@</B>) { }\n"},
           {"/b.usda", "def Mesh \"B\" { rel material:binding = </B/M>\n }\n"}});
  EXPECT_EQ(fixed.before, Names{"MissingMaterialBindingAPI"});
  EXPECT_EQ(fixed.after, Names());
  ASSERT_EQ(fixed.result.fixes.size(), 1u);
  EXPECT_EQ(fixed.result.fixes[0].layer, "/root.usda");
}

constexpr const char* kMesh =
    "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 2, 3)]\n"
    "float3[] extent = [(0, 0, 0), (1, 1, 1)]\n }\n";

TEST(Fixes, ExtentsAreComputedAnew) {
  const Fixed fixed = fix({{"/root.usda", kMesh}});
  EXPECT_EQ(fixed.before, Names{"WrongExtent"});
  EXPECT_EQ(fixed.after, Names());
  const auto box = authoredExtent(fixed.stage->primAt(Path::fromText("/M")), TimeCode::earliest());
  ASSERT_TRUE(box);
  EXPECT_EQ(box->max, glm::dvec3(1, 2, 3));
}

TEST(Fixes, AnimatedExtentsAreWrittenInTheTimeOfTheirLayer) {
  const Fixed fixed = fix(
      {{"/root.usda", "#usda 1.0\n(subLayers = [@anim.usda@ (offset = 10; scale = 2)])\n"},
       {"/anim.usda",
        "def Mesh \"M\" { point3f[] points.timeSamples = {1: [(0, 0, 0)], 3: [(0, 0, 0), (5, 0, "
        "0)]}\n }\n"}});
  EXPECT_EQ(fixed.before, Names{"MissingExtent"});
  EXPECT_EQ(fixed.after, Names());
  ASSERT_EQ(fixed.result.fixes.size(), 1u);
  EXPECT_EQ(fixed.result.fixes[0].layer, "/anim.usda");
  EXPECT_EQ(fixed.result.fixes[0].sentence, "The extent of </M> is computed anew at 2 samples.");
  const Attribute extent = fixed.stage->primAt(Path::fromText("/M")).attribute(Token("extent"));
  EXPECT_EQ(extent.timeSamples(), (std::vector<double>{12, 16}));
}

TEST(Fixes, AStrongerShapeGetsTheExtent) {
  // The asset keeps its extent, which is right for others that refer to it.
  const Fixed fixed = fix(
      {{"/root.usda",
        "def \"A\" (references = @b.usda@</B>) { point3f[] points = [(0, 0, 0), (9, 9, 9)]\n }\n"},
       {"/b.usda",
        "def Mesh \"B\" { point3f[] points = [(0, 0, 0), (1, 1, 1)]\n float3[] extent = [(0, 0, "
        "0), (1, 1, 1)]\n }\n"}});
  EXPECT_EQ(fixed.before, Names{"WrongExtent"});
  EXPECT_EQ(fixed.after, Names());
  ASSERT_EQ(fixed.result.fixes.size(), 1u);
  EXPECT_EQ(fixed.result.fixes[0].layer, "/root.usda");
}

std::string rig(const char* joints, const char* weights) {
  return std::string(R"(
def SkelRoot "R" {
  def Skeleton "S" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token[] joints = ["A", "A/B"]
    uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
  }
  def Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"]) {
    point3f[] points = [(0, 0, 0), (1, 1, 1)]
    float3[] extent = [(0, 0, 0), (1, 1, 1)]
    rel skel:skeleton = </R/S>
    int[] primvars:skel:jointIndices = )") +
         joints + " (interpolation = \"vertex\"\n elementSize = 2)\n" +
         "float[] primvars:skel:jointWeights = " + weights +
         " (interpolation = \"vertex\"\n elementSize = 2)\n}\n}\n";
}

// The expected numbers are those of UsdSkel.NormalizeWeights and UsdSkel.SortInfluences.
TEST(Fixes, InfluencesAreNormalisedAndSorted) {
  const Fixed fixed = fix({{"/root.usda", rig("[0, 1, 0, 1]", "[0.5, 1.5, 0.75, 0.25]")}});
  EXPECT_EQ(fixed.before, (Names{"UnnormalizedWeights", "UnsortedInfluences", "WeightOutOfRange"}));
  EXPECT_EQ(fixed.result.fixes.size(), 0u) << "weights above 1 are somebody's mistake";
  EXPECT_EQ(fixed.result.refusals,
            Names{"The joint influences at </R/M.primvars:skel:jointWeights> are not fixed: some "
                  "weights or joints are invalid."});

  const Fixed sound = fix({{"/root.usda", rig("[0, 1, 0, 1]", "[0.2, 0.6, 0.75, 0.25]")}});
  EXPECT_EQ(sound.before, (Names{"UnnormalizedWeights", "UnsortedInfluences"}));
  EXPECT_EQ(sound.after, Names());
  const Prim mesh = sound.stage->primAt(Path::fromText("/R/M"));
  const auto joints =
      mesh.attribute(Token("primvars:skel:jointIndices")).value().valueOr(Array<int>());
  const auto weights =
      mesh.attribute(Token("primvars:skel:jointWeights")).value().valueOr(Array<float>());
  EXPECT_EQ(joints, (Array<int>{1, 0, 0, 1}));
  ASSERT_EQ(weights.size(), 4u);
  EXPECT_FLOAT_EQ(weights[0], 0.75f);
  EXPECT_FLOAT_EQ(weights[1], 0.25f);
  EXPECT_FLOAT_EQ(weights[2], 0.75f);
}

TEST(Fixes, RateOfALayerIsWritten) {
  const Fixed fixed = fix({{"/root.usda", "#usda 1.0\n(framesPerSecond = 30)\n"}});
  EXPECT_EQ(fixed.before, Names{"FramesPerSecondAsRate"});
  EXPECT_EQ(fixed.after, Names());
  EXPECT_EQ(fixed.stage->timeCodesPerSecond(), 30.0);
}

TEST(Fixes, OverridesGoToTheSessionLayer) {
  const Fixed fixed =
      fix({{"/root.usda", "def \"A\" (references = @b.usda@</M>) { }\n"}, {"/b.usda", kMesh}},
          FixTarget::SessionLayer);
  EXPECT_EQ(fixed.before, Names{"WrongExtent"});
  EXPECT_EQ(fixed.after, Names());
  ASSERT_EQ(fixed.result.fixes.size(), 1u);
  EXPECT_EQ(fixed.result.fixes[0].layer, fixed.stage->sessionLayer()->identifier());
  const auto asset = fixed.stage->primAt(Path::fromText("/A")).primStack().back().layer;
  EXPECT_EQ(asset->identifier(), "/b.usda");
  const Value kept = asset->findProperty(Path::fromText("/M.extent")).field(Token("default"));
  EXPECT_EQ(kept.valueOr(Array<glm::vec3>())[1], glm::vec3(1, 1, 1));
}

TEST(Fixes, ClipsAndAnimatedWeightsAreRefusedWithAReason) {
  const Fixed fixed = fix(
      {{"/root.usda",
        "def Mesh \"M\" (clips = { dictionary default = { asset[] assetPaths = [@clip.usda@]\n"
        "string primPath = \"/M\"\n asset manifestAssetPath = @manifest.usda@\n"
        "double2[] active = [(1, 0)]\n double2[] times = [(1, 1), (2, 2)]\n } }) {\n"
        "float3[] extent = [(0, 0, 0), (1, 1, 1)]\n }\n"},
       {"/manifest.usda", "over \"M\" { point3f[] points\n }\n"},
       {"/clip.usda",
        "over \"M\" { point3f[] points.timeSamples = {1: [(0, 0, 0), (2, 2, 2)], 2: [(0, 0, 0), "
        "(3, 3, 3)]}\n }\n"}});
  EXPECT_EQ(fixed.before, Names{"WrongExtent"});
  EXPECT_TRUE(fixed.result.fixes.empty());
  EXPECT_EQ(fixed.result.refusals, Names{"The extent of </M> is not fixed: its shape comes from "
                                         "value clips or splines."});
}

TEST(Fixes, NothingIsGuessed) {
  const StageResult opened = stageFromText("def Mesh \"A\" { }\n");
  const Findings findings = check(*opened.stage);
  EXPECT_GE(findings.size(), 3u);
  const FixResult result = findFixes(*opened.stage, findings);
  EXPECT_TRUE(result.fixes.empty());
  EXPECT_TRUE(result.refusals.empty());
}

}  // namespace
}  // namespace usdscope
