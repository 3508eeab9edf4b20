// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/scene/Scene.h"

namespace usdscope {

/// The value of an output of a MaterialX node: up to four components. Each is
/// `scale * texture[channel] + bias`, or only `bias` if there is no texture.
///
/// Only this much of a network is kept: sums and products with constants are exact, and products of
/// textures are not possible.
struct ShadeValue {
  int size = 3;  ///< Number of components, from 1 to 4.
  glm::vec4 bias{0.0f};
  /// The texture. Its own scale, bias and channel are not used.
  std::optional<TextureUse> texture = std::nullopt;
  Token texCoords = {};  ///< The primvar of the texture's coordinates; empty for the usual one.
  glm::vec4 scale{0.0f};
  glm::ivec4 channel{0, 1, 2, 3};
  /// The primvar of the geometry that replaces the value, such as `displayColor`; empty if none.
  Token primvar = {};

  static ShadeValue constant(float value) { return {.size = 1, .bias = glm::vec4(value)}; }
  static ShadeValue constant(const glm::vec3& value) {
    return {.size = 3, .bias = glm::vec4(value, 1.0f)};
  }
  static ShadeValue constant(const glm::vec4& value, int size) {
    return {.size = size, .bias = value};
  }

  bool isConstant() const { return !texture && !primvar; }
  bool isTexture() const { return texture.has_value(); }
  float number() const { return bias[0]; }
  glm::vec3 color() const { return size == 1 ? glm::vec3(bias[0]) : glm::vec3(bias); }
  /// Whether the value is the constant `number` in all components.
  bool is(float number) const;

  /// Returns the value with `count` components. One component becomes all, and missing ones are 0,
  /// an alpha 1.
  ShadeValue resized(int count) const;
  /// Returns the value whose components are those of this value with these indices.
  ShadeValue picked(const glm::ivec4& components, int count) const;
  /// Returns `factor * value + offset`.
  ShadeValue affine(const glm::vec4& factor, const glm::vec4& offset) const;
};

/// Returns a sum or a product. Empty if the values cannot be combined to one texture.
std::optional<ShadeValue> added(const ShadeValue& a, const ShadeValue& b);
std::optional<ShadeValue> multiplied(const ShadeValue& a, const ShadeValue& b);
/// Returns `background * (1 - mask) + foreground * mask`.
std::optional<ShadeValue> mixed(const ShadeValue& background, const ShadeValue& foreground,
                                const ShadeValue& mask);

}  // namespace usdscope
