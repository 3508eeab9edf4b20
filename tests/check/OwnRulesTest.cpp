// SPDX-License-Identifier: Apache-2.0

// The rules that OpenUSD does not have: each is broken by a small scene, and kept by a similar one.

#include <gtest/gtest.h>

#include <set>

#include "engine/check/Check.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// The findings of our own rules, as "Error path@time".
std::set<std::string> brokenRules(LayerTexts texts, std::string_view keyword = kOwnKeyword) {
  const StageResult result = stageFromTexts(std::move(texts));
  EXPECT_TRUE(result.stage);
  std::set<std::string> broken;
  if (!result.stage) return broken;
  const CheckOptions options{.includeKeywords = {std::string(keyword)}};
  for (const Finding& finding : check(*result.stage, options)) {
    std::string line(finding.error);
    for (const Path site : finding.sites) line += " " + site.text();
    if (finding.time) line += "@" + std::to_string(static_cast<int>(*finding.time));
    EXPECT_TRUE(finding.message.ends_with('.')) << finding.message;
    broken.insert(line);
  }
  return broken;
}

using Broken = std::set<std::string>;

struct Case {
  const char* name;
  const char* text;
  Broken broken;
};

void expectBroken(std::span<const Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(brokenRules({{"/root.usda", c.text}}), c.broken) << c.name;
}

TEST(OwnRules, InstancedGprims) {
  const Case cases[] = {
      {"a mesh as an instance",
       "def Mesh \"M\" (instanceable = true\n references = </P>) { }\nclass \"P\" { }\n",
       {"DirectlyInstancedGprim /M"}},
      {"a group as an instance",
       "def Xform \"M\" (instanceable = true\n references = </P>) { }\n"
       "class Xform \"P\" { def Cube \"C\" { } }\n",
       {}},
  };
  expectBroken(cases);
}

TEST(OwnRules, Extents) {
  const Case cases[] = {
      {"missing",
       "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 2, 3)]\n }\n",
       {"MissingExtent /M"}},
      {"right",
       "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 2, 3)]\n"
       "float3[] extent = [(0, 0, 0), (1, 2, 3)]\n }\n",
       {}},
      {"wrong",
       "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 2, 3)]\n"
       "float3[] extent = [(0, 0, 0), (1, 2, 2)]\n }\n",
       {"WrongExtent /M.extent"}},
      {"one point instead of two",
       "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 2, 3)]\n"
       "float3[] extent = [(0, 0, 0)]\n }\n",
       {"WrongExtent /M.extent"}},
      {"wrong at one sample",
       "#usda 1.0\n(startTimeCode = 1\n endTimeCode = 3)\n"
       "def Mesh \"M\" { point3f[] points.timeSamples = {1: [(0, 0, 0), (1, 1, 1)], 2: [(0, 0, 0), "
       "(2, 2, 2)], 3: [(0, 0, 0), (3, 3, 3)]}\n"
       "float3[] extent.timeSamples = {1: [(0, 0, 0), (1, 1, 1)], 2: [(0, 0, 0), (2, 2, 2)], 3: "
       "[(0, 0, 0), (1, 1, 1)]}\n }\n",
       {"WrongExtent /M.extent@3"}},
      {"the size of a cube", "def Cube \"C\" { double size = 4\n }\n", {}},
      {"the authored extent of a cube",
       "def Cube \"C\" { double size = 4\n float3[] extent = [(-1, -1, -1), (1, 1, 1)]\n }\n",
       {"WrongExtent /C.extent"}},
      {"no points, and an inverted extent",
       "def Mesh \"M\" { point3f[] points = []\n"
       "float3[] extent = [(3e38, 3e38, 3e38), (-3e38, -3e38, -3e38)]\n }\n",
       {}},
  };
  expectBroken(cases);
}

TEST(OwnRules, ExtentsThatAreTooLargeAreWarnings) {
  const auto severityOf = [](const std::string& extent) {
    const StageResult result = stageFromText(
        "def Mesh \"M\" { point3f[] points = [(0, 0, 0), (1, 1, 1)]\n float3[] extent = " + extent +
        "\n }\n");
    const Findings found = check(*result.stage, {.includeValidators = {"usdscope:Extents"}});
    EXPECT_EQ(found.size(), 1u) << extent;
    return found.empty() ? Severity::Note : found[0].severity;
  };
  EXPECT_EQ(severityOf("[(0, 0, 0), (2, 1, 1)]"), Severity::Warning);
  EXPECT_EQ(severityOf("[(0, 0, 0), (2, 1, 0.5)]"), Severity::Error);
}

