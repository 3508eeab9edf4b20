// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace usdscope {

/// Four floats that are worked on at once. (Vector extension of GCC and Clang.)
using Lanes = float __attribute__((vector_size(16)));

inline Lanes loadLanes(const float* from) {
  Lanes result;
  __builtin_memcpy(&result, from, sizeof result);
  return result;
}

/// Rows become columns.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  const Lanes ab0 = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Lanes ab1 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Lanes cd0 = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Lanes cd1 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

/// Three components of four vectors.
struct Lanes3 {
  Lanes x, y, z;
};

inline Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Unit length; zero stays zero.
inline Lanes3 normalizedOrZero(const Lanes3& v) {
  const Lanes squares = dot(v, v);
  const Lanes safe = squares > 0.0f ? squares : Lanes{1, 1, 1, 1};
  const Lanes scale =
      1.0f / Lanes{std::sqrt(safe[0]), std::sqrt(safe[1]), std::sqrt(safe[2]), std::sqrt(safe[3])};
  return {v.x * scale, v.y * scale, v.z * scale};
}

}  // namespace usdscope
