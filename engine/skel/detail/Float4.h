// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "engine/math/Types.h"

namespace usdscope {

/// Four floats in one register; arithmetic is by element, plain floats count four times.
using Float4 = float __attribute__((vector_size(16)));

/// Rows and columns exchanged: afterwards `a` holds the first elements of all four, and so on.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
  const Float4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Float4 cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Float4 abHigh = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float4 cdHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(abHigh, cdHigh, 0, 1, 4, 5);
  d = __builtin_shufflevector(abHigh, cdHigh, 2, 3, 6, 7);
}

/// 1 / sqrt(x); of zero (and less) zero.
inline Float4 inverseSqrt(Float4 x) {
  for (int i = 0; i < 4; ++i) x[i] = x[i] > 0.0f ? 1.0f / std::sqrt(x[i]) : 0.0f;
  return x;
}

/// Three coordinates of as many points as a register has elements.
template <typename Lanes>
struct PointLanes {
  Lanes x, y, z;
};
using Points4 = PointLanes<Float4>;

template <typename Lanes>
[[gnu::always_inline]] inline PointLanes<Lanes> operator+(const PointLanes<Lanes>& a,
                                                          const PointLanes<Lanes>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <typename Lanes>
[[gnu::always_inline]] inline PointLanes<Lanes> operator-(const PointLanes<Lanes>& a,
                                                          const PointLanes<Lanes>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <typename Lanes>
[[gnu::always_inline]] inline PointLanes<Lanes> operator*(const PointLanes<Lanes>& a,
                                                          const Lanes& b) {
  return {a.x * b, a.y * b, a.z * b};
}
template <typename Lanes>
[[gnu::always_inline]] inline PointLanes<Lanes> cross(const PointLanes<Lanes>& a,
                                                      const PointLanes<Lanes>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Float4 dot(const Points4& a, const Points4& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// An affine map by its columns, the translation last.
struct alignas(64) Columns {
  Float4 c[4];

  explicit Columns(const glm::dmat4& matrix) {
    for (int i = 0; i < 4; ++i) {
      c[i] = Float4{float(matrix[i].x), float(matrix[i].y), float(matrix[i].z), 0.0f};
    }
  }
  explicit Columns(const glm::dmat3& matrix) : Columns(glm::dmat4(matrix)) { c[3] = Float4{}; }

  Float4 operator()(const glm::vec3& p) const {
    return c[0] * p.x + c[1] * p.y + c[2] * p.z + c[3];
  }
  template <typename Lanes>
  [[gnu::always_inline]] PointLanes<Lanes> operator()(const PointLanes<Lanes>& p) const {
    return {c[0][0] * p.x + c[1][0] * p.y + c[2][0] * p.z + c[3][0],
            c[0][1] * p.x + c[1][1] * p.y + c[2][1] * p.z + c[3][1],
            c[0][2] * p.x + c[1][2] * p.y + c[2][2] * p.z + c[3][2]};
  }
};

}  // namespace usdscope
