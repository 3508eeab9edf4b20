// SPDX-License-Identifier: Apache-2.0
#include "engine/render/JointIds.h"

#include <fmt/format.h>

#include "tests/render/RenderTest.h"
#include "tests/scene/SceneFromText.h"

namespace usdscope {
namespace {

constexpr const char* kJointA = "A";
constexpr const char* kJointB = "A/B";
const glm::ivec3 kNoJoint(71, 0, 71);

// Two quads, 0.6 wide, whose middles are at x = -0.5 and 0.5. The first follows most of all the
// joint with the index `first`, the other one the other joint.
std::string twoQuads(const std::string& name, double y, int first, const std::string& more) {
  std::string points;
  std::string joints;
  std::string weights;
  for (int i = 0; i < 8; ++i) {
    const double x = (i < 4 ? -0.5 : 0.5) + (i % 4 == 1 || i % 4 == 2 ? 0.3 : -0.3);
    points += fmt::format("({}, {}, 0), ", x, i % 4 < 2 ? y - 0.2 : y + 0.2);
    joints += fmt::format("{}, {}, ", first, 1 - first);
    weights += i < 4 ? "0.6, 0.4, " : "0.1, 0.9, ";
  }
  return fmt::format(R"(
  def Mesh "{}" (prepend apiSchemas = ["SkelBindingAPI"]) {{
    uniform token subdivisionScheme = "none"
    point3f[] points = [{}]
    int[] faceVertexCounts = [4, 4]
    int[] faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, 7]
    int[] primvars:skel:jointIndices = [{}] (interpolation = "vertex"; elementSize = 2)
    float[] primvars:skel:jointWeights = [{}] (interpolation = "vertex"; elementSize = 2)
    {}
  }})",
                     name, points, joints, weights, more);
}

// A body and a cloth that has the joints in another order, a rigid eye with a blend shape, a prim
// without joints, dots and lines.
std::string characterText(const std::string& skeleton = "Skel") {
  return "#usda 1.0\ndef SkelRoot \"Root\" (prepend apiSchemas = [\"SkelBindingAPI\"]) {\n"
         "  rel skel:skeleton = </Root/" +
         skeleton + ">\n  def Skeleton \"" + skeleton + R"(" {
    uniform token[] joints = ["A", "A/B"]
    uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    rel skel:animationSource = </Root/Shapes>
  }
  def SkelAnimation "Shapes" {
    uniform token[] blendShapes = ["wide"]
    float[] blendShapeWeights = [0.5]
  })" + twoQuads("Body", 0.7, 0, "") +
         twoQuads("Cloth", 0.2, 1, R"(uniform token[] skel:joints = ["A/B", "A"])") + R"(
  def Mesh "Eye" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token subdivisionScheme = "none"
    point3f[] points = [(-0.7, -0.4, 0), (-0.3, -0.4, 0), (-0.3, -0.1, 0), (-0.7, -0.1, 0)]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    int[] primvars:skel:jointIndices = [0, 1] (interpolation = "constant"; elementSize = 2)
    float[] primvars:skel:jointWeights = [0.2, 0.8] (interpolation = "constant"; elementSize = 2)
    uniform token[] skel:blendShapes = ["wide"]
    rel skel:blendShapeTargets = </Root/Eye/Wide>
    def BlendShape "Wide" {
      uniform vector3f[] offsets = [(0, 0.1, 0), (0, 0.1, 0)]
      uniform int[] pointIndices = [2, 3]
    }
  }
  def Points "Dots" (prepend apiSchemas = ["SkelBindingAPI"]) {
    point3f[] points = [(-0.5, -0.6, 0), (0.5, -0.6, 0)]
    float[] widths = [0.2, 0.2]
    int[] primvars:skel:jointIndices = [0, 1] (interpolation = "vertex"; elementSize = 1)
    float[] primvars:skel:jointWeights = [1, 1] (interpolation = "vertex"; elementSize = 1)
  }
  def BasisCurves "Hairs" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token type = "linear"
    int[] curveVertexCounts = [2, 2]
    point3f[] points = [(-0.8, -0.85, 0), (-0.2, -0.85, 0), (0.2, -0.85, 0), (0.8, -0.85, 0)]
    float[] widths = [0.2] (interpolation = "constant")
    int[] primvars:skel:jointIndices = [0, 0, 1, 1] (interpolation = "vertex"; elementSize = 1)
    float[] primvars:skel:jointWeights = [1, 1, 1, 1] (interpolation = "vertex"; elementSize = 1)
  }
}
def Mesh "Plain" {
  uniform token subdivisionScheme = "none"
  point3f[] points = [(0.3, -0.4, 0), (0.7, -0.4, 0), (0.7, -0.1, 0), (0.3, -0.1, 0)]
  int[] faceVertexCounts = [4]
  int[] faceVertexIndices = [0, 1, 2, 3]
  color3f[] primvars:displayColor = [(0, 1, 0)]
})";
}

