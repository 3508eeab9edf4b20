// SPDX-License-Identifier: Apache-2.0
#include "engine/render/ShaderInterface.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/render/RenderTest.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Crowd = RenderTest;

// A strip that is bound to two joints; the second joint turns.
std::string character(std::size_t pointCount) {
  std::string points, joints, weights, indices, counts;
  for (std::size_t i = 0; i < pointCount; ++i) {
    const std::string x = std::to_string(double(i / 2) / double(pointCount));
    points += "(" + x + ", " + (i % 2 == 0 ? "0" : "0.1") + ", 0), ";
    joints += "0, 1, ";
    weights += std::to_string(1.0 - double(i) / double(pointCount)) + ", " +
               std::to_string(double(i) / double(pointCount)) + ", ";
    if (i + 2 >= pointCount) continue;
    const std::size_t a = i % 2 == 0 ? i : i + 1;
    const std::size_t b = i % 2 == 0 ? i + 1 : i;
    indices += std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(i + 2) + ", ";
    counts += "3, ";
  }
  return R"(
def SkelRoot "Root" {
  def Skeleton "Arm" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token[] joints = ["Upper", "Upper/Lower"]
    uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    rel skel:animationSource = </Root/Bend>
  }
  def SkelAnimation "Bend" {
    uniform token[] joints = ["Upper/Lower"]
    float3[] translations.timeSamples = { 0: [(0, 0, 0)], 10: [(0, 0.3, 0)] }
    quatf[] rotations = [(1, 0, 0, 0)]
    half3[] scales = [(1, 1, 1)]
  }
  def Mesh "Skin" (prepend apiSchemas = ["SkelBindingAPI"]) {
    rel skel:skeleton = </Root/Arm>
    int[] primvars:skel:jointIndices = [)" +
         joints + R"(] (interpolation = "vertex"
elementSize = 2)
    float[] primvars:skel:jointWeights = [)" +
         weights + R"(] (interpolation = "vertex"
elementSize = 2)
    int[] faceVertexCounts = [)" +
         counts + R"(]
    int[] faceVertexIndices = [)" +
         indices + R"(]
    point3f[] points = [)" +
         points + R"(]
  }
}
)";
}

std::string crowdOf(std::size_t count, bool isInstanceable) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += "def \"A" + std::to_string(i) + "\" (prepend references = @character.usda@</Root>" +
            (isInstanceable ? "\ninstanceable = true" : "") + ") {\n}\n";
  }
  return text;
}

}  // namespace

// Compares the uploaded bytes of the first and the second frame, and the picture.
TEST_F(Crowd, HasItsMeshOnTheDeviceOnceAndPlaysByMatricesAlone) {
  const std::string text = character(1000);
  settings.skinning = SkinningDevice::Gpu;
  const auto bytesOf = [&](std::size_t count, bool isInstanceable) {
    const auto result =
        stageFromTexts({{"/root.usda", crowdOf(count, isInstanceable)}, {"/character.usda", text}});
    SceneExtractor extractor(result.stage);
    Diagnostics diagnostics;
    renderer = Renderer::make(diagnostics);
    std::vector<std::size_t> bytes;
    for (const double time : {0.0, 5.0, 10.0}) {
      const auto scene = extractor.extract(time);
      EXPECT_EQ(scene->items.size(), count);
      EXPECT_GT(draw(*scene, frontCamera()).coverage(), 0.01);
      EXPECT_TRUE(renderer->diagnostics().isEmpty());
      bytes.push_back(renderer->statistics().uploadedBytes);
    }
    return bytes;
  };
  const std::size_t pose = 2 * 3 * 16;
  // Records stay, because the transforms of the characters do not vary.
  const std::size_t character = pose + sizeof(ObjectRecord) + sizeof(std::uint32_t);
  const std::vector<std::size_t> one = bytesOf(1, false);
  EXPECT_GT(one[0], 1000u * 40u);
  EXPECT_EQ(one[1], pose);
  for (const bool isInstanceable : {false, true}) {
    const std::vector<std::size_t> hundred = bytesOf(100, isInstanceable);
    EXPECT_EQ(hundred[0], one[0] + 99 * (character + sizeof(skinning::Draw)));
    EXPECT_EQ(hundred[1], 100 * pose);
    EXPECT_EQ(hundred[2], 100 * pose);
  }
}

}  // namespace usdscope
