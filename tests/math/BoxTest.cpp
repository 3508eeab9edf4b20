// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace usdscope {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void expectSame(const glm::dvec3& found, const glm::dvec3& expected) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::isnan(expected[axis])) {
      EXPECT_TRUE(std::isnan(found[axis])) << axis;
    } else {
      EXPECT_EQ(found[axis], expected[axis]) << axis;
    }
  }
}

}  // namespace

TEST(Box, TransformedBoxHoldsTheCorners) {
  glm::dmat4 turn(1.0);  // A quarter turn about z, mirrored along z, moved by (10, 0, 0).
  turn[0] = {0, 1, 0, 0};
  turn[1] = {-1, 0, 0, 0};
  turn[2] = {0, 0, -2, 0};
  turn[3] = {10, 0, 0, 1};
  const Box box = transformed(turn, {{1, 2, 3}, {4, 6, 8}});
  expectSame(box.min, {4, 1, -16});
  expectSame(box.max, {8, 4, -6});
}

TEST(Box, EmptyBoxesStayAsTheyAre) { EXPECT_TRUE(transformed(glm::dmat4(2.0), Box{}).isEmpty()); }

// The world bounds that UsdGeomBBoxCache has for these extents.
TEST(Box, InfiniteEndsAreWhereTheReferenceHasThem) {
  const struct {
    Box extent, bound;
  } cases[] = {
      {{{-1, -1, -1}, {kInf, 1, 1}}, {{-1, kNan, kNan}, {kInf, 1, 1}}},
      {{{-kInf, -1, -1}, {1, 1, 1}}, {{-kInf, -1, -1}, {1, kNan, kNan}}},
  };
  for (const auto& c : cases) {
    const Box bound = transformed(glm::dmat4(1.0), c.extent);
    expectSame(bound.min, c.bound.min);
    expectSame(bound.max, c.bound.max);
  }
}

}  // namespace usdscope
