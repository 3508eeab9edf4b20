// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/DualQuaternion.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/skel/detail/SkinKernels.h"

namespace usdscope {

TEST(DualQuaternion, AScaleDiffersFromTheIdentity) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    const char* name;
    int column;
    int row;
    double element;
    bool isScaling;
  } cases[] = {
      {"identity", 0, 0, 1.0, false}, {"nearly the identity", 1, 1, 1.0 + 5e-7, false},
      {"scale", 2, 2, 1.01, true},    {"shear", 0, 1, 2e-6, true},
      {"mirror", 1, 1, -1.0, true},   {"not a number", 2, 0, nan, true},
  };
  for (const auto& c : cases) {
    glm::dmat3 matrix(1.0);
    matrix[c.column][c.row] = c.element;
    EXPECT_EQ(isScaling(matrix), c.isScaling) << c.name;
  }
}

TEST(DualQuaternion, KernelsChooseTheSignsOfDoublePrecision) {
  std::vector<glm::dmat4> matrices;
  for (int i = 0; i < 12; ++i) {
    matrices.push_back(glm::rotate(glm::dmat4(1.0), 0.5 * i, glm::dvec3(0.6, 0.0, 0.8)));
  }
  const RigidJoints rigid(matrices);
  const detail::DualQuaternionJoints kernel(matrices, false);
  for (std::size_t pivot = 0; pivot < matrices.size(); ++pivot) {
    for (std::size_t joint = 0; joint < matrices.size(); ++joint) {
      const double dot = glm::dot(rigid.motions[joint].real, rigid.motions[pivot].real);
      EXPECT_EQ(double(kernel.sign(pivot, joint)), blendSign(dot)) << pivot << ' ' << joint;
    }
  }
}

}  // namespace usdscope
