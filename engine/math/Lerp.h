// SPDX-License-Identifier: Apache-2.0
#pragma once

// Interpolates numbers, vectors, matrices and quaternions. engine/stage/resolve/Interpolation.h
// chooses which types of values are interpolated.

#include <span>

#include "engine/math/Types.h"

namespace usdscope {

/// Returns `(1 - t) a + t b`, rounded as the reference does, so that halfs agree to the last bit:
/// weights are doubles; scalars are rounded once, components of vectors and matrices after each
/// product and after the sum. `t` may be outside of [0, 1].
double lerp(double t, double a, double b);
float lerp(double t, float a, float b);
Half lerp(double t, Half a, Half b);

namespace detail {
inline double lerpComponent(double t, double a, double b) { return (1.0 - t) * a + t * b; }
float lerpComponent(double t, float a, float b);
Half lerpComponent(double t, Half a, Half b);
}  // namespace detail

template <int N, typename T>
glm::vec<N, T> lerp(double t, const glm::vec<N, T>& a, const glm::vec<N, T>& b) {
  glm::vec<N, T> result;
  for (int i = 0; i < N; ++i) result[i] = detail::lerpComponent(t, a[i], b[i]);
  return result;
}

template <int C, int R, typename T>
glm::mat<C, R, T> lerp(double t, const glm::mat<C, R, T>& a, const glm::mat<C, R, T>& b) {
  glm::mat<C, R, T> result;
  for (int i = 0; i < C; ++i) result[i] = lerp(t, a[i], b[i]);
  return result;
}

template <std::size_t N>
std::array<Half, N> lerp(double t, const std::array<Half, N>& a, const std::array<Half, N>& b) {
  std::array<Half, N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = detail::lerpComponent(t, a[i], b[i]);
  return result;
}

/// These functions apply lerp() to arrays of scalars, and to arrays of the components of vectors or
/// matrices. Requires: the spans have equal sizes, and `result` overlaps neither `a` nor `b`.
void lerpScalars(double t, std::span<const float> a, std::span<const float> b,
                 std::span<float> result);
void lerpComponents(double t, std::span<const float> a, std::span<const float> b,
                    std::span<float> result);
void lerpComponents(double t, std::span<const double> a, std::span<const double> b,
                    std::span<double> result);
void lerpComponents(double t, std::span<const Half> a, std::span<const Half> b,
                    std::span<Half> result);

/// Interpolates along the shorter arc, linearly for nearly equal quaternions. As in GfSlerp, `a`
/// and `b` are not normalised first, and intermediate results are rounded to the element type.
glm::dquat slerp(double t, const glm::dquat& a, const glm::dquat& b);
glm::quat slerp(double t, const glm::quat& a, const glm::quat& b);
HalfQuat slerp(double t, const HalfQuat& a, const HalfQuat& b);

/// Applies slerp() to arrays; requirements as for lerpScalars().
void slerpEach(double t, std::span<const glm::quat> a, std::span<const glm::quat> b,
               std::span<glm::quat> result);

}  // namespace usdscope