TEST(OwnRules, ModelHierarchy) {
  const Case cases[] = {
      {"a component in a component",
       "def \"A\" (kind = \"component\") { def \"B\" (kind = \"component\") { } }\n",
       {"BrokenModelHierarchy /A/B"}},
      {"a gap in the hierarchy",
       "def \"A\" (kind = \"assembly\") { def \"G\" { def \"B\" (kind = \"component\") { } } }\n",
       {"BrokenModelHierarchy /A/G/B"}},
      {"a whole hierarchy",
       "def \"A\" (kind = \"assembly\") { def \"G\" (kind = \"group\") { def \"B\" (kind = "
       "\"component\") { def \"S\" (kind = \"subcomponent\") { } } } }\n",
       {}},
      {"a lonely subcomponent",
       "def \"A\" (kind = \"subcomponent\") { }\n",
       {"SubcomponentOutsideComponent /A"}},
      {"an unknown kind", "def \"A\" (kind = \"chair\") { }\n", {"UnknownKind /A"}},
  };
  expectBroken(cases);
}

TEST(OwnRules, Purposes) {
  const Case cases[] = {
      {"only guides",
       "def Xform \"A\" { uniform token purpose = \"guide\"\n def Cube \"C\" { } }\n",
       {"OnlyGuides /"}},
      {"only proxies",
       "def Cube \"C\" { uniform token purpose = \"proxy\"\n }\n",
       {"NothingWithDefaultPurpose /"}},
      {"a guide and a cube",
       "def Cube \"C\" { uniform token purpose = \"guide\"\n }\ndef Cube \"D\" { }\n",
       {}},
      {"no geometry", "def Xform \"A\" { uniform token purpose = \"guide\"\n }\n", {}},
  };
  expectBroken(cases);
}

TEST(OwnRules, Times) {
  const Case cases[] = {
      {"samples at infinity",
       "def \"A\" { double x.timeSamples = {1: 1, inf: 2}\n }\n",
       {"InfiniteTimeCode /A.x"}},
      {"infinite time codes as values",
       "def \"A\" { timecode t = inf\n timecode u = 3\n"
       "timecode[] v.timeSamples = {1: [1], 2: [3, -inf]}\n double w = inf\n}\n",
       {"InfiniteTimeCode /A.t", "InfiniteTimeCode /A.v@2", "MissingRange /"}},
      {"an infinite range",
       "#usda 1.0\n(startTimeCode = 1\n endTimeCode = inf)\n",
       {"InfiniteTimeCode /"}},
      {"an infinite start without an end",
       "#usda 1.0\n(startTimeCode = -inf)\n",
       {"InfiniteTimeCode /"}},
      {"an end that is not a number", "#usda 1.0\n(endTimeCode = nan)\n", {"InfiniteTimeCode /"}},
      {"a finite end without a start", "#usda 1.0\n(endTimeCode = 3)\n", {}},
      {"a reversed range",
       "#usda 1.0\n(startTimeCode = 9\n endTimeCode = 1)\n",
       {"ReversedRange /"}},
      {"no range", "def \"A\" { double x.timeSamples = {1: 1, 2: 2}\n }\n", {"MissingRange /"}},
      {"samples elsewhere",
       "#usda 1.0\n(startTimeCode = 100\n endTimeCode = 200)\n"
       "def \"A\" { double x.timeSamples = {1: 1, 2: 2}\n }\n",
       {"SamplesOutsideRange /"}},
      {"samples beyond the range",
       "#usda 1.0\n(startTimeCode = 1\n endTimeCode = 2)\n"
       "def \"A\" { double x.timeSamples = {1: 1, 2: 2, 3: 3}\n }\n",
       {"SamplesBeyondRange /A.x@3"}},
      {"samples in the range",
       "#usda 1.0\n(startTimeCode = 1\n endTimeCode = 3)\n"
       "def \"A\" { double x.timeSamples = {1: 1, 2: 2, 3: 3}\n }\n",
       {}},
      {"framesPerSecond alone", "#usda 1.0\n(framesPerSecond = 30)\n", {"FramesPerSecondAsRate /"}},
      {"an infinite rate", "#usda 1.0\n(timeCodesPerSecond = inf)\n", {"InvalidRate /"}},
      {"a rate that is not a number", "#usda 1.0\n(timeCodesPerSecond = nan)\n", {"InvalidRate /"}},
      {"no rate", "#usda 1.0\n(timeCodesPerSecond = 0)\n", {"InvalidRate /"}},
      {"a negative rate", "#usda 1.0\n(timeCodesPerSecond = -24)\n", {"InvalidRate /"}},
      {"framesPerSecond in place of an infinite rate",
       "#usda 1.0\n(framesPerSecond = 30\n timeCodesPerSecond = inf)\n",
       {"InvalidRate /", "FramesPerSecondAsRate /"}},
      {"both rates", "#usda 1.0\n(framesPerSecond = 30\n timeCodesPerSecond = 30)\n", {}},
  };
  expectBroken(cases);
}

