// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/ShadeValue.h"

#include <algorithm>

namespace usdscope {
namespace {

// Whether two values read the same texture in the same way, component by component.
bool hasSameSource(const ShadeValue& a, const ShadeValue& b) {
  if (!a.texture || !b.texture || a.texCoords != b.texCoords || a.primvar || b.primvar)
    return false;
  if (*a.texture != *b.texture) return false;
  for (int i = 0; i < a.size; ++i) {
    if (a.channel[i] != b.channel[i]) return false;
  }
  return true;
}

bool isEqual(const ShadeValue& a, const ShadeValue& b) {
  if (a.primvar != b.primvar || a.isTexture() != b.isTexture()) return false;
  if (a.texture && !hasSameSource(a, b)) return false;
  for (int i = 0; i < a.size; ++i) {
    if (a.bias[i] != b.bias[i] || (a.texture && a.scale[i] != b.scale[i])) return false;
  }
  return true;
}

}  // namespace

bool ShadeValue::is(float number) const {
  if (!isConstant()) return false;
  for (int i = 0; i < size; ++i) {
    if (bias[i] != number) return false;
  }
  return true;
}

ShadeValue ShadeValue::resized(int count) const {
  if (count == size) return *this;
  ShadeValue result = picked(size == 1 ? glm::ivec4(0) : glm::ivec4(0, 1, 2, 3), count);
  for (int i = size; size > 1 && i < count; ++i) {
    result.scale[i] = 0.0f;
    result.bias[i] = i == 3 ? 1.0f : 0.0f;
  }
  return result;
}

ShadeValue ShadeValue::picked(const glm::ivec4& components, int count) const {
  ShadeValue result = *this;
  result.size = count;
  for (int i = 0; i < 4; ++i) {
    const int from = std::clamp(components[i], 0, 3);
    result.bias[i] = bias[from];
    result.scale[i] = scale[from];
    result.channel[i] = channel[from];
  }
  return result;
}

ShadeValue ShadeValue::affine(const glm::vec4& factor, const glm::vec4& offset) const {
  ShadeValue result = *this;
  result.bias = factor * bias + offset;
  result.scale = factor * scale;
  return result;
}

std::optional<ShadeValue> added(const ShadeValue& first, const ShadeValue& second) {
  const int size = std::max(first.size, second.size);
  const ShadeValue a = first.resized(size);
  const ShadeValue b = second.resized(size);
  if (b.isConstant()) return a.affine(glm::vec4(1.0f), b.bias);
  if (a.isConstant()) return b.affine(glm::vec4(1.0f), a.bias);
  if (!hasSameSource(a, b)) return std::nullopt;
  ShadeValue sum = a;
  sum.bias += b.bias;
  sum.scale += b.scale;
  return sum;
}

std::optional<ShadeValue> multiplied(const ShadeValue& first, const ShadeValue& second) {
  const int size = std::max(first.size, second.size);
  const ShadeValue a = first.resized(size);
  const ShadeValue b = second.resized(size);
  const ShadeValue& factor = b.isConstant() ? b : a;
  const ShadeValue& other = b.isConstant() ? a : b;
  if (!factor.isConstant()) return std::nullopt;
  if (factor.is(0.0f)) return ShadeValue::constant(glm::vec4(0.0f), size);
  if (other.primvar && !factor.is(1.0f)) return std::nullopt;
  return other.affine(factor.bias, glm::vec4(0.0f));
}

std::optional<ShadeValue> mixed(const ShadeValue& background, const ShadeValue& foreground,
                                const ShadeValue& mask) {
  const int size = std::max(background.size, foreground.size);
  const ShadeValue bg = background.resized(size);
  const ShadeValue fg = foreground.resized(size);
  if (mask.is(0.0f) || isEqual(bg, fg)) return bg;
  if (mask.is(1.0f)) return fg;
  const ShadeValue m = mask.resized(size);
  const auto front = multiplied(fg, m);
  const auto back = multiplied(bg, m.affine(glm::vec4(-1.0f), glm::vec4(1.0f)));
  return front && back ? added(*back, *front) : std::nullopt;
}

}  // namespace usdscope
