// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/ElementPoints.h"

#include <gtest/gtest.h>

#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

// Two faces over six points.
constexpr const char* kMesh = R"(#usda 1.0
def Mesh "M"
{
    point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0), (2,0,0), (2,1,0)]
    int[] faceVertexCounts = [4, 3]
    int[] faceVertexIndices = [0, 1, 2, 3, 1, 4, 5]
    int[] holeIndices = [1]
    normal3f[] normals = [(0,0,1)] (interpolation = "faceVarying")
    float[] primvars:heat = [1, 2, 3, 4, 5, 6] (interpolation = "vertex")
    float[] primvars:faces = [1, 2] (interpolation = "uniform")
    float primvars:all = 1
    texCoord2f[] primvars:st = [(0,0), (1,1)] (interpolation = "faceVarying")
    int[] primvars:st:indices = [0, 1, 1, 0, 1, 0, 9]
    int[] primvars:skel:jointIndices = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] (
        elementSize = 2
        interpolation = "vertex"
    )
    float other = 4

    def GeomSubset "S"
    {
        uniform token elementType = "face"
        int[] indices = [1]
    }
}
def BasisCurves "C"
{
    point3f[] points = [(0,0,0), (1,0,0), (2,0,0), (3,0,0), (4,0,0)]
    int[] curveVertexCounts = [2, 3]
    float[] widths = [1, 2] (interpolation = "uniform")
}
)";

using Elements = std::vector<std::size_t>;
using Points = std::vector<std::uint32_t>;

}  // namespace

TEST(ElementPoints, ElementsHaveThePointsOfTheirInterpolation) {
  const auto stage = stageFromText(kMesh).stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* attribute;
    Elements elements;
    Points points;
    const char* prim = "/M";
  } cases[] = {
      {"/M.points", {4, 2, 2, 77}, {2, 4}},
      {"/M.primvars:heat", {3}, {3}},
      {"/M.primvars:faces", {1}, {1, 4, 5}},
      {"/M.faceVertexCounts", {0, 9}, {0, 1, 2, 3}},
      {"/M.faceVertexIndices", {4}, {1}},
      {"/M.holeIndices", {0}, {1, 4, 5}},
      {"/M.normals", {6}, {5}},
      {"/M.primvars:st", {1}, {1, 2}},
      {"/M.primvars:st:indices", {5}, {4}},
      {"/M.primvars:skel:jointIndices", {4, 5, 11}, {2, 5}},
      {"/M/S.indices", {0}, {1, 4, 5}},
      {"/C.widths", {1}, {2, 3, 4}, "/C"},
      {"/C.curveVertexCounts", {0}, {0, 1}, "/C"},
  };
  for (const auto& c : cases) {
    const Path path = Path::fromText(c.attribute);
    const ElementPoints relation(stage->primAt(path.primPath()).attribute(path.name()), 0.0);
    EXPECT_TRUE(relation) << c.attribute;
    EXPECT_EQ(relation.prim(), Path::fromText(c.prim)) << c.attribute;
    EXPECT_EQ(relation.pointsOf(c.elements), c.points) << c.attribute;
  }
  for (const char* none : {"/M.other", "/M.primvars:all", "/M/S.elementType"}) {
    const Path path = Path::fromText(none);
    EXPECT_FALSE(ElementPoints(stage->primAt(path.primPath()).attribute(path.name()), 0.0)) << none;
  }
}

TEST(ElementPoints, PointsLeadToTheirFirstElement) {
  const auto stage = stageFromText(kMesh).stage;
  ASSERT_TRUE(stage);
  const struct {
    const char* attribute;
    std::uint32_t point;
    std::optional<std::size_t> element;
  } cases[] = {
      {"/M.points", 4, 4},
      {"/M.points", 6, std::nullopt},
      {"/M.primvars:faces", 5, 1},
      {"/M.primvars:faces", 1, 0},
      {"/M.faceVertexIndices", 4, 5},
      {"/M.holeIndices", 4, 0},
      {"/M.holeIndices", 0, std::nullopt},
      {"/M.primvars:st", 2, 1},
      {"/M.primvars:st", 5, 9},
      {"/M.primvars:skel:jointIndices", 3, 6},
      {"/C.widths", 3, 1},
  };
  for (const auto& c : cases) {
    const Path path = Path::fromText(c.attribute);
    const ElementPoints relation(stage->primAt(path.primPath()).attribute(path.name()), 0.0);
    EXPECT_EQ(relation.elementOf(c.point), c.element) << c.attribute << " " << c.point;
  }
}

}  // namespace usdscope