TEST(OwnRules, BlendShapes) {
  const Case cases[] = {
      {"faulty in-betweens",
       "def BlendShape \"S\" { uniform vector3f[] offsets = [(0, 0, 1)]\n"
       "uniform vector3f[] inbetweens:a = [(0, 0, 1)]\n"
       "uniform vector3f[] inbetweens:b = [(0, 0, 1)] (weight = 0)\n"
       "uniform vector3f[] inbetweens:c = [(0, 0, 1)] (weight = 1)\n"
       "uniform vector3f[] inbetweens:d = [(0, 0, 1)] (weight = 0.5)\n"
       "uniform vector3f[] inbetweens:e = [(0, 0, 1)] (weight = 0.5)\n"
       "uniform vector3f[] inbetweens:e:normalOffsets = [(0, 0, 1)]\n }\n",
       {"InbetweenWithoutWeight /S.inbetweens:a", "InbetweenAtReservedWeight /S.inbetweens:b",
        "InbetweenAtReservedWeight /S.inbetweens:c", "InbetweensAtEqualWeight /S.inbetweens:e"}},
      {"sound in-betweens",
       "def BlendShape \"S\" { uniform vector3f[] offsets = [(0, 0, 1)]\n"
       "uniform vector3f[] inbetweens:a = [(0, 0, 1)] (weight = 0.5)\n"
       "uniform vector3f[] inbetweens:b = [(0, 0, 1)] (weight = -1)\n }\n",
       {}},
  };
  expectBroken(cases);
}

// A skeleton of two joints, and a mesh of two points with the properties `mesh`.
std::string rig(const std::string& mesh, const std::string& other = "") {
  return R"(
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
)" + mesh +
         "\n}\n" + other + "\n}\n";
}

std::string influences(const char* joints, const char* weights) {
  return std::string("int[] primvars:skel:jointIndices = ") + joints +
         " (interpolation = \"vertex\"\n elementSize = 2)\n"
         "float[] primvars:skel:jointWeights = " +
         weights + " (interpolation = \"vertex\"\n elementSize = 2)\n";
}

TEST(OwnRules, SkelRigs) {
  const std::string sound = influences("[0, 1, 1, 0]", "[1, 0, 0.75, 0.25]");
  const std::string lone =
      "def Mesh \"N\" { point3f[] points = [(0, 0, 0)]\n float3[] extent = [(0, 0, 0), (0, 0, "
      "0)]\n }\n";
  const struct {
    const char* name;
    std::string text;
    Broken broken;
  } cases[] = {
      {"sound", rig(sound), {}},
      {"weights do not sum to 1",
       rig(influences("[0, 1, 1, 0]", "[1, 0, 0.5, 0.25]")),
       {"UnnormalizedWeights /R/M.primvars:skel:jointWeights"}},
      {"a negative weight",
       rig(influences("[0, 1, 1, 0]", "[1, 0, 1.25, -0.25]")),
       {"WeightOutOfRange /R/M.primvars:skel:jointWeights"}},
      {"unsorted influences",
       rig(influences("[0, 1, 1, 0]", "[1, 0, 0.25, 0.75]")),
       {"UnsortedInfluences /R/M.primvars:skel:jointWeights"}},
      {"unknown joints",
       rig(sound + "uniform token[] skel:joints = [\"A\", \"C\"]\n"),
       {"UnmatchedJoint /R/M.skel:joints"}},
      {"a mesh without influences", rig(sound, lone), {"MeshWithoutInfluences /R/N"}},
      {"too few influences", rig(influences("[0, 1]", "[1, 0]")), {"BadInfluences /R/M"}},
      {"no followers",
       "def SkelRoot \"R\" { def Xform \"X\" { } }\n",
       {"SkelRootWithoutFollowers /R"}},
  };
  for (const auto& c : cases) EXPECT_EQ(brokenRules({{"/root.usda", c.text}}), c.broken) << c.name;
}

TEST(OwnRules, AnimatedJointsThatTheSkeletonDoesNotHave) {
  const std::string animation =
      "def SkelAnimation \"Anim\" { uniform token[] joints = [\"A\", \"Z\"]\n"
      "float3[] translations = [(0, 0, 0), (0, 0, 0)]\n"
      "quatf[] rotations = [(1, 0, 0, 0), (1, 0, 0, 0)]\n"
      "half3[] scales = [(1, 1, 1), (1, 1, 1)]\n }\n"
      "over \"S\" { rel skel:animationSource = </R/Anim>\n }\n";
  std::string text = rig(influences("[0, 1, 1, 0]", "[1, 0, 0.75, 0.25]"));
  text.insert(text.find("def Mesh"), animation.substr(0, animation.find("over")));
  text.insert(text.find("uniform token[] joints = [\"A\", \"A/B\"]"),
              "rel skel:animationSource = </R/Anim>\n");
  EXPECT_EQ(brokenRules({{"/root.usda", text}}), Broken{"UnmatchedAnimationJoint /R/Anim.joints"});
}

