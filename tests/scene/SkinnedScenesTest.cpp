// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/scene/SceneExtractor.h"
#include "engine/scene/detail/SceneCollector.h"
#include "tests/scene/DrawnVertices.h"
#include "tests/skel/Arm.h"

namespace usdscope {
namespace {

// Returns the drawn second point of a skin, which no blend shape moves.
glm::dvec3 secondPoint(const Scene& scene, std::string_view path) {
  for (const Item& item : scene.items) {
    if (item.path.text() != path) continue;
    const auto places = drawnVertices(scene, item);
    for (std::size_t v = 0; v < places.size(); ++v) {
      if (item.geometry->vertexPoints[v] == 1) return places[v];
    }
  }
  ADD_FAILURE() << "nothing is drawn of " << path;
  return glm::dvec3(0.0);
}

void expectAt(const glm::dvec3& place, const glm::dvec3& expected, const std::string& what) {
  EXPECT_LT(glm::length(place - expected), 1e-5)
      << what << ": " << place.x << ' ' << place.y << ' ' << place.z;
}

// Replaces several pieces of a scene's text.
std::string with(std::string text,
                 const std::vector<std::pair<std::string, std::string>>& replacements) {
  for (const auto& [piece, replacement] : replacements) {
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    if (at != std::string::npos) text.replace(at, piece.size(), replacement);
  }
  return text;
}

}  // namespace

// (UsdSkelSkinningQuery::ComputeSkinnedPoints, at these times.)
TEST(SkinnedScenes, AnimationsPlayThroughOffsetsAndClips) {
  const std::string clipped =
      with(kArm, {{"def SkelAnimation \"Bend\" {",
                   "def SkelAnimation \"Bend\" (clips = { dictionary default = {\n"
                   "asset[] assetPaths = [@/clip0.usda@, @/clip1.usda@]\n"
                   "string primPath = \"/Bend\"\n"
                   "double2[] active = [(0, 0), (5, 1)]\n"
                   "double2[] times = [(0, 0), (5, 5), (5, 0), (10, 5)]\n"
                   "asset manifestAssetPath = @/manifest.usda@\n} }) {"},
                  {"translations = [(2, 0, 0)]", "translations"},
                  {"half3[] scales.timeSamples = { 0: [(1, 1, 1)], 10: [(1, 2, 1)] }",
                   "half3[] scales = [(1, 1, 1)]"}});
  const struct {
    const char* name;
    LayerTexts texts;
    std::vector<std::pair<double, glm::dvec3>> places;
  } cases[] = {
      {"as it is",
       {{"/root.usda", kArm}},
       {{0.0, {1.566987, 0.25, 0.0}}, {2.0, {1.480723, 0.200195, 0.0}}}},
      {"an offset and a scale",
       {{"/root.usda",
         "def SkelRoot \"Root\" (references = @/arm.usda@</Root> (offset = 4; scale = 2)) {}\n"},
        {"/arm.usda", kArm}},
       {{2.0, {1.566987, 0.25, 0.0}},
        {5.0, {1.545421, 0.237549, 0.0}},
        {8.0, {1.480723, 0.200195, 0.0}},
        {14.0, {1.350481, 0.125, 0.0}}}},
      {"value clips",
       {{"/root.usda", clipped},
        {"/manifest.usda", "over \"Bend\" { float3[] translations\n }\n"},
        {"/clip0.usda",
         "over \"Bend\" { float3[] translations.timeSamples = {0: [(2,0,0)], 5: [(2,5,0)]}\n }\n"},
        {"/clip1.usda",
         "over \"Bend\" { float3[] translations.timeSamples = {0: [(2,0,8)], 5: [(2,0,3)]}\n }\n"}},
       {{0.0, {1.566987, 0.25, 0.0}},
        {2.0, {1.566987, 1.25, 0.0}},
        {5.0, {1.566987, 0.25, 4.0}},
        {8.0, {1.566987, 0.25, 2.5}}}},
  };
  for (const auto& c : cases) {
    const auto stage = stageFromTexts(c.texts).stage;
    ASSERT_TRUE(stage) << c.name;
    SceneExtractor extractor(stage);
    EXPECT_TRUE(extractor.isAnimated()) << c.name;
    for (const auto& [time, place] : c.places) {
      const auto scene = extractor.extract(time);
      EXPECT_TRUE(scene->diagnostics.isEmpty()) << c.name;
      expectAt(secondPoint(*scene, "/Root/Skin"), place, c.name);
    }
  }
}

TEST(SkinnedScenes, InstancesOfOneRigHaveAnimationsOfTheirOwn) {
  std::string rig =
      with(kArm, {{"def SkelRoot \"Root\" {",
                   "class SkelRoot \"Rig\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
                   "rel skel:animationSource = </Root/Bend>\n"},
                  {"rel skel:animationSource = </Root/Bend>\n  }", "}"}});
  for (std::size_t at = 0; (at = rig.find("/Root/")) != std::string::npos;) {
    rig.replace(at, 6, "/Rig/");
  }
  const auto stage = stageFromText(rig + R"(
def SkelAnimation "Other" {
  uniform token[] joints = ["Upper/Lower"]
  float3[] translations = [(5, 0, 0)]
  quatf[] rotations = [(1, 0, 0, 0)]
  half3[] scales = [(1, 1, 1)]
}
def "A" (references = </Rig>
instanceable = true
prepend apiSchemas = ["SkelBindingAPI"]) { rel skel:animationSource = </Other>
}
def "B" (references = </Rig>
instanceable = true) {}
def "C" (references = </Rig>
instanceable = true
prepend apiSchemas = ["SkelBindingAPI"]) { rel skel:animationSource = []
}
)")
                         .stage;
  ASSERT_TRUE(stage);
  SceneExtractor extractor(stage);
  const auto scene = extractor.extract(2.0);
  ASSERT_EQ(scene->items.size(), 3u);
  expectAt(secondPoint(*scene, "/A/Skin"), {3.5, 1.0, 0.0}, "its own animation");
  expectAt(secondPoint(*scene, "/B/Skin"), {1.480723, 0.200195, 0.0}, "that of the prototype");
  expectAt(secondPoint(*scene, "/C/Skin"), {2.0, 1.0, 0.0}, "none");
  for (const Item& item : scene->items) {
    EXPECT_EQ(item.geometry, scene->items[0].geometry);
    EXPECT_EQ(item.skin, scene->items[0].skin);
  }
}

TEST(SkinnedScenes, FlatMeshesLoseTheirNormalsOnlyWhereJointsMoveThem) {
  const std::string rest = "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))";
  const auto mesh = [](const std::string& name, const std::string& skinning) {
    return "def Mesh \"" + name +
           "\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
           "uniform token subdivisionScheme = \"none\"\nint[] faceVertexCounts = [3, 3]\n"
           "int[] faceVertexIndices = [0, 1, 2, 0, 2, 3]\n"
           "point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 1), (0, 1, 0)]\n" +
           skinning + "}\n";
  };
  const std::string bound =
      "rel skel:skeleton = </R/K>\nint[] primvars:skel:jointIndices = [0, 0, 0, 0] (interpolation "
      "= "
      "\"vertex\"\nelementSize = 1)\nfloat[] primvars:skel:jointWeights = [1, 1, 1, 1] ("
      "interpolation = \"vertex\"\nelementSize = 1)\n";
  const std::string skeleton =
      "def Skeleton \"K\" {\nuniform token[] joints = [\"J\"]\n"
      "uniform matrix4d[] bindTransforms = [" +
      rest + "]\nuniform matrix4d[] restTransforms = [" + rest + "]\n}\n";
  // The mesh that is built first shares its geometry.
  const std::vector<std::string> orders[] = {{"A", "B", "C"}, {"B", "A", "C"}, {"B", "C", "A"}};
  for (const auto& order : orders) {
    std::string text = "def SkelRoot \"R\" {\n" + skeleton;
    for (const std::string& name : order) text += mesh(name, name == "A" ? "" : bound);
    const auto stage = stageFromText(text + "}\n").stage;
    ASSERT_TRUE(stage);
    const auto scene = SceneExtractor(stage).extract(0.0);
    ASSERT_EQ(scene->items.size(), 3u);
    std::shared_ptr<const Geometry> moved;
    for (const Item& item : scene->items) {
      const bool isMoved = item.path.name().text() != "A";
      EXPECT_EQ(item.skin != nullptr, isMoved) << item.path.text();
      EXPECT_EQ(item.geometry->normals.empty(), isMoved) << item.path.text() << order[0];
      if (!isMoved) continue;
      EXPECT_TRUE(!moved || moved == item.geometry) << "equal meshes share their geometry";
      moved = item.geometry;
    }
  }
}

TEST(SkinnedScenes, ManyPrimsOfALargeSkeletonStayAtRest) {
  // 2,640,000 matrices are allowed beyond 128 for each prim: 9,872 of each prim.
  constexpr std::size_t kJoints = 10'000;
  constexpr std::size_t kMeshes = 269;
  constexpr std::size_t kSkinned = 267;
  std::string joints;
  std::string matrices;
  for (std::size_t i = 0; i < kJoints; ++i) {
    joints += "\"J" + std::to_string(i) + "\", ";
    matrices += "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ";
  }
  std::string text = "def SkelRoot \"R\" {\ndef Skeleton \"K\" {\nuniform token[] joints = [" +
                     joints + "]\nuniform matrix4d[] bindTransforms = [" + matrices +
                     "]\nuniform matrix4d[] restTransforms = [" + matrices + "]\n}\n";
  for (std::size_t i = 0; i < kMeshes; ++i) {
    text += "def Mesh \"M" + std::to_string(i) +
            "\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\nrel skel:skeleton = </R/K>\n"
            "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
            "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
            "int[] primvars:skel:jointIndices = [0, 999, 5] (interpolation = \"vertex\")\n"
            "float[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = \"vertex\")\n}\n";
  }
  const auto stage = stageFromText(text + "}\n").stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0);
  ASSERT_EQ(scene->items.size(), kMeshes);
  EXPECT_EQ(std::ranges::count_if(scene->items, [](const Item& item) { return bool(item.skin); }),
            std::ptrdiff_t(kSkinned));
  std::string resting;
  for (const Diagnostic& entry : scene->diagnostics.entries()) {
    if (entry.code == kTooManyJointMatrices) resting += entry.site.path + ' ';
  }
  EXPECT_EQ(resting, "/R/M267 /R/M268 ");
}

