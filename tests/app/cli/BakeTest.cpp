// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "app/cli/StageOptions.h"
#include "engine/layer/Fields.h"
#include "engine/stage/Property.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/Corpora.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::shared_ptr<const Stage> open(const std::filesystem::path& file) {
  StageOptions options;
  options.file = file.string();
  std::ostringstream messages;
  return openStage(options, {messages, messages});
}

void write(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

void expectClose(const Value& ours, const Value& expected, const std::string& what) {
  const auto* a = ours.find<Array<glm::vec3>>();
  const auto* b = expected.find<Array<glm::vec3>>();
  if (!b) {
    const auto* matrix = ours.find<glm::dmat4>();
    const auto* wanted = expected.find<glm::dmat4>();
    if (!wanted) {
      EXPECT_EQ(ours, expected) << what;
      return;
    }
    ASSERT_TRUE(matrix) << what;
    for (int i = 0; i < 16; ++i) {
      const double own = (*matrix)[i / 4][i % 4];
      const double other = (*wanted)[i / 4][i % 4];
      EXPECT_LT(std::abs(own - other), 1e-5 + 1e-5 * std::abs(other)) << what;
    }
    return;
  }
  ASSERT_TRUE(a) << what;
  ASSERT_EQ(a->size(), b->size()) << what;
  for (std::size_t i = 0; i < b->size(); ++i) {
    EXPECT_LT(glm::length((*a)[i] - (*b)[i]), 1e-5f + 1e-5f * glm::length((*b)[i]))
        << what << " [" << i << ']';
  }
}

constexpr std::string_view kArm = R"(#usda 1.0
(
    defaultPrim = "Arm"
    startTimeCode = 0
    endTimeCode = 2
)
def SkelRoot "Arm" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    rel skel:skeleton = </Arm/Skel>
    rel skel:animationSource = </Arm/Anim>
    def Skeleton "Skel" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = ["a"]
        uniform matrix4d[] bindTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
        uniform matrix4d[] restTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
    }
    def SkelAnimation "Anim"
    {
        uniform token[] joints = ["a"]
        float3[] translations.timeSamples = { 0: [(0, 0, 0)], 2: [(4, 0, 0)] }
        quatf[] rotations = [(1, 0, 0, 0)]
        half3[] scales = [(1, 1, 1)]
    }
    def Mesh "Skin" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] primvars:skel:jointIndices = [0] ( interpolation = "constant" )
        float[] primvars:skel:jointWeights = [1] ( interpolation = "constant" )
    }
    def Mesh "Bent" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] primvars:skel:jointIndices = [0, 0, 0] ( interpolation = "vertex" )
        float[] primvars:skel:jointWeights = [1, 1, 0.5] ( interpolation = "vertex" )
    }
}
)";

}  // namespace

TEST(Bake, GivesTheBaselinesOfTheReference) {
  const std::optional<std::filesystem::path> corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  const auto folder = *corpora / "conformance/openusd/usd_skel/testUsdSkelBakeSkinning";
  const struct {
    const char* scene;
    const char* baseline;
    const char* frames;
  } cases[] = {
      {"lbs.usda", "lbs.baked.usda", ""},
      {"lbs.usda", "lbs.bakedInterval.usda", "1:10"},
      {"dqs.usda", "dqs.baked.usda", ""},
      {"dqs.usda", "dqs.bakedInterval.usda", "1:10"},
      {"blendshapes.usda", "blendshapes.baked.usda", ""},
      {"blendshapesWithNormals.usda", "blendshapesWithNormals.baked.usda", ""},
  };
  for (const auto& c : cases) {
    const TemporaryFolder out;
    std::vector<std::string> arguments = {"bake", (folder / c.scene).string(), "-o",
                                          (out / "out.usda").string()};
    if (*c.frames) arguments.insert(arguments.end(), {"--frames", c.frames});
    const Ran ran = runLine(arguments);
    ASSERT_EQ(ran.status, kSuccess) << c.baseline << '\n' << ran.err;
    const auto ours = open(out / "out.usda");
    const auto reference = open(folder / "baseline" / c.baseline);
    ASSERT_TRUE(ours && reference);
    std::size_t compared = 0;
    traverse(reference->pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
      const Prim own = ours->primAt(prim.path());
      EXPECT_EQ(own.typeName(), prim.typeName()) << prim.path().text();
      for (const char* name : {"points", "normals", "extent", "extentsHint", "xformOp:transform"}) {
        const Attribute expected = prim.attribute(Token(name));
        if (!expected || !expected.hasAuthoredValue()) continue;
        const Attribute attribute = own.attribute(Token(name));
        const std::string what = std::string(c.baseline) + " " + expected.path().text();
        EXPECT_EQ(attribute.timeSamples(), expected.timeSamples()) << what;
        for (const double time : expected.timeSamples()) {
          expectClose(attribute.value(time), expected.value(time), what);
          ++compared;
        }
      }
      return true;
    });
    EXPECT_GT(compared, 3u) << c.baseline;
  }
}

