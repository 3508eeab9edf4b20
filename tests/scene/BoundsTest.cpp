// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/Bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

Box boundOf(const std::string& text, const char* path = "/", TimeCode time = 0.0) {
  const auto result = stageFromText(text);
  EXPECT_TRUE(result.stage) << text;
  if (!result.stage) return {};
  return BoundsCache(time).worldBound(result.stage->primAt(Path::fromText(path)));
}

}  // namespace

TEST(Bounds, BoundsHaveTheVisibleGeometry) {
  const struct {
    const char* name;
    const char* text;
    Box bound;
  } cases[] = {
      {"nothing", "", {}},
      {"a shape", "def Cube \"C\" {}", {{-1, -1, -1}, {1, 1, 1}}},
      {"an extent before the shape",
       "def Cube \"C\" {\nfloat3[] extent = [(0, 0, 0), (5, 5, 5)]\n}",
       {{0, 0, 0}, {5, 5, 5}}},
      {"points",
       "def Mesh \"M\" {\npoint3f[] points = [(1, 2, 3), (4, 5, 6)]\n}",
       {{1, 2, 3}, {4, 5, 6}}},
      {"moved twice",
       "def Xform \"X\" {\ndouble3 xformOp:translate = (10, 0, 0)\n"
       "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n"
       "def Cube \"C\" {\ndouble3 xformOp:scale = (2, 2, 2)\n"
       "uniform token[] xformOpOrder = [\"xformOp:scale\"]\n}\n}",
       {{8, -2, -2}, {12, 2, 2}}},
      {"invisible", "def Cube \"C\" {\ntoken visibility = \"invisible\"\n}", {}},
      {"guides", "def Cube \"C\" {\nuniform token purpose = \"guide\"\n}", {}},
      {"an unknown purpose", "def Cube \"C\" {\nuniform token purpose = \"other\"\n}", {}},
      {"proxies",
       "def Cube \"C\" {\nuniform token purpose = \"proxy\"\n}",
       {{-1, -1, -1}, {1, 1, 1}}},
      {"inactive", "def Cube \"C\" (\nactive = false\n) {}", {}},
      {"abstract", "class Cube \"C\" {}", {}},
      {"below something that is not imageable", "def Material \"M\" {\ndef Cube \"C\" {}\n}", {}},
      {"below a prim without type", "def \"M\" {\ndef Cube \"C\" {}\n}", {{-1, -1, -1}, {1, 1, 1}}},
      {"a size of another type", "def Sphere \"S\" {\nfloat radius = 6\n}", {}},
      {"a tapered capsule with a negative radius",
       "def Capsule_1 \"C\" {\ndouble radiusTop = -1\n}",
       {}},
      {"a skeleton without joints",
       "def SkelRoot \"R\" {\ndef Skeleton \"S\" {}\n}",
       // As in the reference: the corners of a box that is inside out.
       {glm::dvec3(std::numeric_limits<float>::lowest()),
        glm::dvec3(std::numeric_limits<float>::max())}},
      {"a skeleton without rest transforms",
       "def SkelRoot \"R\" {\ndef Skeleton \"S\" {\nuniform token[] joints = [\"a\"]\n}\n}",
       {}},
      {"point instances",
       "def PointInstancer \"I\" {\nrel prototypes = </I/C>\nint[] protoIndices = [0, 0]\n"
       "point3f[] positions = [(0, 0, 0), (10, 0, 0)]\ndef Cube \"C\" {}\n}",
       {{-1, -1, -1}, {11, 1, 1}}},
      {"below a parent that shrinks to a point",
       "def Xform \"X\" {\ndouble3 xformOp:translate = (5, 0, 0)\ndouble3 xformOp:scale = (0, 0, "
       "0)\n"
       "uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:scale\"]\n"
       "def Xform \"Y\" {\ndef Cube \"C\" {}\n}\n}",
       {{5, 0, 0}, {5, 0, 0}}},
      {"below a component that shrinks to a point, beside a cube",
       "def Xform \"X\" (\nkind = \"component\"\n) {\ndouble3 xformOp:scale = (0, 0, 0)\n"
       "uniform token[] xformOpOrder = [\"xformOp:scale\"]\ndef Cube \"C\" {}\n}\n"
       "def Cube \"C\" {\nfloat3[] extent = [(1, 1, 1), (5, 5, 5)]\n}",
       {{0, 0, 0}, {5, 5, 5}}},
  };
  for (const auto& c : cases) {
    const Box bound = boundOf(c.text);
    EXPECT_EQ(bound.isEmpty(), c.bound.isEmpty()) << c.name;
    if (!c.bound.isEmpty()) {
      EXPECT_EQ(bound, c.bound) << c.name;
    }
  }
}

