// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/ScaleFactors.h"

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>

namespace usdscope::detail {
namespace {

constexpr double kSmallest = 1e-10;  // The smallest square of a factor.
constexpr int kMostSweeps = 50;

// Turns the plane of the axes p and q so that the element (p, q) of the symmetric matrix vanishes.
void turn(glm::dmat3& symmetric, glm::dmat3& axes, int p, int q) {
  const double theta = (symmetric[q][q] - symmetric[p][p]) / (2.0 * symmetric[p][q]);
  const double tangent =
      (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double cosine = 1.0 / std::sqrt(tangent * tangent + 1.0);
  glm::dmat3 rotation(1.0);
  rotation[p][p] = rotation[q][q] = cosine;
  rotation[q][p] = tangent * cosine;
  rotation[p][q] = -tangent * cosine;
  symmetric = glm::transpose(rotation) * symmetric * rotation;
  symmetric[p][q] = symmetric[q][p] = 0.0;
  axes = axes * rotation;
}

}  // namespace

bool ScaleFactors::isUniform() const {
  constexpr double kTolerance = 1e-5;
  const double low = std::min({scale.x, scale.y, scale.z});
  const double high = std::max({scale.x, scale.y, scale.z});
  return high - low <= kTolerance * std::min(std::abs(low), std::abs(high));
}

ScaleFactors scaleFactorsOf(const glm::dmat3& matrix) {
  // The factors are the roots of the eigenvalues of M Mᵀ, found by Jacobi rotations.
  glm::dmat3 symmetric = glm::transpose(matrix) * matrix;
  glm::dmat3 axes(1.0);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool isDiagonal = true;
    for (const auto& [p, q] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
      const double size = std::abs(symmetric[p][p]) + std::abs(symmetric[q][q]);
      // The negation stops at NaN.
      if (!(std::abs(symmetric[p][q]) > 1e-15 * size)) continue;
      turn(symmetric, axes, p, q);
      isDiagonal = false;
    }
    if (isDiagonal) break;
  }
  ScaleFactors factors;
  const double sign = glm::determinant(matrix) < 0.0 ? -1.0 : 1.0;
  for (int i = 0; i < 3; ++i) {
    const double eigenvalue = symmetric[i][i];
    factors.scale[i] = sign * (eigenvalue < kSmallest ? kSmallest : std::sqrt(eigenvalue));
  }
  const glm::dvec3 turned(axes[1][2] - axes[2][1], axes[2][0] - axes[0][2],
                          axes[0][1] - axes[1][0]);
  const double trace = axes[0][0] + axes[1][1] + axes[2][2];
  factors.isRotated = glm::dot(turned, turned) > kSmallest * kSmallest || trace < 0.0;
  return factors;
}

}  // namespace usdscope::detail
