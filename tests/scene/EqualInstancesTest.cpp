// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/scene/SceneExtractor.h"
#include "tests/scene/SceneFromText.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// An asset of a cube and a ball in a group, with a material of its own for the ball.
constexpr const char* kAsset = R"(
class "Asset" {
  def Xform "Group" {
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "Box" { double size = 0.5 }
    def Sphere "Ball" (prepend apiSchemas = ["MaterialBindingAPI"]) {
      rel material:binding = </Asset/Looks/Own>
      token visibility = "invisible"
    }
  }
  def Scope "Looks" {
    def Material "Own" {}
  }
}
def Material "Red" {}
def Material "Blue" {}
)";

// Instances that differ in what their descendants inherit, in groups that pass on values as well.
std::string instancesOf(bool isInstanceable) {
  const struct {
    const char* name;
    const char* group;
    const char* instance;
  } cases[] = {
      {"Plain", "", ""},
      {"Same", "", ""},
      {"Moved", "",
       "double3 xformOp:translate = (0, 9, 0)\n"
       "uniform token[] xformOpOrder = [\"xformOp:translate\"]"},
      {"Hidden", "", "token visibility = \"invisible\""},
      {"Guide", "", "uniform token purpose = \"guide\""},
      {"BelowProxy", "uniform token purpose = \"proxy\"", ""},
      {"Green", "", "color3f[] primvars:displayColor = [(0, 1, 0)]"},
      {"AlsoGreen", "", "color3f[] primvars:displayColor = [(0, 1, 0)]"},
      {"White", "", "color3f[] primvars:displayColor = [(1, 1, 1)]"},
      {"BelowGreen", "color3f[] primvars:displayColor = [(0, 1, 0)]", ""},
      {"Reddish", "", "rel material:binding = </Red>"},
      {"Bluish", "", "rel material:binding = </Blue>"},
      {"BelowRed", "rel material:binding = </Red>", ""},
      {"Stronger", "",
       "rel material:binding = </Red> (bindMaterialAs = \"strongerThanDescendants\")"},
      {"Varying", "",
       "color3f[] primvars:displayColor.timeSamples = {0: [(1, 0, 0)], 1: [(0, 0, 1)]}"},
  };
  std::string text = kAsset;
  for (const auto& c : cases) {
    const std::string api = "prepend apiSchemas = [\"MaterialBindingAPI\"]\n";
    text += std::string("def Xform \"") + c.name + "Group\" (" + api + ") {\n" + c.group +
            "\ndef Xform \"" + c.name + "\" (" + api + "prepend references = </Asset>\n" +
            (isInstanceable ? "instanceable = true" : "") + ") {\n" + c.instance + "\n}\n}\n";
  }
  // A collection names one of the prims in an instance.
  text +=
      std::string(
          R"(def Xform "Collected" (prepend apiSchemas = ["MaterialBindingAPI", "CollectionAPI:some"]) {
  rel material:binding:collection:some = [</Collected.collection:some>, </Red>]
  rel collection:some:includes = </Collected/In>
)") + "def Xform \"In\" (prepend references = </Asset>\n" +
      (isInstanceable ? "instanceable = true" : "") +
      ") {}\ndef Xform \"Out\" (prepend references = </Asset>\n" +
      (isInstanceable ? "instanceable = true" : "") + ") {}\n}\n";
  return text;
}

std::string materialOf(const Scene& scene, const Item& item) {
  const std::int32_t material = item.parts.at(0).material;
  return material < 0
             ? std::string()
             : scene.materials[static_cast<std::size_t>(material)].path.name().text().data();
}

}  // namespace

// The stage without instances is collected prim by prim.
TEST(EqualInstances, InstancesAreDrawnLikeCopies) {
  const auto copies = sceneOf(instancesOf(false));
  const auto instances = sceneOf(instancesOf(true));
  ASSERT_EQ(copies->items.size(), 2u * 17u);
  ASSERT_EQ(instances->items.size(), copies->items.size());
  EXPECT_EQ(instances->bounds, copies->bounds);
  EXPECT_EQ(instances->primCount, copies->primCount);
  for (std::size_t i = 0; i < copies->items.size(); ++i) {
    const Item& copy = copies->items[i];
    const Item& instance = instances->items[i];
    SCOPED_TRACE(copy.path.text());
    EXPECT_EQ(instance.path, copy.path);
    EXPECT_EQ(*instance.geometry, *copy.geometry);
    EXPECT_EQ(instance.worldFromLocal, copy.worldFromLocal);
    EXPECT_EQ(instance.worldBounds, copy.worldBounds);
    EXPECT_EQ(instance.purpose, copy.purpose);
    EXPECT_EQ(instance.isVisible, copy.isVisible);
    EXPECT_EQ(materialOf(*instances, instance), materialOf(*copies, copy));
  }
}

