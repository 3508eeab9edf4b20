// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SceneExtractor.h"

#include <map>

#include "engine/scene/SkinVertices.h"
#include "engine/schema/PointInstancer.h"
#include "tests/scene/ExpectSound.h"
#include "tests/skel/Arm.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

std::shared_ptr<const Scene> sceneOf(const std::string& text, TimeCode time = 0.0) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  return result.stage ? SceneExtractor(result.stage).extract(time) : std::make_shared<Scene>();
}

bool reports(const Scene& scene, const DiagnosticCode& code) {
  for (const Diagnostic& entry : scene.diagnostics.entries()) {
    if (entry.code == code) return true;
  }
  return false;
}

const std::string kTriangle = "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n";

}  // namespace

TEST(SceneExtractor, ItemsHaveTransformsVisibilityAndMaterials) {
  const auto scene = sceneOf(
      "def Xform \"X\" {\n"
      "double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }\n"
      "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n"
      "def Mesh \"M\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n" +
          kTriangle +
          "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n"
          "rel material:binding = </Red>\n}\n"
          "def Cube \"Hidden\" {\ntoken visibility = \"invisible\"\n}\n"
          "def Sphere \"Guide\" {\nuniform token purpose = \"guide\"\n}\n}\n"
          "def Material \"Red\" {}\n",
      5.0);
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 3u);
  EXPECT_EQ(scene->items[0].path.text(), "/X/M");
  EXPECT_EQ(scene->items[0].worldFromLocal[3], glm::dvec4(5, 0, 0, 1));
  EXPECT_EQ(scene->items[0].worldBounds, (Box{{5, 0, 0}, {6, 1, 0}}));
  ASSERT_EQ(scene->items[0].parts.size(), 1u);
  EXPECT_EQ(scene->items[0].parts[0].material, 0);
  ASSERT_EQ(scene->materials.size(), 1u);
  EXPECT_EQ(scene->materials[0].path.text(), "/Red");
  EXPECT_TRUE(scene->items[0].isVisible);
  EXPECT_FALSE(scene->items[1].isVisible);
  EXPECT_EQ(scene->items[2].purpose, Purpose::Guide);
  EXPECT_EQ(scene->bounds, (Box{{5, 0, 0}, {6, 1, 0}}));  // Without hidden items and guides.
}

TEST(SceneExtractor, ConstantDataIsSharedBetweenTimes) {
  const auto result = stageFromText(kArm);
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.isAnimated());
  const auto a = extractor.extract(0.0);
  const auto b = extractor.extract(10.0);
  ASSERT_EQ(a->items.size(), 1u);
  ASSERT_EQ(b->items.size(), 1u);
  EXPECT_EQ(a->items[0].geometry, b->items[0].geometry);
  EXPECT_EQ(a->items[0].skin, b->items[0].skin);
  EXPECT_NE(a->palette, b->palette);
}

TEST(SceneExtractor, MaterialsFollowTheirInputsAndReadTheirPrimvars) {
  const auto result = stageFromText(
      "def Mesh \"M\" (prepend apiSchemas = [\"MaterialBindingAPI\"]) {\n" + kTriangle +
      R"(point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]
color3f[] primvars:displayColor = [(1, 0, 0)]
color3f[] primvars:paint = [(0, 1, 0)]
def GeomSubset "S" (prepend apiSchemas = ["MaterialBindingAPI"]) {
  uniform token elementType = "face"
  int[] indices = [0]
  rel material:binding = </Mat>
}
}
def Material "Mat" {
  token outputs:surface.connect = </Mat/S.outputs:surface>
  def Shader "S" {
    uniform token info:id = "UsdPreviewSurface"
    color3f inputs:diffuseColor.connect = </Mat/Reader.outputs:result>
    float inputs:opacity.timeSamples = { 0: 1, 10: 0.5 }
    float inputs:roughness.connect = </Mat/File.outputs:g>
    token outputs:surface
  }
  def Shader "Reader" {
    uniform token info:id = "UsdPrimvarReader_float3"
    string inputs:varname = "paint"
    float3 outputs:result
  }
  def Shader "File" {
    uniform token info:id = "UsdUVTexture"
    asset inputs:file = @orm.png@
    token inputs:sourceColorSpace = "raw"
    float outputs:g
  }
}
)");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.isAnimated());
  const auto a = extractor.extract(0.0);
  const auto b = extractor.extract(10.0);
  ASSERT_EQ(a->materials.size(), 1u);
  EXPECT_EQ(a->materials[0].opacity, 1.0f);
  EXPECT_EQ(b->materials[0].opacity, 0.5f);
  EXPECT_TRUE(a->materials.sharesStorageWith(extractor.extract(0.0)->materials));
  EXPECT_TRUE(a->materials[0].usesDisplayColor);
  EXPECT_EQ(a->materials[0].roughnessTexture.file, "orm.png");
  EXPECT_EQ(a->materials[0].roughnessTexture.channel, 1);
  EXPECT_EQ(a->materials[0].roughnessTexture.colorSpace, TextureColorSpace::Raw);
  EXPECT_EQ(a->items[0].geometry->colors[0], glm::vec4(0, 1, 0, 1));
}