TEST(Bake, SceneIsASublayerAndRootMetadataIsCopied) {
  const TemporaryFolder folder;
  write(folder / "arm.usda", kArm);
  const Ran ran =
      runLine({"bake", (folder / "arm.usda").string(), "-o", (folder / "out.usda").string()});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  const auto stage = open(folder / "out.usda");
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->defaultPrim().path().text(), "/Arm");
  EXPECT_EQ(stage->defaultPrim().typeName(), Token("Xform"));
  EXPECT_EQ(stage->timeCodeRange().end, 2.0);
  // Rigid prims get a transform, others points. A weight of one half is not normalised, so it moves
  // half the way.
  const Value transform =
      stage->primAt(Path::fromText("/Arm/Skin")).attribute(Token("xformOp:transform")).value(1.0);
  ASSERT_TRUE(transform.find<glm::dmat4>());
  EXPECT_EQ((*transform.find<glm::dmat4>())[3].x, 2.0);
  const Value points =
      stage->primAt(Path::fromText("/Arm/Bent")).attribute(Token("points")).value(1.0);
  EXPECT_EQ(points, Value(Array<glm::vec3>{{2, 0, 0}, {3, 0, 0}, {1, 0.5f, 0}}));
}

TEST(Bake, FramesBoundTheSamples) {
  const TemporaryFolder folder;
  write(folder / "arm.usda", kArm);
  const Ran ran = runLine({"bake", (folder / "arm.usda").string(), "-o",
                           (folder / "out.usda").string(), "--frames", "0:1"});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  const auto stage = open(folder / "out.usda");
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->primAt(Path::fromText("/Arm/Bent")).attribute(Token("points")).timeSamples(),
            (std::vector<double>{0.0}));
}

TEST(Bake, EveryFormatHoldsTheSame) {
  const TemporaryFolder folder;
  write(folder / "arm.usda", kArm);
  const std::string scene = (folder / "arm.usda").string();
  const struct {
    const char* file;
    std::vector<std::string> more;
    bool isCrate;
  } cases[] = {{"out.usda", {}, false},
               {"out.usdc", {}, true},
               {"out.usd", {}, true},
               {"text.usd", {"--usdFormat", "usda"}, false}};
  for (const auto& c : cases) {
    std::vector<std::string> arguments = {"bake", scene, "-o", (folder / c.file).string()};
    arguments.insert(arguments.end(), c.more.begin(), c.more.end());
    const Ran ran = runLine(arguments);
    ASSERT_EQ(ran.status, kSuccess) << c.file << '\n' << ran.err;
    EXPECT_EQ(ran.err, "") << c.file;
    std::ifstream file(folder / c.file, std::ios::binary);
    std::string magic(8, ' ');
    file.read(magic.data(), 8);
    EXPECT_EQ(magic == "PXR-USDC", c.isCrate) << c.file;
    const auto stage = open(folder / c.file);
    ASSERT_TRUE(stage) << c.file;
    EXPECT_EQ(stage->primAt(Path::fromText("/Arm")).typeName(), Token("Xform")) << c.file;
    EXPECT_EQ(stage->rootLayer()->pseudoRoot().field(fields::kSubLayerOffsets),
              Value(std::vector<LayerOffset>(1)))
        << c.file << ": one for each sublayer";
    const Value points =
        stage->primAt(Path::fromText("/Arm/Bent")).attribute(Token("points")).value(2.0);
    expectClose(points, Value(Array<glm::vec3>{{4, 0, 0}, {5, 0, 0}, {2, 0.5f, 0}}), c.file);
  }
  EXPECT_EQ(
      runLine({"bake", scene, "-o", (folder / "x.usda").string(), "--usdFormat", "usdc"}).status,
      kWrongUsage);
}

