// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "engine/math/Types.h"

// Functions with [[gnu::target("avx2…")]] can be compiled; call them only after usesAvx2().
#if defined(__x86_64__) && defined(__GNUC__)
#define USDSCOPE_HAS_AVX2 1
#endif

namespace usdscope {

/// Several numbers in one vector register. Arithmetic is component by component; a plain number is
/// treated like a register with this number in every component. (Vector extension of GCC and
/// Clang.) The names differ from those of ValueKind, which would shadow them.
using Float32x4 = float __attribute__((vector_size(16)));
using Float32x8 = float __attribute__((vector_size(32)));
using Float64x4 = double __attribute__((vector_size(32)));

template <typename Register>
inline constexpr std::size_t kComponents = sizeof(Register) / sizeof(Register{}[0]);

/// Returns whether the processor has AVX2, FMA and F16C.
inline bool usesAvx2() {
#ifdef USDSCOPE_HAS_AVX2
  static const bool kHasAll = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                              __builtin_cpu_supports("f16c");
  return kHasAll;
#else
  return false;
#endif
}

/// Copies between registers and memory of any alignment.
template <typename Register, typename Number>
[[gnu::always_inline]] inline void load(const Number* from, Register& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
template <typename Register, typename Number>
[[gnu::always_inline]] inline void store(const Register& from, Number* to) {
  __builtin_memcpy(to, &from, sizeof from);
}

/// Transposes a four-by-four matrix whose rows are the registers. A Float32x8 has a row of each of
/// two matrices, which are both transposed.
[[gnu::always_inline]] inline void transpose(Float32x4& a, Float32x4& b, Float32x4& c,
                                             Float32x4& d) {
  const Float32x4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Float32x4 cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Float32x4 abHigh = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float32x4 cdHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(abHigh, cdHigh, 0, 1, 4, 5);
  d = __builtin_shufflevector(abHigh, cdHigh, 2, 3, 6, 7);
}
[[gnu::always_inline]] inline void transpose(Float32x8& a, Float32x8& b, Float32x8& c,
                                             Float32x8& d) {
  const Float32x8 ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Float32x8 cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Float32x8 abHigh = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Float32x8 cdHigh = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  a = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13);
  b = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
  c = __builtin_shufflevector(abHigh, cdHigh, 0, 1, 8, 9, 4, 5, 12, 13);
  d = __builtin_shufflevector(abHigh, cdHigh, 2, 3, 10, 11, 6, 7, 14, 15);
}

/// Returns the square roots of the components. Requires: no component is negative.
[[gnu::always_inline]] inline Float32x4 squareRoots(const Float32x4& x) {
#ifdef __SSE__
  return Float32x4(_mm_sqrt_ps(__m128(x)));
#else
  return Float32x4{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
#endif
}

/// Sets `both` to the components of `low`, followed by those of `high`.
[[gnu::always_inline]] inline void join(const Float32x4& low, const Float32x4& high,
                                        Float32x8& both) {
  both = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
[[gnu::always_inline]] inline void split(const Float32x8& both, Float32x4& low, Float32x4& high) {
  low = __builtin_shufflevector(both, both, 0, 1, 2, 3);
  high = __builtin_shufflevector(both, both, 4, 5, 6, 7);
}

/// As many three-component vectors as a register has components.
template <typename Register>
struct WideVec3 {
  Register x, y, z;
};

template <typename Register>
[[gnu::always_inline]] inline WideVec3<Register> operator+(const WideVec3<Register>& a,
                                                           const WideVec3<Register>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <typename Register>
[[gnu::always_inline]] inline WideVec3<Register> operator-(const WideVec3<Register>& a,
                                                           const WideVec3<Register>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <typename Register>
[[gnu::always_inline]] inline WideVec3<Register> operator*(const WideVec3<Register>& a,
                                                           const Register& b) {
  return {a.x * b, a.y * b, a.z * b};
}
template <typename Register>
[[gnu::always_inline]] inline WideVec3<Register> cross(const WideVec3<Register>& a,
                                                       const WideVec3<Register>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Gives every vector unit length. A vector whose squared length is zero or infinite becomes zero.
template <typename Register>
[[gnu::always_inline]] inline void normalizeOrZero(WideVec3<Register>& v) {
  const Register square = v.x * v.x + v.y * v.y + v.z * v.z;
  Register length;
  if constexpr (kComponents<Register> == 8) {
    Float32x4 low;
    Float32x4 high;
    split(square, low, high);
    join(squareRoots(low), squareRoots(high), length);
  } else {
    length = squareRoots(square);
  }
  v = v * (square > 0.0f ? 1.0f / length : Register{});
}

}  // namespace usdscope
