// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Interpolate.h"

#include <cmath>

namespace usdscope {
namespace {

glm::dquat slerpInDouble(double t, const glm::dquat& a, const glm::dquat& b) {
  double cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const bool flip = cosine < 0.0;
  if (flip) cosine = -cosine;

  double fromA = 1.0 - t;
  double fromB = t;
  if (1.0 - cosine > 0.00001) {
    const double angle = std::acos(cosine);
    const double sine = std::sin(angle);
    fromA = std::sin((1.0 - t) * angle) / sine;
    fromB = std::sin(t * angle) / sine;
  }
  if (flip) fromB = -fromB;
  return {fromA * a.w + fromB * b.w, fromA * a.x + fromB * b.x, fromA * a.y + fromB * b.y,
          fromA * a.z + fromB * b.z};
}

glm::dquat widen(const HalfQuat& q) {
  return {float(q.ijkr[3]), float(q.ijkr[0]), float(q.ijkr[1]), float(q.ijkr[2])};
}

}  // namespace

double lerp(double t, double a, double b) { return (1.0 - t) * a + t * b; }

float lerp(double t, float a, float b) {
  return static_cast<float>((1.0 - t) * double(a) + t * double(b));
}

Half lerp(double t, Half a, Half b) {
  return Half(static_cast<float>((1.0 - t) * double(float(a)) + t * double(float(b))));
}

glm::dquat slerp(double t, const glm::dquat& a, const glm::dquat& b) {
  return slerpInDouble(t, a, b);
}

glm::quat slerp(double t, const glm::quat& a, const glm::quat& b) {
  return glm::quat(slerpInDouble(t, glm::dquat(a), glm::dquat(b)));
}

HalfQuat slerp(double t, const HalfQuat& a, const HalfQuat& b) {
  const glm::quat q(slerpInDouble(t, widen(a), widen(b)));
  return {{Half(q.x), Half(q.y), Half(q.z), Half(q.w)}};
}

}  // namespace usdscope
