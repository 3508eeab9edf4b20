// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/ImplicitShapes.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <string>

#include "engine/scene/SceneExtractor.h"
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
  EXPECT_LE(box.max.x, 2.0615528);
  EXPECT_GT(box.max.x, 2.01) << "The cage has rings beside the widest place.";
  EXPECT_DOUBLE_EQ(scene->items[1].worldBounds.max.x, 3.0) << "A radius may be a float.";
}

// The numbers of points and faces are those of the reference's generators of meshes. Values of
// primvars belong to them.
TEST(ImplicitShapes, RoundShapesHaveThePointsAndFacesOfTheReference) {
  const struct {
    const char* type;
    std::size_t points;
    std::size_t faces;
  } cases[] = {{"Sphere", 92, 100}, {"Cylinder", 42, 30}, {"Cone", 31, 20}, {"Capsule", 82, 90}};
  for (const auto& c : cases) {
    std::string colors, faceColors;
    for (std::size_t i = 0; i < c.points; ++i) colors += fmt::format("{}({},0,0)", i ? "," : "", i);
    for (std::size_t i = 0; i < c.faces; ++i) {
      faceColors += fmt::format("{}({},0,0)", i ? "," : "", i);
    }
    const auto def = [&](const char* name, const char* interpolation, const std::string& values) {
      return fmt::format(
          "def {} \"{}\" {{\ncolor3f[] primvars:displayColor = [{}] (\ninterpolation = \"{}\"\n)\n"
          "}}\n",
          c.type, name, values, interpolation);
    };
    const auto scene = sceneOf(def("P", "vertex", colors) + def("F", "uniform", faceColors));
    expectSound(*scene, "");
    ASSERT_EQ(scene->items.size(), 2u) << c.type;
    EXPECT_FALSE(scene->items[0].geometry->colors.empty()) << c.type;
    EXPECT_FALSE(scene->items[1].geometry->colors.empty()) << c.type;
  }
}

// Normals of a cone are those of its side up to the tip, which has no normal of its own.
TEST(ImplicitShapes, NormalsPointOutwards) {
  for (const char* type : {"Sphere", "Cylinder", "Cone", "Capsule"}) {
    const auto scene = sceneOf(fmt::format("def {} \"S\" {{\n}}\n", type));
    ASSERT_EQ(scene->items.size(), 1u) << type;
    const Geometry& geometry = *scene->items[0].geometry;
    ASSERT_EQ(geometry.normals.size(), geometry.positions.size()) << type;
    for (std::size_t i = 0; i + 2 < geometry.indices.size(); i += 3) {
      const auto at = [&](std::size_t k) { return geometry.positions[geometry.indices[i + k]]; };
      const glm::vec3 face = glm::cross(at(1) - at(0), at(2) - at(0));
      if (glm::length(face) < 1e-6f) continue;  // At the tip of a cone.
      EXPECT_GT(glm::dot(face, at(0) + at(1) + at(2)), 0.0f) << type;
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_GT(glm::dot(geometry.normals[geometry.indices[i + k]], glm::normalize(face)), 0.5f)
            << type << i;
      }
    }
  }
}

// Catmull and Clark's rules shrink a coarse sphere, as in pictures of the reference.
TEST(ImplicitShapes, ARefinedSphereIsSmallerThanItsCage) {
  const auto stage = stageFromText("def Sphere \"S\" {\n}\n").stage;
  ASSERT_TRUE(stage);
  const auto scene = SceneExtractor(stage).extract(0.0, {}, {.complexity = Complexity::VeryHigh});
  ASSERT_EQ(scene->items.size(), 1u);
  const Box& box = scene->items[0].worldBounds;
  EXPECT_NEAR(box.max.z, 0.986, 0.001);
  EXPECT_NEAR(box.max.x, 0.922, 0.001);
  EXPECT_EQ(scene->items[0].geometry->indices.size() / 3, (20u * 3u + 80u * 4u) * 16u * 2u);
}

}  // namespace usdscope