TEST(EqualInstances, NestedInstancesAndInstancesInPrototypesAreDrawnLikeCopies) {
  const auto textOf = [](bool isInstanceable) {
    const std::string instanceable = isInstanceable ? "instanceable = true" : "";
    std::string text = kAsset;
    text += "class \"Pair\" {\ndef Xform \"A\" (prepend references = </Asset>\n" + instanceable +
            ") {}\ndef Xform \"B\" (prepend references = </Asset>\n" + instanceable +
            ") {\ndouble3 xformOp:translate = (0, 0, 4)\n"
            "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n}\n}\n";
    for (const char* name : {"P", "Q", "R"}) {
      text += std::string("def Xform \"") + name + "\" (prepend references = </Pair>\n" +
              instanceable + ") {}\n";
    }
    text += R"(def PointInstancer "Many" {
  int[] protoIndices = [0, 1, 0]
  point3f[] positions = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
  rel prototypes = [</Many/One>, </Many/Two>]
)";
    for (const char* name : {"One", "Two"}) {
      text += std::string("def Xform \"") + name +
              "\" {\ndef Xform \"In\" (prepend references = "
              "</Pair>\n" +
              instanceable + ") {}\n}\n";
    }
    return text + "}\n";
  };
  const auto copies = sceneOf(textOf(false));
  const auto instances = sceneOf(textOf(true));
  ASSERT_EQ(copies->items.size(), 5u * 4u);
  ASSERT_EQ(instances->items.size(), copies->items.size());
  EXPECT_EQ(instances->primCount, copies->primCount);
  for (std::size_t i = 0; i < copies->items.size(); ++i) {
    SCOPED_TRACE(copies->items[i].path.text());
    EXPECT_EQ(instances->items[i].path, copies->items[i].path);
    EXPECT_EQ(instances->items[i].worldFromLocal, copies->items[i].worldFromLocal);
    EXPECT_EQ(instances->items[i].instances, copies->items[i].instances);
    EXPECT_EQ(instances->items[i].instancers, copies->items[i].instancers);
  }
}

TEST(EqualInstances, ShapesWithEqualSizesShareTheirGeometry) {
  const auto scene = sceneOf(R"(
def Sphere "A" { double radius = 2 }
def Sphere "B" { double radius = 2 }
def Sphere "C" { double radius = 3 }
def Cone "D" {}
def Cone "E" { uniform token axis = "X" }
def Cone "F" {}
def Capsule "G" {}
def Capsule_1 "H" {}
def Plane "I" {}
def Plane "J" {}
def Cube "K" {}
def Cube "L" { color3f[] primvars:displayColor = [(1, 0, 0)] }
)");
  std::map<std::string, std::shared_ptr<const Geometry>> geometry;
  for (const Item& item : scene->items) geometry[item.path.text()] = item.geometry;
  ASSERT_EQ(geometry.size(), 12u);
  EXPECT_EQ(geometry["/A"], geometry["/B"]);
  EXPECT_NE(geometry["/A"], geometry["/C"]);
  EXPECT_EQ(geometry["/D"], geometry["/F"]);
  EXPECT_NE(geometry["/D"], geometry["/E"]);
  EXPECT_EQ(geometry["/G"], geometry["/H"]) << "their sizes have the same fallbacks";
  EXPECT_EQ(geometry["/I"], geometry["/J"]);
  EXPECT_NE(geometry["/K"], geometry["/L"]) << "colours belong to the geometry";
}

TEST(EqualInstances, AnAnimatedShapeIsBuiltWhenItsSizeChanges) {
  const auto result =
      stageFromText("def Sphere \"S\" { double radius.timeSamples = {0: 1, 5: 1, 6: 2, 9: 2} }\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto at = [&](double time) { return extractor.extract(time)->items[0].geometry; };
  const auto first = at(0.0);
  EXPECT_EQ(at(3.0), first);
  const auto second = at(6.0);
  EXPECT_NE(*second, *first);
  EXPECT_EQ(at(8.0), second);
  EXPECT_EQ(*at(1.0), *first);
}

TEST(EqualInstances, ScenesOfAStageWithoutAnimationShareTheirItems) {
  const auto result = stageFromText(
      "def Cube \"C\" {}\ndef Camera \"Eye\" { float focalLength.timeSamples = {0: 10, 10: 20} "
      "}\n");
  ASSERT_TRUE(result.stage);
  SceneExtractor extractor(result.stage);
  const auto first = extractor.extract(0.0);
  const auto second = extractor.extract(5.0);
  EXPECT_TRUE(second->items.sharesElementsWith(first->items));
  EXPECT_TRUE(second->content.isSame(first->content));
  EXPECT_EQ(second->time, TimeCode(5.0));
  EXPECT_EQ(second->cameras.at(0).focalLength, 15.0);
  const auto finer = extractor.extract(5.0, {}, {.complexity = Complexity::High});
  EXPECT_FALSE(finer->content.isSame(first->content));

  Scene changed = *second;
  changed.items[0].isVisible = false;
  EXPECT_FALSE(changed.content.isSame(second->content)) << "a copy may be changed";
  EXPECT_TRUE(second->items[0].isVisible);
}

}  // namespace usdscope