TEST(SkinnedScenes, RetypingASkelRootTurnsSkinningOffAndOn) {
  const auto layers = layersFromTexts({{"/root.usda", kArm}});
  StageRequest request;
  request.rootLayer = "/root.usda";
  request.sessionLayer = layerFromText("");
  auto stage = composeStage(request, layers).stage;
  ASSERT_TRUE(stage);
  const glm::dvec3 skinned(1.480723, 0.200195, 0.0);
  const glm::dvec3 rest(2.0, 0.5, 0.0);
  const struct {
    const char* session;
    glm::dvec3 place;
  } steps[] = {{"def Xform \"Root\" {}\n", rest},
               {"", skinned},
               {"over Scope \"Root\" {}\n", rest},
               {"over SkelRoot \"Root\" {}\n", skinned}};
  expectAt(secondPoint(*SceneExtractor(stage).extract(2.0), "/Root/Skin"), skinned, "at first");
  for (const auto& step : steps) {
    request.sessionLayer = layerFromText(step.session);
    stage = recomposeStage(stage, request).stage;
    ASSERT_TRUE(stage) << step.session;
    expectAt(secondPoint(*SceneExtractor(stage).extract(2.0), "/Root/Skin"), step.place,
             step.session);
  }
}

}  // namespace usdscope
