// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Lerp.h"

#include <cassert>
#include <cmath>

#include "engine/math/detail/LerpAvx2.h"

namespace usdscope {
namespace {

Half halfOf(double value) { return Half(static_cast<float>(value)); }

// Rounds as the reference does when it stores a double in the type T.
template <typename T>
double rounded(double value) {
  return static_cast<double>(static_cast<T>(value));
}
template <>
double rounded<Half>(double value) {
  return float(halfOf(value));
}

struct Weights {
  double a;
  double b;
};

// Returns weights for components that are stored as T. `cosine` is of half the rotation angle.
template <typename T>
Weights slerpWeights(double t, double cosine) {
  const bool flip = cosine < 0.0;
  if (flip) cosine = -cosine;
  Weights weights{1.0 - t, t};
  if (1.0 - cosine > 0.00001) {
    const double angle = rounded<T>(std::acos(cosine));
    const double sine = rounded<T>(std::sin(angle));
    weights = {std::sin((1.0 - t) * angle) / sine, std::sin(t * angle) / sine};
  }
  if (flip) weights.b = -weights.b;
  return {rounded<T>(weights.a), rounded<T>(weights.b)};
}

template <typename T>
double weighted(const Weights& weights, double a, double b) {
  return rounded<T>(rounded<T>(weights.a * a) + rounded<T>(weights.b * b));
}

// Plain pointers that do not overlap, so that compilers vectorise the loop.
template <typename T, typename Between>
[[gnu::always_inline]] inline void lerpLoop(double t, const T* __restrict a, const T* __restrict b,
                                            T* __restrict result, std::size_t count,
                                            Between between) {
  for (std::size_t i = 0; i < count; ++i) result[i] = between(t, a[i], b[i]);
}

#ifdef USDSCOPE_HAS_AVX2
// Like lerpLoop(), but compiled for AVX2. The operations, and so the results, are equal.
template <typename T, typename Between>
[[gnu::target("avx2")]] void lerpWide(double t, const T* a, const T* b, T* result,
                                      std::size_t count, Between between) {
  lerpLoop(t, a, b, result, count, between);
}
#endif

template <typename T, typename Between>
void lerpEach(double t, std::span<const T> a, std::span<const T> b, std::span<T> result,
              Between between) {
  assert(a.size() == result.size() && b.size() == result.size());
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2()) return lerpWide(t, a.data(), b.data(), result.data(), result.size(), between);
#endif
  lerpLoop(t, a.data(), b.data(), result.data(), result.size(), between);
}

}  // namespace

double lerp(double t, double a, double b) { return (1.0 - t) * a + t * b; }

float lerp(double t, float a, float b) {
  return static_cast<float>((1.0 - t) * double(a) + t * double(b));
}

Half lerp(double t, Half a, Half b) { return halfOf((1.0 - t) * double(a) + t * double(b)); }

namespace detail {

float lerpComponent(double t, float a, float b) {
  return static_cast<float>((1.0 - t) * double(a)) + static_cast<float>(t * double(b));
}

Half lerpComponent(double t, Half a, Half b) {
  return Half(float(halfOf((1.0 - t) * double(a))) + float(halfOf(t * double(b))));
}

}  // namespace detail

void lerpScalars(double t, std::span<const float> a, std::span<const float> b,
                 std::span<float> result) {
  assert(a.size() == result.size() && b.size() == result.size());
  std::size_t i = 0;
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2()) {
    i = detail::lerpScalarFours(t, a.data(), b.data(), result.data(), result.size());
  }
#endif
  for (; i < result.size(); ++i) result[i] = lerp(t, a[i], b[i]);
}

void lerpComponents(double t, std::span<const float> a, std::span<const float> b,
                    std::span<float> result) {
  assert(a.size() == result.size() && b.size() == result.size());
  std::size_t i = 0;
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2()) {
    i = detail::lerpComponentFours(t, a.data(), b.data(), result.data(), result.size());
  }
#endif
  for (; i < result.size(); ++i) result[i] = detail::lerpComponent(t, a[i], b[i]);
}

void lerpComponents(double t, std::span<const double> a, std::span<const double> b,
                    std::span<double> result) {
  lerpEach(t, a, b, result, [](double s, double x, double y) { return (1.0 - s) * x + s * y; });
}

void lerpComponents(double t, std::span<const Half> a, std::span<const Half> b,
                    std::span<Half> result) {
  assert(a.size() == result.size() && b.size() == result.size());
  std::size_t i = 0;
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2()) i = detail::lerpFours(t, a.data(), b.data(), result.data(), result.size());
#endif
  for (; i < result.size(); ++i) result[i] = detail::lerpComponent(t, a[i], b[i]);
}

void slerpEach(double t, std::span<const glm::quat> a, std::span<const glm::quat> b,
               std::span<glm::quat> result) {
  assert(a.size() == result.size() && b.size() == result.size());
  std::size_t i = 0;
#ifdef USDSCOPE_HAS_AVX2
  if (usesAvx2() && t >= 0.0 && t <= 1.0) {
    i = detail::slerpFours(t, a.data(), b.data(), result.data(), result.size());
  }
#endif
  for (; i < result.size(); ++i) result[i] = slerp(t, a[i], b[i]);
}

glm::dquat slerp(double t, const glm::dquat& a, const glm::dquat& b) {
  const double cosine = ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
  const Weights weights = slerpWeights<double>(t, cosine);
  const auto mixed = [&](double x, double y) { return weighted<double>(weights, x, y); };
  return {mixed(a.w, b.w), mixed(a.x, b.x), mixed(a.y, b.y), mixed(a.z, b.z)};
}

glm::quat slerp(double t, const glm::quat& a, const glm::quat& b) {
  const float cosine = ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
  const Weights weights = slerpWeights<float>(t, double(cosine));
  const auto mixed = [&](float x, float y) {
    return static_cast<float>(weighted<float>(weights, double(x), double(y)));
  };
  return {mixed(a.w, b.w), mixed(a.x, b.x), mixed(a.y, b.y), mixed(a.z, b.z)};
}

HalfQuat slerp(double t, const HalfQuat& a, const HalfQuat& b) {
  const auto product = [&](std::size_t i) { return float(a.ijkr[i]) * float(b.ijkr[i]); };
  const float cosine = float(Half((product(0) + product(1)) + product(2))) + product(3);
  const Weights weights = slerpWeights<Half>(t, double(cosine));
  HalfQuat result;
  for (std::size_t i = 0; i < 4; ++i) {
    result.ijkr[i] = halfOf(weighted<Half>(weights, float(a.ijkr[i]), float(b.ijkr[i])));
  }
  return result;
}

}  // namespace usdscope
