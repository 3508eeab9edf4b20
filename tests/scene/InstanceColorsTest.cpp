// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scene/ExpectSound.h"
#include "tests/scene/SceneFromText.h"

namespace usdscope {
namespace {

std::string instancerWith(const std::string& primvars) {
  return R"(def Material "M" {
    token outputs:surface.connect = </M/S.outputs:surface>
    def Shader "S" {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </M/R.outputs:result>
        token outputs:surface
    }
    def Shader "R" {
        uniform token info:id = "UsdPrimvarReader_float3"
        string inputs:varname = "tint"
        float3 outputs:result
    }
}
def PointInstancer "I" {
    point3f[] positions = [(0,0,0), (1,0,0), (2,0,0)]
    int[] protoIndices = [0, 0, 0]
    int64[] ids = [4, 5, 6]
    int64[] invisibleIds = [5]
    rel prototypes = </I/P>
)" + primvars +
         R"(    def Cube "P" {
        rel material:binding = </M>
    }
}
)";
}

}  // namespace

// The reference draws testUsdImagingGLInstancePrimvars/testFiltering.usda so.
TEST(InstanceColors, AMaterialReadsThePrimvarThatItNamesFromTheInstancer) {
  const auto scene = sceneOf(instancerWith(
      "color3f[] primvars:tint = [(1,0,0), (0,1,0), (0,0,1)] (\ninterpolation = \"varying\"\n)\n"
      "color3f[] primvars:displayColor = [(1,1,1)]\n"));
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 1u);
  const Item& item = scene->items[0];
  ASSERT_EQ(item.instanceColors.size(), 2u);
  EXPECT_EQ(item.instanceColors[0], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(item.instanceColors[1], glm::vec4(0, 0, 1, 1)) << "The second is masked.";
  ASSERT_EQ(scene->materials.size(), 1u);
  EXPECT_TRUE(scene->materials[0].usesDisplayColor);
}

TEST(InstanceColors, WithoutThePrimvarTheDisplayColourIsNotReadInstead) {
  const auto scene = sceneOf(instancerWith("color3f[] primvars:displayColor = [(1,0,0)]\n"));
  ASSERT_EQ(scene->items.size(), 1u);
  EXPECT_TRUE(scene->items[0].instanceColors.empty());
  EXPECT_FALSE(scene->materials[0].usesDisplayColor);
}

TEST(InstanceColors, AnOuterInstancerGivesColoursThatTheInnerDoesNotHave) {
  const auto scene = sceneOf(instancerWith("") + R"(def PointInstancer "O" {
    point3f[] positions = [(0,0,0), (0,9,0)]
    int[] protoIndices = [0, 0]
    rel prototypes = </I>
    color3f[] primvars:tint = [(1,0,0), (0,0,1)] (
        interpolation = "vertex"
    )
}
)");
  const auto nested = std::ranges::find_if(
      scene->items, [](const Item& item) { return item.instancers.size() == 2; });
  ASSERT_NE(nested, scene->items.end());
  ASSERT_EQ(nested->instanceColors.size(), 4u);
  EXPECT_EQ(nested->instanceColors[0], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(nested->instanceColors[3], glm::vec4(0, 0, 1, 1));
}

TEST(InstanceColors, AnInstancerBetweenOthersGivesColours) {
  const auto scene = sceneOf(instancerWith("") + R"(def PointInstancer "N" {
    point3f[] positions = [(0,0,0), (0,9,0), (0,18,0)]
    int[] protoIndices = [0, 0, 0]
    rel prototypes = </I>
    color3f[] primvars:tint = [(1,0,0), (0,1,0), (0,0,1)] (
        interpolation = "vertex"
    )
}
def PointInstancer "O" {
    point3f[] positions = [(0,0,0), (0,0,50)]
    int[] protoIndices = [0, 0]
    rel prototypes = </N>
    color3f[] primvars:tint = [(1,1,1), (1,1,1)] (
        interpolation = "vertex"
    )
}
)");
  const auto nested = std::ranges::find_if(
      scene->items, [](const Item& item) { return item.instancers.size() == 3; });
  ASSERT_NE(nested, scene->items.end());
  ASSERT_EQ(nested->instanceColors.size(), 12u);
  // In each of the two instances of N, two instances of each colour.
  for (std::size_t i = 0; i < 12; ++i) {
    glm::vec4 expected(0, 0, 0, 1);
    expected[static_cast<int>(i / 2 % 3)] = 1.0f;
    EXPECT_EQ(nested->instanceColors[i], expected) << i;
  }
}

}  // namespace usdscope