TEST(SceneExtractor, ColoursFollowTheirIndices) {
  const auto result = stageFromText(
      "def Mesh \"M\" {\n" + kTriangle +
      "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n"
      "color3f[] primvars:displayColor = [(1,0,0), (0,1,0)] (interpolation = \"vertex\")\n"
      "int[] primvars:displayColor:indices.timeSamples = { 0: [0, 0, 0], 1: [1, 1, 1] }\n}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.isAnimated());
  EXPECT_EQ(extractor.extract(0.0)->items[0].geometry->colors[2], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(extractor.extract(1.0)->items[0].geometry->colors[2], glm::vec4(0, 1, 0, 1));
}

TEST(SceneExtractor, ASkinnedItemHasItsPaletteAndWeights) {
  const auto scene = sceneOf(kArm);
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  const Item& item = scene->items[0];
  ASSERT_TRUE(item.skin);
  EXPECT_EQ(item.skin->method, SkinningMethod::Linear);
  EXPECT_EQ(item.skin->jointCount, 2u);
  EXPECT_EQ(item.skin->influencesPerVertex, 2u);
  EXPECT_EQ(item.skin->skelFromRest[3], glm::dvec4(0, 0.5, 0, 1));
  ASSERT_EQ(scene->palette.size(), 2u);
  EXPECT_EQ(scene->palette[0], glm::mat4(1.0f));
  // Turned by 120 degrees around the elbow at x = 2.
  EXPECT_NEAR(scene->palette[1][0].x, -0.5f, 1e-6f);
  EXPECT_NEAR(scene->palette[1][0].y, 0.8660254f, 1e-6f);
  EXPECT_NEAR(scene->palette[1][3].x, 3.0f, 1e-6f);
  // The shape itself, then its in-between at half weight.
  ASSERT_EQ(scene->blendWeights.size(), 2u);
  EXPECT_FLOAT_EQ(scene->blendWeights[0], 0.0f);
  EXPECT_FLOAT_EQ(scene->blendWeights[1], 0.5f);
}

TEST(SceneExtractor, InstancersInInstancersMayBeEmpty) {
  const std::string text = R"(
def PointInstancer "Outer" {
    rel prototypes = </Outer/Inner>
    point3f[] positions.timeSamples = { 1: [], 10: [(0, 0, 0), (9, 0, 0)] }
    int[] protoIndices.timeSamples = { 1: [], 10: [0, 0] }
    def PointInstancer "Inner" {
        rel prototypes = </Outer/Inner/C>
        point3f[] positions = [(0, 0, 0), (0, 5, 0), (0, 9, 0)]
        int[] protoIndices = [0, 0, 0]
        def Cube "C" {}
    }
}
def Cube "Stays" {}
)";
  EXPECT_EQ(sceneOf(text, 1.0)->items.size(), 1u);
  const auto scene = sceneOf(text, 10.0);
  ASSERT_EQ(scene->items.size(), 2u);
  EXPECT_EQ(scene->items[0].instances.size(), 6u);
  // There is one diagnostic with a count.
  EXPECT_EQ(sceneOf("def PointInstancer \"Outer\" {\nrel prototypes = </Outer/Inner>\n"
                    "def PointInstancer \"Inner\" {}\n}\ndef Cube \"Stays\" {}\n")
                ->items.size(),
            1u);
}

TEST(SceneExtractor, EveryPrimOfTheStageIsCounted) {
  const auto scene = sceneOf(R"(
def Xform "X" { def Cube "C" {} }
def Material "M" { def Shader "S" {} }
over "O" {}
def "Untyped" (active = false) { def Cube "C" {} }
)");
  EXPECT_EQ(scene->primCount, 6u);
}

TEST(SceneExtractor, PointInstancesShareOneItem) {
  const auto scene = sceneOf(R"(
def Xform "X" {
  double3 xformOp:translate = (100, 0, 0)
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def PointInstancer "I" {
    rel prototypes = [</X/I/A>, </X/I/Unused>]
    int[] protoIndices = [0, 0, 0]
    int64[] invisibleIds = [1]
    point3f[] positions = [(0,0,0), (1,0,0), (2,0,0)]
    def Xform "A" {
      def Cube "C" {
        double3 xformOp:translate = (0, 5, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
      }
    }
    def Sphere "Unused" {}
  }
}
)");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  const Array<glm::dmat4>& instances = scene->items[0].instances;
  ASSERT_EQ(instances.size(), 2u);
  EXPECT_EQ(instances[0][3], glm::dvec4(100, 5, 0, 1));
  EXPECT_EQ(instances[1][3], glm::dvec4(102, 5, 0, 1));
  EXPECT_EQ(scene->bounds, (Box{{99, 4, -1}, {103, 6, 1}}));
}

TEST(SceneExtractor, InstancesHaveTheIdsOfTheirInstancers) {
  const auto scene = sceneOf(R"(
def PointInstancer "Outer" {
  rel prototypes = [</Outer/A>, </Outer/Inner>]
  int[] protoIndices = [0, 1, 0, 1]
  int64[] invisibleIds = [0]
  point3f[] positions = [(0,0,0), (1,0,0), (2,0,0), (3,0,0)]
  def Cube "A" {}
  def PointInstancer "Inner" {
    rel prototypes = </Outer/Inner/B>
    int[] protoIndices = [0, 0, 0]
    int64[] invisibleIds = [1]
    point3f[] positions = [(0,0,0), (0,1,0), (0,2,0)]
    def Cube "B" {}
  }
}
def Cube "Plain" {}
)");
  ASSERT_EQ(scene->items.size(), 3u);
  std::map<std::string, const Item*> items;
  for (const Item& item : scene->items) items[item.path.text()] = &item;
  ASSERT_EQ(items.size(), 3u);
  const Path outer = Path::fromText("/Outer");
  const Path inner = Path::fromText("/Outer/Inner");
  using Ids = Array<InstanceId>;
  EXPECT_EQ(items["/Outer/A"]->instancers, std::vector{outer});
  EXPECT_EQ(items["/Outer/A"]->instanceIds, (Ids{{2, 2}}));
  EXPECT_EQ(items["/Outer/Inner/B"]->instancers, (std::vector{outer, inner}));
  EXPECT_EQ(items["/Outer/Inner/B"]->instanceIds, (Ids{{1, 0}, {1, 2}, {3, 0}, {3, 2}}));
  EXPECT_TRUE(items["/Plain"]->instancers.empty());
  EXPECT_TRUE(items["/Plain"]->instanceIds.empty());
}

TEST(SceneExtractor, PrototypesMayLieBelowAnOverAndInstancesHaveColours) {
  const auto scene = sceneOf(R"(
def PointInstancer "I" {
  rel prototypes = [</I/Prototypes/A>, </I/Prototypes/B>]
  int[] protoIndices = [0, 1, 0]
  point3f[] positions = [(0,0,0), (1,0,0), (2,0,0)]
  color3f[] primvars:displayColor = [(1,0,0), (0,1,0), (0,0,1)] (interpolation = "varying")
  over "Prototypes" {
    def Cube "A" {}
    def Cube "B" {
      color3f[] primvars:displayColor = [(1, 1, 1)]
    }
  }
}
over "Unseen" {
  def Cube "C" {}
}
)");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 2u);
  EXPECT_EQ(scene->items[0].instanceColors,
            (Array<glm::vec4>{glm::vec4(1, 0, 0, 1), glm::vec4(0, 0, 1, 1)}));
  ASSERT_FALSE(scene->items[1].geometry->colors.empty()) << "its own colour comes first";
  EXPECT_EQ(scene->items[1].geometry->colors[0], glm::vec4(1));
}

TEST(SceneExtractor, InstancesHaveTheOpacityOfAPrototypeWithoutColour) {
  const auto scene = sceneOf(R"(
def PointInstancer "I" {
  rel prototypes = [</I/A>]
  int[] protoIndices = [0, 0]
  point3f[] positions = [(0,0,0), (1,0,0)]
  color3f[] primvars:displayColor = [(1,0,0), (0,1,0)] (interpolation = "varying")
  def Cube "A" {
    float[] primvars:displayOpacity = [0.5]
  }
}
)");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_TRUE(scene->items[0].geometry->colors.empty());
  EXPECT_EQ(scene->items[0].instanceColors,
            (Array<glm::vec4>{glm::vec4(1, 0, 0, 0.5f), glm::vec4(0, 1, 0, 0.5f)}));
}

TEST(SceneExtractor, InstancersDrawTheInstancesWithAPositionAndAnIndex) {
  for (const auto& [indices, positions] :
       {std::pair("[0, 0]", "[(0,0,0), (1,0,0), (2,0,0)]"), {"[0, 0, 0]", "[(0,0,0), (1,0,0)]"}}) {
    const auto scene =
        sceneOf(std::string("def PointInstancer \"I\" {\nrel prototypes = </I/A>\n") +
                "int[] protoIndices = " + indices + "\npoint3f[] positions = " + positions +
                "\ndef Cube \"A\" {\n}\n}\n");
    ASSERT_EQ(scene->items.size(), 1u) << indices;
    EXPECT_EQ(scene->items[0].instances.size(), 2u) << indices;
    EXPECT_TRUE(reports(*scene, kPointInstancerCounts)) << indices;
  }
}

TEST(SceneExtractor, BoundsFollowBlendShapes) {
  // The shape lifts one point by 4 at full weight; its in-between moves it by (0, 1, 1) at a half.
  const struct {
    const char* weights;
    double top;
  } cases[] = {{"[0]", 1.0}, {"[1]", 5.0}, {"[0.5]", 2.0}, {"[3]", 20.0}};
  for (const auto& c : cases) {
    std::string text = armWith("[0.25]", c.weights);
    const std::string rest = "quatf[] rotations = [(0.5, 0, 0, 0.8660254)]";
    text.replace(text.find(rest), rest.size(), "quatf[] rotations = [(1, 0, 0, 0)]");
    const auto scene = sceneOf(text);
    ASSERT_EQ(scene->items.size(), 1u);
    const Item& item = scene->items[0];
    ASSERT_TRUE(item.skin);
    // The exact bounds of the skinned vertices.
    std::vector<SkinnedVertex> vertices(item.geometry->vertexCount());
    SkinVertices job;
    job.geometry = item.geometry.get();
    job.skin = item.skin.get();
    job.palette = scene->palette;
    job.blendWeights = scene->blendWeights;
    job.vertices = vertices;
    ASSERT_TRUE(job.run());
    Box exact;
    for (const SkinnedVertex& v : vertices) exact.add(glm::dvec3(v.position));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LE(item.worldBounds.min[axis], exact.min[axis] + 1e-5) << c.weights;
      EXPECT_GE(item.worldBounds.max[axis], exact.max[axis] - 1e-5) << c.weights;
    }
    EXPECT_LT(item.worldBounds.max.y, exact.max.y + c.top) << c.weights << ": not too loose";
  }
}

TEST(SceneExtractor, BonesAreThereForThoseWhoAsk) {
  const auto result = stageFromText(kArm);
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.extract(0.0)->bones.empty()) << "nobody asked";
  const auto a = extractor.extract(0.0, {}, {.hasBones = true});
  const auto b = extractor.extract(10.0, {}, {.hasBones = true});
  ASSERT_EQ(a->bones.size(), 1u);
  const Item& item = a->bones[0];
  EXPECT_EQ(item.path.text(), "/Root/Arm");
  ASSERT_TRUE(item.skin);
  EXPECT_EQ(item.skin->jointCount, 1u);
  EXPECT_EQ(item.geometry->indices.size(), 18u) << "one bone of four sides and a base";
  EXPECT_EQ(item.geometry, b->bones[0].geometry);
  EXPECT_EQ(item.skin, b->bones[0].skin);
  EXPECT_NEAR(item.worldBounds.min.x, 0.0, 1e-9);
  EXPECT_NEAR(item.worldBounds.max.x, 2.0, 1e-9) << "from the first joint to the second";
  EXPECT_EQ(a->bounds, extractor.extract(0.0)->bounds) << "bounds do not include guides";
  EXPECT_EQ(a->items.size(), 1u);
}

