// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DisplayValues.h"

#include <cmath>

namespace usdscope {
namespace {

float clamped(float value) { return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f; }

}  // namespace

float linearFromDisplay(float display) {
  const float v = clamped(display);
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

float displayFromLinear(float linear) {
  const float v = clamped(linear);
  return v <= 0.0031308f ? v * 12.92f : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
}

}  // namespace usdscope