struct Place {
  const char* name;
  glm::ivec2 pixel;
  const char* joint;  // Empty: none moves it.
};

constexpr Place kPlaces[] = {
    {"body, left", {16, 9}, kJointA},   {"body, right", {48, 9}, kJointB},
    {"cloth, left", {16, 25}, kJointA}, {"cloth, right", {48, 25}, kJointB},
    {"eye", {16, 40}, kJointB},         {"plain", {48, 40}, ""},
    {"dot, left", {16, 51}, kJointA},   {"dot, right", {48, 51}, kJointB},
    {"curve, left", {16, 59}, kJointA}, {"curve, right", {48, 59}, kJointB},
};

class JointIds : public RenderTest {
 protected:
  std::vector<glm::ivec3> colorsOf(const std::string& text) {
    settings.inspection = InspectionView::Joints;
    const Picture picture = draw(*sceneOf(text), frontCamera());
    std::vector<glm::ivec3> colors;
    for (const Place& place : kPlaces) colors.push_back(picture.at(place.pixel.x, place.pixel.y));
    return colors;
  }
};

}  // namespace

TEST_F(JointIds, EachJointHasAColourOnAllThatFollowsIt) {
  for (const ShadingMode shading : {ShadingMode::SmoothShaded, ShadingMode::WireframeOnSurface}) {
    settings.shading = shading;
    const auto colors = colorsOf(characterText());
    const glm::ivec3 first = colors[0];
    const glm::ivec3 second = colors[1];
    EXPECT_NE(first, second);
    for (std::size_t i = 0; i < std::size(kPlaces); ++i) {
      const std::string joint = kPlaces[i].joint;
      if (joint.empty()) {
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(colors[i][c], kNoJoint[c], 1) << kPlaces[i].name;
      } else {
        EXPECT_EQ(colors[i], joint == kJointA ? first : second) << kPlaces[i].name;
      }
    }
  }
}

TEST_F(JointIds, ColoursDifferBySkeletonAndNotByLight) {
  const auto colors = colorsOf(characterText());
  settings.hasCameraLight = false;
  EXPECT_EQ(colorsOf(characterText()), colors);
  const auto others = colorsOf(characterText("Other"));
  EXPECT_NE(others[0], colors[0]);
  EXPECT_NE(others[1], colors[1]);
  EXPECT_EQ(others[4], others[1]);
}

TEST_F(JointIds, PicksNameTheJointInEveryView) {
  for (const InspectionView view : {InspectionView::None, InspectionView::Joints}) {
    settings.inspection = view;
    draw(*sceneOf(characterText()), frontCamera());
    for (const Place& place : kPlaces) {
      const auto hit = renderer->pick(place.pixel.x, place.pixel.y);
      ASSERT_TRUE(hit) << place.name;
      const std::string joint = place.joint;
      EXPECT_EQ(hit->joint.text(), joint) << place.name;
      EXPECT_EQ(hit->skeleton.text(), joint.empty() ? "" : "/Root/Skel") << place.name;
    }
  }
}

TEST_F(JointIds, GeometriesAreSharedByEqualItemsAndDroppedUnused) {
  const auto scene = sceneOf(characterText());
  const Item& body = scene->items[0];
  JointGeometries numbered;
  const auto geometry = numbered.of(body);
  EXPECT_TRUE(geometry->positions.sharesStorageWith(body.geometry->positions));
  EXPECT_EQ(geometry->colors.size(), geometry->vertexCount());
  EXPECT_EQ(numbered.of(body), geometry);
  Item other = body;
  auto renamed = std::make_shared<FollowedJoints>(*body.joints);
  renamed->joints = {Token("C"), Token("D")};
  other.joints = renamed;
  EXPECT_NE(numbered.of(other), geometry) << "other joints";
  numbered.drop([&](const Geometry* used) { return used == geometry.get(); });
  EXPECT_EQ(numbered.of(body), geometry);
  numbered.drop([](const Geometry*) { return false; });
  EXPECT_NE(numbered.of(body), geometry);
}

}  // namespace usdscope
