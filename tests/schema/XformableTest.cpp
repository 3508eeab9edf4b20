// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Xformable.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

void expectNear(const glm::dmat4& matrix, const glm::dmat4& expected, const char* name) {
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      EXPECT_NEAR(matrix[column][row], expected[column][row], 1e-6)
          << name << ", " << column << " " << row;
    }
  }
}

// A matrix from sixteen numbers in USD's order: the translation comes last.
using Rows = glm::dmat4;

}  // namespace

// The matrices are those of usd-core 26.11.
TEST(Xformable, OpsMakeTheMatrixOfTheReference) {
  const struct {
    const char* name;
    const char* ops;
    const char* order;
    Rows expected;
  } cases[] = {
      {"none", "", "", Rows(1.0)},
      {"translate, then turn inside",
       "double3 xformOp:translate = (1, 2, 3)\nfloat3 xformOp:rotateXYZ = (10, 20, 30)",
       R"("xformOp:translate", "xformOp:rotateXYZ")",
       Rows(0.81379768, 0.46984631, -0.34202014, 0, -0.44096961, 0.88256412, 0.16317591, 0,
            0.37852231, 0.01802831, 0.92541658, 0, 1, 2, 3, 1)},
      {"around a pivot",
       "double3 xformOp:translate:pivot = (1, 0, 0)\nfloat xformOp:rotateZ = 90\n"
       "float3 xformOp:scale = (2, 4, 8)",
       R"("xformOp:translate:pivot", "xformOp:rotateZ", "xformOp:scale",
          "!invert!xformOp:translate:pivot")",
       Rows(0, 2, 0, 0, -4, 0, 0, 0, 0, 0, 8, 0, 1, -2, 0, 1)},
      {"orient, inverted", "quatf xformOp:orient = (0.5, 0.5, 0.5, 0.5)",
       R"("!invert!xformOp:orient")", Rows(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)},
      {"three turns, inverted", "float3 xformOp:rotateZYX = (10, 20, 30)",
       R"("!invert!xformOp:rotateZYX")",
       Rows(0.81379768, -0.46984631, 0.34202014, 0, 0.54383814, 0.82317294, -0.16317591, 0,
            -0.20487413, 0.31879578, 0.92541658, 0, 0, 0, 0, 1)},
      {"matrix, inverted",
       "matrix4d xformOp:transform = ((0,1,0,0), (-1,0,0,0), (0,0,2,0), (5,6,7,1))",
       R"("!invert!xformOp:transform")",
       Rows(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, -6, 5, -3.5, 1)},
      {"scale, inverted", "double3 xformOp:scale = (2, 4, 8)", R"("!invert!xformOp:scale")",
       Rows(0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0.125, 0, 0, 0, 0, 1)},
      {"one axis", "half xformOp:translateY = 4\nfloat xformOp:scaleZ = 2",
       R"("xformOp:translateY", "xformOp:scaleZ")",
       Rows(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 4, 0, 1)},
      {"ops that are not in the order", "double3 xformOp:translate = (1, 2, 3)", "", Rows(1.0)},
      {"names in the order that do not name ops", "double3 xformOp:translate = (1, 2, 3)",
       R"("xformOp:missing", "xformOp:rotateX", "nonsense", "", "xformOp:translate")",
       Rows(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1)},
      {"a flat scale and its inverse side by side", "float3 xformOp:scale = (0, 2, 1)",
       R"("xformOp:scale", "nonsense", "xformOp:missing", "!invert!xformOp:scale")", Rows(1.0)},
      {"an inverse before its op, after another of them", "float3 xformOp:scale = (0, 2, 1)",
       R"("xformOp:scale", "!invert!xformOp:scale", "xformOp:scale")",
       Rows(0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)},
      {"scale along one axis, inverted, see DIFFERENCES.md", "float xformOp:scaleX = 4",
       R"("!invert!xformOp:scaleX")", Rows(-4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)},
      {"a matrix without an inverse, inverted, see DIFFERENCES.md",
       "matrix4d xformOp:transform = ((0,0,0,0), (0,1,0,0), (0,0,1,0), (5,6,7,1))",
       R"("!invert!xformOp:transform")", Rows(1.0)},
      {"value of another type", "string xformOp:translate = \"x\"", R"("xformOp:translate")",
       Rows(1.0)},
  };
  for (const auto& c : cases) {
    const auto result = stageFromText(std::string("def Xform \"X\" {\n") + c.ops +
                                      "\nuniform token[] xformOpOrder = [" + c.order + "]\n}\n");
    ASSERT_TRUE(result.stage) << c.name;
    const LocalTransform local =
        computeLocalTransform(result.stage->primAt(Path::fromText("/X")), 1.0);
    expectNear(local.parentFromLocal, c.expected, c.name);
    EXPECT_FALSE(local.resetsXformStack) << c.name;
  }
}

TEST(Xformable, ResetLeavesOutWhatStandsAboveAndBefore) {
  const auto result = stageFromText(R"(
def Xform "P" {
  double3 xformOp:translate = (10, 0, 0)
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def Xform "Own" {
    double3 xformOp:translate = (0, 1, 0)
    double3 xformOp:translate:b = (0, 0, 2)
    uniform token[] xformOpOrder = ["xformOp:translate", "!resetXformStack!", "xformOp:translate:b"]
    def Xform "Below" {
      double3 xformOp:translate = (3, 0, 0)
      uniform token[] xformOpOrder = ["xformOp:translate"]
    }
  }
  def "Untyped" {
    double3 xformOp:translate = (9, 9, 9)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Xform "Below" {}
  }
}
)");
  ASSERT_TRUE(result.stage);
  const struct {
    const char* path;
    glm::dvec3 origin;
    bool resets;
  } cases[] = {
      {"/P", {10, 0, 0}, false},
      {"/P/Own", {0, 0, 2}, true},
      {"/P/Own/Below", {3, 0, 2}, false},
      {"/P/Untyped/Below", {10, 0, 0}, false},
  };
  for (const auto& c : cases) {
    const Prim prim = result.stage->primAt(Path::fromText(c.path));
    EXPECT_EQ(glm::dvec3(computeWorldFromLocal(prim, 0.0)[3]), c.origin) << c.path;
    EXPECT_EQ(computeLocalTransform(prim, 0.0).resetsXformStack, c.resets) << c.path;
  }
}

TEST(Xformable, VariesOnlyWhereAnOpInTheOrderDoes) {
  const auto result = stageFromText(R"(
def Xform "Moves" {
  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }
  uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "Stays" {
  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }
  double3 xformOp:scale = (2, 2, 2)
  uniform token[] xformOpOrder = ["xformOp:scale"]
}
)");
  ASSERT_TRUE(result.stage);
  const XformQuery moves(result.stage->primAt(Path::fromText("/Moves")));
  EXPECT_TRUE(moves.mightBeTimeVarying());
  EXPECT_EQ(moves.at(5.0).parentFromLocal[3].x, 5.0);
  EXPECT_FALSE(XformQuery(result.stage->primAt(Path::fromText("/Stays"))).mightBeTimeVarying());
}

}  // namespace usdscope
