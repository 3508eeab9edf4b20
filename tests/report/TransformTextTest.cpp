// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/TransformText.h"

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace usdscope {
namespace {

glm::dmat4 matrixOf(const glm::dvec3& move, const glm::dvec3& degrees, const glm::dvec3& scale) {
  glm::dmat4 m = glm::translate(glm::dmat4(1.0), move);
  for (const int axis : {2, 1, 0}) {
    glm::dvec3 around(0.0);
    around[axis] = 1.0;
    m = glm::rotate(m, glm::radians(degrees[axis]), around);
  }
  return glm::scale(m, scale);
}

}  // namespace

TEST(TransformText, PartsMakeTheMatrixAgain) {
  const struct {
    glm::dvec3 move, degrees, scale;
  } cases[] = {
      {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}},      {{1, -2, 3}, {30, 40, 50}, {1, 2, 3}},
      {{0, 5, 0}, {-170, 10, 95}, {1, 1, 1}}, {{0, 0, 0}, {20, 90, 0}, {1, 1, 1}},
      {{0, 0, 0}, {0, -90, 0}, {2, 2, 2}},    {{7, 0, 0}, {10, 20, 30}, {-1, -2, -3}},
      {{7, 0, 0}, {0, 0, 0}, {1, -1, 1}},
  };
  for (const auto& c : cases) {
    const glm::dmat4 matrix = matrixOf(c.move, c.degrees, c.scale);
    const TransformParts parts = partsOf(matrix);
    EXPECT_TRUE(parts.isWhole);
    const glm::dmat4 again = matrixOf(parts.translation, parts.rotationDegrees, parts.scale);
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) {
        EXPECT_NEAR(again[column][row], matrix[column][row], 1e-9) << c.degrees.x;
      }
    }
  }
}

TEST(TransformText, MatricesThatPartsCannotReproduceAreReported) {
  glm::dmat4 shear(1.0);
  shear[1][0] = 0.3;
  glm::dmat4 flat(1.0);
  flat[2][2] = 0.0;
  glm::dmat4 lost(1.0);
  lost[0][0] = std::numeric_limits<double>::quiet_NaN();
  for (const glm::dmat4& matrix : {shear, flat, lost}) EXPECT_FALSE(partsOf(matrix).isWhole);
}

TEST(TransformText, MatricesAreWrittenInRows) {
  glm::dmat4 matrix(1.0);
  matrix[3] = {0.1, -0.0, 3, 1};
  EXPECT_EQ(matrixText(matrix), "( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0.1, 0, 3, 1) )");
}

}  // namespace usdscope