TEST(Bake, ReportsEachInstanceWhoseRigIsIgnored) {
  const TemporaryFolder folder;
  write(folder / "arm.usda", kArm);
  write(folder / "crowd.usda", R"(#usda 1.0
def Xform "Crowd"
{
    def SkelRoot "Own" ( references = @arm.usda@ )
    {
    }
    def "A" ( instanceable = true
        references = @arm.usda@ )
    {
    }
    def Xform "B" ( instanceable = true
        references = @group.usda@ )
    {
    }
    def Xform "C" ( instanceable = true
        references = @group.usda@ )
    {
    }
    def Xform "Prop" ( instanceable = true
        references = @prop.usda@ )
    {
    }
}
)");
  write(folder / "group.usda", R"(#usda 1.0
( defaultPrim = "Group" )
def Xform "Group"
{
    def SkelRoot "Inside" ( references = @arm.usda@ )
    {
    }
}
)");
  write(folder / "prop.usda", R"(#usda 1.0
( defaultPrim = "Prop" )
def Xform "Prop"
{
    def Sphere "Ball"
    {
    }
}
)");
  const auto out = folder / "out.usdc";
  const Ran ran = runLine({"bake", (folder / "crowd.usda").string(), "-o", out.string()});
  EXPECT_EQ(ran.status, kFailure) << "something is left out";
  for (const char* path : {"/Crowd/A", "/Crowd/B", "/Crowd/C"}) {
    EXPECT_NE(ran.err.find(path), std::string::npos) << path << '\n' << ran.err;
  }
  EXPECT_EQ(ran.err.find("/Crowd/Prop"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("/Crowd/Own"), std::string::npos) << ran.err;
  const auto stage = open(out);
  ASSERT_TRUE(stage) << "the rest is baked";
  EXPECT_EQ(stage->primAt(Path::fromText("/Crowd/Own")).typeName(), Token("Xform"));
  EXPECT_EQ(stage->primAt(Path::fromText("/Crowd/A")).typeName(), Token("SkelRoot"));
}

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Bake, NoLayerOfTheSceneIsWrittenOver) {
  const TemporaryFolder folder;
  for (const char* name : {"arm", "variant", "payload", "muted", "clip.001", "clip.002"}) {
    write(folder / (std::string(name) + ".usda"), kArm);
  }
  write(folder / "manifest.usda", "#usda 1.0\n");
  write(folder / "session.usda", "#usda 1.0\n");
  write(folder / "between.usda", "#usda 1.0\n(\n    subLayers = [@arm.usda@, @muted.usda@]\n)\n");
  write(folder / "shot.usda", R"(#usda 1.0
(
    subLayers = [@./between.usda@]
)
def "Other" (
    variants = { string v = "a" }
    prepend variantSets = "v"
)
{
    variantSet "v" = {
        "a" { }
        "b" (prepend references = @./variant.usda@</Arm>) { }
    }
}
def "Later" (prepend payload = @./payload.usda@</Arm>) { }
def "Clipped" (
    clips = {
        dictionary default = {
            string templateAssetPath = "./clip.###.usda"
            double templateStartTime = 1
            double templateEndTime = 2
            double templateStride = 1
            string primPath = "/Arm"
            asset manifestAssetPath = @./manifest.usda@
        }
    }
) { }
)");
  std::filesystem::create_directory(folder / "sub");
  std::filesystem::create_symlink("arm.usda", folder / "symbolic.usda");
  std::filesystem::create_hard_link(folder / "arm.usda", folder / "hard.usda");
  for (const char* name : {"shot.usda", "arm.usda", "between.usda", "symbolic.usda", "hard.usda",
                           "sub/../arm.usda", "variant.usda", "payload.usda", "muted.usda",
                           "clip.001.usda", "clip.002.usda", "manifest.usda", "session.usda"}) {
    const std::string before = textOf(folder / name);
    const Ran ran =
        runLine({"bake", (folder / "shot.usda").string(), "-o", (folder / name).string(), "--load",
                 "none", "--mute", "muted.usda", "--session", (folder / "session.usda").string()});
    EXPECT_EQ(ran.status, kUnreadable) << name << '\n' << ran.err;
    EXPECT_NE(ran.err.find("is a file of the scene"), std::string::npos) << ran.err;
    EXPECT_EQ(textOf(folder / name), before) << name;
  }
  // A file that has no part in the scene may be overwritten.
  write(folder / "old.usda", kArm);
  const Ran ran =
      runLine({"bake", (folder / "shot.usda").string(), "-o", (folder / "old.usda").string()});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_NE(textOf(folder / "old.usda"), kArm);
}

TEST(Bake, SaysWhatItCannotDo) {
  const TemporaryFolder folder;
  write(folder / "arm.usda", kArm);
  const std::string scene = (folder / "arm.usda").string();
  const std::string out = (folder / "out.usda").string();
  const struct {
    const char* name;
    std::vector<std::string> arguments;
    int status;
  } cases[] = {
      {"no such scene", {"bake", (folder / "no.usda").string(), "-o", out}, kUnreadable},
      {"a format that is not written",
       {"bake", scene, "-o", (folder / "out.usdz").string()},
       kWrongUsage},
      {"into itself", {"bake", scene, "-o", scene}, kUnreadable},
      {"a stride", {"bake", scene, "-o", out, "--frames", "0:2x2"}, kWrongUsage},
      {"no frames", {"bake", scene, "-o", out, "--frames", "soon"}, kWrongUsage},
      {"an unknown part", {"bake", scene, "-o", out, "--without", "hair"}, kWrongUsage},
      {"nowhere to write", {"bake", scene, "-o", (folder / "no/out.usda").string()}, kUnreadable},
  };
  for (const auto& c : cases) {
    const Ran ran = runLine(c.arguments);
    EXPECT_EQ(ran.status, c.status) << c.name << '\n' << ran.err;
    EXPECT_NE(ran.err, "") << c.name;
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace usdscope