TEST(SceneExtractor, JointsAreWhereTheirBonesAre) {
  const auto result = stageFromText(kArm);
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  EXPECT_TRUE(extractor.extract(0.0)->skeletons.empty()) << "nobody asked";
  const auto scene = extractor.extract(0.0, {}, {.hasBones = true});
  ASSERT_EQ(scene->skeletons.size(), 1u);
  const PosedSkeleton& skeleton = scene->skeletons[0];
  EXPECT_EQ(skeleton.path.text(), "/Root/Arm");
  ASSERT_EQ(skeleton.joints.size(), 2u);
  ASSERT_EQ(skeleton.worldFromJoint.size(), 2u);
  ASSERT_EQ(skeleton.bones.size(), 1u);
  EXPECT_EQ(skeleton.bones[0], (BoneEnds{0, 1}));
  EXPECT_EQ(glm::dvec3(skeleton.worldFromJoint[1][3]), glm::dvec3(2, 0, 0));
  EXPECT_FALSE(scene->bones[0].geometry->colors.empty()) << "the upper joint is at rest";
}

TEST(SceneExtractor, PosesStandBetweenBindRestAndAnimation) {
  // Three influences: the upper joint, both, and both with a shape.
  const auto result = stageFromText(kArm);
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto posed = [&](PoseStep step) { return extractor.extract(0.0, {}, {.pose = step}); };
  const auto bind = posed(kBindPose);
  ASSERT_EQ(bind->palette.size(), 2u);
  for (const glm::mat4& matrix : bind->palette) EXPECT_EQ(matrix, glm::mat4(1.0f));
  ASSERT_EQ(bind->blendWeights.size(), 2u);
  const auto animated = posed(kAnimatedPose);
  const auto half = posed(1.5);
  EXPECT_EQ(animated->palette, extractor.extract(0.0)->palette);
  EXPECT_NE(animated->palette[1], bind->palette[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(bind->blendWeights[i], 0.0f);
    EXPECT_FLOAT_EQ(half->blendWeights[i], animated->blendWeights[i] * 0.5f);
  }
  EXPECT_GT(animated->blendWeights[0] + animated->blendWeights[1], 0.0f);
  // The joint turns by 120 degrees around z; half of that.
  EXPECT_NEAR(half->palette[1][0].x, 0.5f, 1e-5f);
  EXPECT_EQ(posed(kBindPose)->items[0].geometry, animated->items[0].geometry);
}

TEST(SceneExtractor, RigidPrimsFollowThePoseToo) {
  const auto result = stageFromText(
      armWith("def Mesh \"Skin\"",
              "def Sphere \"Ball\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
              "rel skel:skeleton = </Root/Arm>\n"
              "int[] primvars:skel:jointIndices = [1] (interpolation = \"constant\")\n"
              "float[] primvars:skel:jointWeights = [1] (interpolation = \"constant\")\n}\n"
              "def Mesh \"Skin\""));
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto worldAt = [&](PoseStep step) {
    const auto scene = extractor.extract(0.0, {}, {.pose = step});
    for (const Item& item : scene->items) {
      if (item.path == Path::fromText("/Root/Ball")) return item.worldFromLocal;
    }
    ADD_FAILURE() << "no ball";
    return glm::dmat4(0.0);
  };
  EXPECT_EQ(worldAt(kBindPose), glm::dmat4(1.0));
  EXPECT_NEAR(worldAt(1.5)[0].x, 0.5, 1e-6);
  EXPECT_NEAR(worldAt(kAnimatedPose)[0].x, -0.5, 1e-6);
}

TEST(SceneExtractor, InvalidPrimsAreReportedAndTheRestIsDrawn) {
  const std::string sphere =
      "def Sphere \"Skin\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
      "rel skel:skeleton = </Root/Arm>\n";
  const std::string self =
      "int[] protoIndices = [0, 0, 1]\npoint3f[] positions = [(0,0,0), (1,0,0), (2,0,0)]\n"
      "def Cube \"C\" {}\n}\n";
  const struct {
    const char* name;
    std::string text;
    DiagnosticCode code;
    std::size_t items;
  } cases[] = {
      {"not a number",
       "def Mesh \"M\" {\n" + kTriangle + "point3f[] points = [(0,0,0), (nan,0,0), (0,inf,0)]\n}",
       kBadGeometry, 0},
      {"an index beyond the points",
       "def Mesh \"M\" {\n" + kTriangle + "point3f[] points = [(0,0,0), (1,0,0)]\n}", kBadGeometry,
       0},
      {"more corners than indices",
       "def Mesh \"M\" {\nint[] faceVertexCounts = [3, 1000000]\n"
       "int[] faceVertexIndices = [0, 1, 2]\n"
       "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n}",
       kBadGeometry, 1},
      {"influences that do not fit", armWith("[0, 1, 0, 1, 0, 1]", "[0, 1, 0, 2, 0, 1]"),
       kSkelBadInfluences, 1},
      {"a shape that does not fit", armWith("pointIndices = [2]", "pointIndices = [-7]"),
       kSkelBadBlendShape, 1},
      {"shapes of a prim without points",
       armWith("def Mesh \"Skin\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
               "    rel skel:skeleton = </Root/Arm>\n",
               sphere),
       kSkelBadInfluences, 1},
      {"influences of a prim without points",
       "def SkelRoot \"Root\" {\ndef Skeleton \"Arm\" {\nuniform token[] joints = [\"A\"]\n"
       "uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]\n"
       "uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]\n}\n" +
           sphere +
           "int[] primvars:skel:jointIndices = [] (interpolation = \"vertex\")\n"
           "float[] primvars:skel:jointWeights = [] (interpolation = \"vertex\")\n}\n}",
       kSkelBadInfluences, 1},
      {"an instance of no prototype",
       "def PointInstancer \"I\" {\nrel prototypes = </I/C>\nint[] protoIndices = [0, 7, 0]\n"
       "point3f[] positions = [(0,0,0), (1,0,0), (2,0,0)]\ndef Cube \"C\" {}\n}",
       kBadPointInstancer, 1},
      {"an instancer of itself",
       "def PointInstancer \"I\" {\nrel prototypes = [</I>, </I/C>]\n" + self, kBadGeometry, 1},
      {"an instancer of what it is in",
       "def Xform \"X\" {\ndef PointInstancer \"I\" {\nrel prototypes = [</X>, </X/I/C>]\n" + self +
           "}",
       kBadGeometry, 1},
  };
  for (const auto& c : cases) {
    const auto scene = sceneOf(c.text);
    expectSound(*scene, c.name);
    EXPECT_EQ(scene->items.size(), c.items) << c.name;
    EXPECT_TRUE(reports(*scene, c.code)) << c.name;
  }
}

TEST(SceneExtractor, RangeIsTheAuthoredOneWhereThatCanBePlayed) {
  const struct {
    const char* metadata;
    double start;
    double end;
    bool isAuthored;
  } cases[] = {
      {"startTimeCode = 3\nendTimeCode = 5", 3, 5, true},
      {"startTimeCode = 5\nendTimeCode = 5", 1, 9, false},
      {"startTimeCode = 10\nendTimeCode = 1", 1, 9, false},
      {"", 1, 9, false},
  };
  for (const auto& c : cases) {
    const auto stage =
        stageFromText(std::string("(\n") + c.metadata + "\n)\n" +
                      "def Cube \"C\" {\ndouble size.timeSamples = {1: 1, 9: 2}\n}\n")
            .stage;
    const TimeCodeRange range = SceneExtractor(stage).timeRange();
    EXPECT_EQ(range.start, c.start) << c.metadata;
    EXPECT_EQ(range.end, c.end) << c.metadata;
    EXPECT_EQ(range.isAuthored, c.isAuthored) << c.metadata;
  }
}

TEST(SceneExtractor, GeometryWithoutExtentIsDrawnOrLeftOut) {
  const char* const bodies[] = {
      "",
      "point3f[] points = []",
      "point3f[] points = [(1,1,1), (1,1,1), (1,1,1)]\nint[] faceVertexCounts = [3]\n"
      "int[] faceVertexIndices = [0, 1, 2]",
      "point3f[] points = [(1,1,1)]\nint[] faceVertexCounts = [5]\n"
      "int[] faceVertexIndices = [0, 0, 0, 0, 0]",
      "point3f[] points = [(1,1,1)]\nint[] faceVertexCounts = []\nint[] faceVertexIndices = []",
  };
  for (const char* body : bodies) {
    const auto scene = sceneOf(std::string("def Mesh \"M\" {\n") + body + "\n}\n");
    expectSound(*scene, body);
    EXPECT_LE(scene->items.size(), 1u) << body;
  }
}

TEST(SceneExtractor, ComplexityDividesRoundShapesCurvesAndSurfaces) {
  const auto result = stageFromText(
      "def Sphere \"Round\" {}\ndef Cube \"Square\" {}\n"
      "def BasisCurves \"Curve\" {\nuniform token type = \"cubic\"\n"
      "int[] curveVertexCounts = [4]\npoint3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)]\n}\n"
      "def Mesh \"Mesh\" {\n" +
      kTriangle + "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto at = [&](Complexity complexity) {
    return extractor.extract(0.0, {}, {.complexity = complexity});
  };
  const auto low = at(Complexity::Low);
  const auto high = at(Complexity::High);
  ASSERT_EQ(low->items.size(), 4u);
  ASSERT_EQ(high->items.size(), 4u);
  const auto geometry = [](const Scene& scene, std::size_t item) {
    return scene.items[item].geometry;
  };
  EXPECT_EQ(geometry(*low, 0)->indices.size(), 3u * (2 * 10 + 8 * 10 * 2));
  EXPECT_EQ(geometry(*high, 0)->indices.size(), 3u * 2 * (20 * 3 + 80 * 4) * 4)
      << "Triangles become three squares, squares four, and these are divided in four.";
  EXPECT_EQ(geometry(*high, 2)->indices.size(), geometry(*low, 2)->indices.size() * 3);
  EXPECT_EQ(geometry(*low, 3)->indices.size(), 3u);
  EXPECT_EQ(geometry(*high, 3)->indices.size(), 3u * 4 * 6) << "three squares, divided in four";
  EXPECT_EQ(geometry(*high, 1), geometry(*low, 1)) << "is not made again";
  EXPECT_LT(geometry(*high, 0)->bounds.max.z, geometry(*low, 0)->bounds.max.z) << "rounded";
  EXPECT_EQ(geometry(*at(Complexity::High), 0), geometry(*high, 0)) << "stays until it changes";
  EXPECT_EQ(*geometry(*at(Complexity::Low), 0), *geometry(*low, 0)) << "comes back";
  expectSound(*at(Complexity::VeryHigh), "");
}

TEST(SceneExtractor, UnitsAreUsableNumbers) {
  const struct {
    const char* metadata;
    double metersPerUnit;
  } cases[] = {{"", 0.01}, {"(metersPerUnit = 1)\n", 1.0}, {"(metersPerUnit = -2)\n", 0.01}};
  for (const auto& c : cases) {
    const auto result = stageFromText(std::string(c.metadata) + "def Cube \"C\" {}\n");
    ASSERT_TRUE(result.stage) << c.metadata;
    EXPECT_EQ(SceneExtractor(result.stage).extract(0.0)->metersPerUnit, c.metersPerUnit);
  }
}

}  // namespace usdscope