TEST(OwnRules, AssetPaths) {
  EXPECT_EQ(
      brokenRules({{"/root.usda",
                    "def \"A\" { asset found = @there.png@\n asset missing = @nowhere.png@\n"
                    "asset[] list = [@there.png@, @nowhere.png@]\n asset none = @@\n"
                    "asset tiles = @t.<UDIM>.png@\n asset noTiles = @u.<UDIM>.png@\n"
                    "asset animated.timeSamples = {1: @there.png@, 2: @nowhere.png@}\n }\n"},
                   {"/there.png", "x"},
                   {"/t.1001.png", "x"}}),
      (Broken{"UnresolvedAsset /A.missing", "UnresolvedAsset /A.list", "UnresolvedAsset /A.noTiles",
              "UnresolvedAsset /A.animated@2", "MissingRange /"}));
}

TEST(OwnRules, ArKit) {
  const char* material = R"(
def Material "Ok" {
    token outputs:surface.connect = </Ok/S.outputs:surface>
    def Shader "S" {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Ok/R.outputs:result>
        float inputs:roughness.connect = </Ok.inputs:r>
        token outputs:surface
    }
    def Shader "R" { uniform token info:id = "UsdPrimvarReader_float3" }
    def Shader "X" { uniform token info:id = "ND_image_color3" }
}
def RealityKitComponent "C" { }
def "Untyped" { }
)";
  const Case cases[] = {
      {"what readers know", material, {}},
      {"types",
       "def PointInstancer \"I\" { }\ndef BasisCurves \"B\" { }\ndef DomeLight \"L\" { }\n"
       "def Scope \"S\" { }\nclass NurbsPatch \"P\" { }\n",
       {"UnsupportedType /I", "UnsupportedType /B", "UnsupportedType /L"}},
      {"shaders",
       "def Shader \"A\" { uniform token info:id = \"Mine\"\n }\ndef Shader \"B\" { }\n"
       "def Shader \"C\" { uniform token info:implementationSource = \"sourceAsset\"\n }\n",
       {"UnsupportedShader /A", "UnsupportedShader /B", "UnsupportedShader /C"}},
      {"connections",
       "def Shader \"A\" { uniform token info:id = \"UsdTransform2d\"\n"
       "float inputs:a.connect = </Gone.outputs:r>\n"
       "float inputs:b.connect = [</B.outputs:r>, </A.outputs:r>]\n"
       "float inputs:c.connect = </G.outputs:r>\n }\n"
       "def Shader \"B\" { uniform token info:id = \"UsdUVTexture\"\n }\ndef Scope \"G\" { }\n",
       {"MissingSource /A.inputs:a", "SeveralSources /A.inputs:b", "InvalidSource /A.inputs:c"}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(brokenRules({{"/root.usda", c.text}}, kArKitKeyword), c.broken) << c.name;
  }
}

TEST(OwnRules, ValueClipsOfTheWholeStage) {
  const Broken broken = brokenRules(
      {{"/root.usda",
        "#usda 1.0\n(startTimeCode = 1\n endTimeCode = 9)\n"
        "def \"M\" (clips = { dictionary default = { asset[] assetPaths = [@nowhere.usda@]\n"
        "double2[] active = [(1, 0)]\n asset manifestAssetPath = @manifest.usda@\n"
        "string primPath = \"/P\"\n }}) { double x\n }\n"},
       {"/manifest.usda", "over \"P\" { double x\n }\n"}});
  EXPECT_TRUE(broken.contains("MissingFile /M@1")) << *broken.begin();
}

TEST(OwnRules, FaultsOfAPrototypeAreReportedOnce) {
  const Broken broken =
      brokenRules({{"/root.usda",
                    "class Xform \"P\" { def Mesh \"M\" { point3f[] points = [(0, 0, 0)]\n } }\n"
                    "def \"A\" (instanceable = true\n inherits = </P>) { }\n"
                    "def \"B\" (instanceable = true\n inherits = </P>) { }\n"}});
  EXPECT_TRUE(broken == Broken{"MissingExtent /A/M"} || broken == Broken{"MissingExtent /B/M"})
      << broken.size();
}

}  // namespace
}  // namespace usdscope
