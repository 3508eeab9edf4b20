// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/scene/SceneExtractor.h"
#include "tests/skel/Arm.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

constexpr std::size_t kCount = 100;

// Many references to one asset, each with opinions of its own.
std::string rootOf(const std::string& asset, bool isInstanceable, const std::string& body = {}) {
  std::string text;
  for (std::size_t i = 0; i < kCount; ++i) {
    text += "def \"Arm" + std::to_string(i) + "\" (prepend references = @" + asset + "@</Root>" +
            (isInstanceable ? "\ninstanceable = true" : "") + ") {\n" + body + "}\n";
  }
  return text;
}

std::string crateOf(const std::string& text) {
  Diagnostics diagnostics;
  return writeUsdc(*layerFromText(text), FieldDefinitions::builtin(), diagnostics);
}

std::shared_ptr<const Scene> sceneOf(LayerTexts texts) {
  const auto result = stageFromTexts(std::move(texts));
  EXPECT_TRUE(result.stage);
  return result.stage ? SceneExtractor(result.stage).extract(5.0) : std::make_shared<Scene>();
}

}  // namespace

TEST(Crowd, CharactersOfOneAssetShareTheirMeshAndSkin) {
  const std::string crate = crateOf(kArm);
  ASSERT_TRUE(crate.starts_with("PXR-USDC"));
  for (const std::string asset : {"arm.usda", "arm.usdc"}) {
    for (const bool isInstanceable : {true, false}) {
      SCOPED_TRACE(asset + (isInstanceable ? ", instanceable" : ""));
      const auto scene = sceneOf({{"/root.usda", rootOf(asset, isInstanceable)},
                                  {"/arm.usda", kArm},
                                  {"/arm.usdc", crate}});
      ASSERT_EQ(scene->items.size(), kCount);
      for (std::size_t i = 0; i < kCount; ++i) {
        const Item& item = scene->items[i];
        EXPECT_EQ(item.path.text(), "/Arm" + std::to_string(i) + "/Skin");
        EXPECT_EQ(item.geometry, scene->items[0].geometry);
        EXPECT_EQ(item.skin, scene->items[0].skin);
        EXPECT_EQ(item.firstPaletteMatrix, i * 2) << "poses are their own";
      }
    }
  }
}

TEST(Crowd, MeshesThatDifferAreNotShared) {
  const struct {
    const char* name;
    const char* opinions;  // For every other character.
    bool sharesGeometry;
    bool sharesSkin;
  } cases[] = {
      {"points", "point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 2)]", false, false},
      {"faces", "int[] faceVertexIndices = [0, 2, 1]", false, false},
      {"orientation", "uniform token orientation = \"leftHanded\"", false, false},
      {"colour", "color3f[] primvars:displayColor = [(1, 0, 0)]", false, false},
      {"weights", "float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 0, 1]", true, false},
      {"method", "uniform token primvars:skel:skinningMethod = \"dualQuaternion\"", true, false},
      {"bind",
       "matrix4d primvars:skel:geomBindTransform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))", true,
       false},
      {"shapes", "def BlendShape \"Smile\" { uniform vector3f[] offsets = [(0, 3, 0)] }", true,
       false},
      {"nothing that is drawn", "custom int other = 1\nbool doubleSided = true", true, true},
      {"the same again", "point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]", true, true},
      {"points that move",
       "point3f[] points.timeSamples = { 0: [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)],\n"
       "10: [(1, 0, 0), (2, 0.5, 0), (3, 1, 2)] }",
       false, false},
  };
  for (const auto& c : cases) {
    const std::string root =
        "def \"A\" (prepend references = @arm.usda@</Root>) {\n}\n"
        "def \"B\" (prepend references = @arm.usda@</Root>) {\n"
        "over \"Skin\" {\n" +
        std::string(c.opinions) + "\n}\n}\n";
    const auto scene = sceneOf({{"/root.usda", root}, {"/arm.usda", kArm}});
    ASSERT_EQ(scene->items.size(), 2u) << c.name;
    const Item& a = scene->items[0];
    const Item& b = scene->items[1];
    EXPECT_EQ(a.geometry == b.geometry, c.sharesGeometry) << c.name;
    ASSERT_TRUE(a.skin && b.skin) << c.name;
    EXPECT_EQ(a.skin == b.skin, c.sharesSkin) << c.name;
  }
}

TEST(Crowd, ProblemsOfASharedMeshAreReportedForEach) {
  const std::string asset =
      armWith("faceVertexIndices = [0, 1, 2]", "faceVertexIndices = [0, 1, 9]");
  const std::string fan = armWith("faceVertexCounts = [3]", "faceVertexCounts = [3, 3]");
  for (const std::string& text : {asset, fan}) {
    const auto scene = sceneOf({{"/root.usda", rootOf("arm.usda", false)}, {"/arm.usda", text}});
    std::size_t count = 0;
    for (const Diagnostic& entry : scene->diagnostics.entries()) {
      count += entry.code == kBadGeometry ? 1 : 0;
    }
    EXPECT_EQ(count, kCount);
  }
}

TEST(Crowd, EqualCurvesAndPointsAreShared) {
  const std::string two =
      "def Points \"P%\" { point3f[] points = [(0,0,0), (1,0,0)] }\n"
      "def BasisCurves \"C%\" { uniform token type = \"linear\"\nint[] curveVertexCounts = [2]\n"
      "point3f[] points = [(0,0,0), (1,0,0)] }\n";
  std::string text;
  for (const char number : {'0', '1'}) {
    std::string one = two;
    for (char& c : one) c = c == '%' ? number : c;
    text += one;
  }
  const auto scene = sceneOf({{"/root.usda", text}});
  ASSERT_EQ(scene->items.size(), 4u);
  EXPECT_EQ(scene->items[0].geometry, scene->items[2].geometry);
  EXPECT_EQ(scene->items[1].geometry, scene->items[3].geometry);
  EXPECT_NE(scene->items[0].geometry, scene->items[1].geometry);
}

}  // namespace usdscope
