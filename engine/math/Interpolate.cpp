// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Interpolate.h"

#include <cmath>

namespace usdscope {
namespace {

Half halfOf(double value) { return Half(static_cast<float>(value)); }

// What a step of the reference leaves of a double when it is kept in the type T.
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

// Weights for components that are stored as T. `cosine` is that of half the angle of rotation.
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
