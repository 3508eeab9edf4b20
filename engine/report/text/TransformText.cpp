// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/TransformText.h"

#include <fmt/format.h>

#include <cmath>

namespace usdscope {
namespace {

constexpr double kDegrees = 57.295779513082320877;
// Two unit axes are perpendicular if their dot product is at most this.
constexpr double kSquare = 1e-5;

bool isFinite(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(m[c][r])) return false;
    }
  }
  return true;
}

// The angles of a rotation Rz · Ry · Rx.
glm::dvec3 turns(const glm::dmat3& m) {
  const double level = std::hypot(m[0][0], m[0][1]);
  if (level < 1e-9) return {std::atan2(-m[2][1], m[1][1]), std::atan2(-m[0][2], level), 0.0};
  return {std::atan2(m[1][2], m[2][2]), std::atan2(-m[0][2], level), std::atan2(m[0][1], m[0][0])};
}

}  // namespace

TransformParts partsOf(const glm::dmat4& matrix) {
  TransformParts parts;
  parts.translation = glm::dvec3(matrix[3]);
  glm::dmat3 axes(matrix);
  if (!isFinite(matrix)) {
    parts.isWhole = false;
    return parts;
  }
  for (int i = 0; i < 3; ++i) parts.scale[i] = glm::length(axes[i]);
  if (glm::determinant(axes) < 0.0) parts.scale = -parts.scale;
  for (int i = 0; i < 3; ++i) {
    if (parts.scale[i] == 0.0) {
      parts.isWhole = false;
      return parts;
    }
    axes[i] /= parts.scale[i];
  }
  for (int i = 0; i < 3; ++i) {
    if (std::abs(glm::dot(axes[i], axes[(i + 1) % 3])) > kSquare) parts.isWhole = false;
  }
  const glm::dvec3 across = axes[1] - axes[0] * glm::dot(axes[0], axes[1]);
  const double length = glm::length(across);
  if (!(length > 0.0)) return parts;
  const glm::dvec3 y = across / length;
  parts.rotationDegrees = turns(glm::dmat3(axes[0], y, glm::cross(axes[0], y))) * kDegrees;
  return parts;
}

std::string matrixText(const glm::dmat4& m) {
  std::string text = "( ";
  for (int row = 0; row < 4; ++row) {
    // USD uses row vectors, so its rows are our columns. Adding 0.0 turns -0 into 0.
    text += fmt::format("{}({}, {}, {}, {})", row == 0 ? "" : ", ", m[row][0] + 0.0,
                        m[row][1] + 0.0, m[row][2] + 0.0, m[row][3] + 0.0);
  }
  return text + " )";
}

}  // namespace usdscope