// The reference multiplies by the largest float, see DIFFERENCES.md.
TEST(Bounds, ParentsMayFlattenTheirChildren) {
  const Box bound = boundOf(R"(def Xform "X" {
    float xformOp:rotateX = 30
    double3 xformOp:scale = (1, 0, 1)
    uniform token[] xformOpOrder = ["xformOp:rotateX", "xformOp:scale"]
    def Xform "Y" { def Cube "C" {} } })");
  EXPECT_NEAR(bound.max.x, 1.0, 1e-9);
  EXPECT_NEAR(bound.max.y, 0.5, 1e-9);
  EXPECT_NEAR(bound.max.z, std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(bound.min.y, -0.5, 1e-9);
}

TEST(Bounds, InstancesGivePrototypesTheirPurpose) {
  const auto result = stageFromText(R"(
class Xform "Asset" {
  def Cube "Shape" {}
  def Sphere "Helper" { uniform token purpose = "guide" }
}
def Xform "Seen" (
  instanceable = true
  inherits = </Asset>
) {
  double3 xformOp:translate = (10, 0, 0)
  double xformOp:rotateZ = 90
  uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
}
def Xform "Hidden" (
  instanceable = true
  inherits = </Asset>
) {
  uniform token purpose = "guide"
}
def Xform "Far" (
  kind = "component"
) {
  double3 xformOp:translate = (0, 100, 0)
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def Xform "Proxy" (
    instanceable = true
    inherits = </Asset>
  ) {
    uniform token purpose = "proxy"
  }
}
)");
  ASSERT_TRUE(result.stage);
  BoundsCache cache(0.0);
  const auto bound = [&](const char* path) {
    return cache.worldBound(result.stage->primAt(Path::fromText(path)));
  };
  const auto isNear = [](const Box& box, const Box& expected) {
    return glm::length(box.min - expected.min) + glm::length(box.max - expected.max) < 1e-12;
  };
  EXPECT_TRUE(isNear(bound("/"), {{-1, -1, -1}, {11, 101, 1}}));
  EXPECT_TRUE(isNear(bound("/Seen"), {{9, -1, -1}, {11, 1, 1}}));
  EXPECT_TRUE(isNear(bound("/Seen/Shape"), {{9, -1, -1}, {11, 1, 1}}));
  EXPECT_TRUE(bound("/Hidden").isEmpty());
  EXPECT_TRUE(isNear(bound("/Far"), {{-1, 99, -1}, {1, 101, 1}}));
  const std::vector<Box> hint = cache.extentsHint(result.stage->primAt(Path::fromText("/Hidden")));
  EXPECT_EQ(hint.size(), 4u);  // One per purpose up to guide.
}

TEST(Bounds, InstancersThatHoldThemselvesEnd) {
  const std::string rest =
      "int[] protoIndices = [0, 0, 1]\npoint3f[] positions = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]\n";
  const struct {
    const char* name;
    std::string text;
  } cases[] = {
      {"itself", "def PointInstancer \"I\" {\nrel prototypes = [</I>, </I/C>]\n" + rest +
                     "def Cube \"C\" {}\n}"},
      {"what it is in",
       "def Xform \"X\" {\ndef PointInstancer \"I\" {\nrel prototypes = [</X>, </X/I/C>]\n" + rest +
           "def Cube \"C\" {}\n}\n}"},
      {"each other",
       "def PointInstancer \"I\" {\nrel prototypes = [</J>, </I/C>]\n" + rest +
           "def Cube \"C\" {}\n}\ndef PointInstancer \"J\" {\nrel prototypes = [</I>, </I/C>]\n" +
           rest + "}"},
  };
  for (const auto& c : cases) EXPECT_FALSE(boundOf(c.text).isEmpty()) << c.name;
}

TEST(Bounds, ComputedExtentsIgnoreAuthoredOnes) {
  const auto result = stageFromText(
      "def Cube \"C\" {\nfloat3[] extent = [(-9, -9, -9), (9, 9, 9)]\n}\ndef Xform \"X\" {}\n"
      "def PointInstancer \"I\" {\nrel prototypes = </I/P>\nint[] protoIndices = [0, 0]\n"
      "float3[] extent = [(0, 0, 0), (1, 1, 1)]\n"
      "point3f[] positions = [(0, 0, 0), (10, 0, 0)]\ndef Cube \"P\" {}\n}\n");
  ASSERT_TRUE(result.stage);
  BoundsCache bounds(TimeCode(0.0));
  const auto computed = [&](const char* path) {
    return bounds.computedExtent(result.stage->primAt(Path::fromText(path)));
  };
  EXPECT_EQ(computed("/C"), (Box{glm::dvec3(-1.0), glm::dvec3(1.0)}));
  EXPECT_EQ(computed("/I"), (Box{{-1, -1, -1}, {11, 1, 1}}));
  EXPECT_FALSE(computed("/X"));
}

}  // namespace usdscope
