// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/ImplicitShapes.h"

#include <gtest/gtest.h>

#include "tests/scene/ExpectSound.h"
#include "tests/scene/SceneFromText.h"

namespace usdscope {

// The order of the reference's cuboids.
TEST(ImplicitShapes, ACubeHasEightPointsAndSixFacesForPrimvars) {
  const auto scene = sceneOf(
      "def Cube \"C\" {\ncolor3f[] primvars:displayColor = [(0,0,0), (1,0,0), (2,0,0), (3,0,0), "
      "(4,0,0), (5,0,0), (6,0,0), (7,0,0)] (\ninterpolation = \"vertex\"\n)\n}\n"
      "def Cube \"F\" {\ncolor3f[] primvars:displayColor = [(0,0,0), (1,0,0), (2,0,0), (3,0,0), "
      "(4,0,0), (5,0,0)] (\ninterpolation = \"uniform\"\n)\n}\n");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 2u);
  const glm::vec3 corners[] = {{1, 1, 1},    {-1, 1, 1},  {-1, -1, 1}, {1, -1, 1},
                               {-1, -1, -1}, {-1, 1, -1}, {1, 1, -1},  {1, -1, -1}};
  const Geometry& points = *scene->items[0].geometry;
  ASSERT_FALSE(points.colors.empty());
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    EXPECT_EQ(points.positions[i], corners[std::size_t(points.colors[i].x)]) << i;
  }
  const glm::vec3 normals[] = {{0, 0, 1}, {0, 0, -1}, {0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}};
  const Geometry& faces = *scene->items[1].geometry;
  ASSERT_FALSE(faces.colors.empty());
  for (std::size_t i = 0; i < faces.positions.size(); ++i) {
    EXPECT_EQ(faces.normals[i], normals[std::size_t(faces.colors[i].x)]) << i;
  }
}

// Expected boxes from the reference: UsdGeomBoundable::ComputeExtentFromPlugins.
TEST(ImplicitShapes, CapsulesOfUnlikeRadiiContinueTheSlopeOfTheirSides) {
  const auto scene = sceneOf(
      "def Capsule_1 \"C\" {\ndouble height = 4\ndouble radiusBottom = 1\ndouble radiusTop = "
      "2\nuniform token axis = \"Z\"\n}\ndef Sphere \"S\" {\nfloat radius = 3\n}\n");
  expectSound(*scene, "");
  ASSERT_EQ(scene->items.size(), 2u);
  const Box& box = scene->items[0].worldBounds;
  EXPECT_NEAR(box.min.z, -2.7807765, 1e-5);
  EXPECT_NEAR(box.max.z, 4.561553, 1e-5);
  EXPECT_NEAR(box.max.x, 2.0615528, 0.02);
  EXPECT_DOUBLE_EQ(scene->items[1].worldBounds.max.x, 3.0) << "A radius may be a float.";
}

}  // namespace usdscope
