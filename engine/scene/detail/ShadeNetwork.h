// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// Reported for an input whose connections lead back to themselves.
inline constexpr DiagnosticCode kCyclicNetwork{"scene.cyclic-network", Severity::Warning};

/// The source of a shader's input: an attribute with a value, or an output of a shader.
struct ShadeSource {
  Attribute attribute = {};
  Prim shader = {};       ///< False if the input has a value.
  Token output = {};      ///< `outputs:rgb`
  bool isCyclic = false;  ///< The connections form a cycle; the rest is empty.
};

/// Follows the connections of an input through interfaces of materials and node graphs. Empty if
/// there is no such input.
ShadeSource followInput(const Prim& prim, Token name);

/// Returns the `info:id` of a shader.
Token shaderId(const Prim& shader);

/// Whether the source is a UsdPrimvarReader of any type.
bool isPrimvarReader(const ShadeSource& source);

/// Returns the value of a token or string input; empty if a shader drives it.
Token tokenInput(const Prim& shader, Token name, TimeCode time);

/// Returns the shader of the surface of a material: the first that can be drawn of those for
/// `glslfx`, for `mtlx` and for all renderers, as Storm chooses, else of those for others.
std::optional<Prim> surfaceShader(const Prim& material);

/// Returns the value of an input; `fallback` if it has none of this type or a shader drives it.
template <typename T>
T inputValue(const Prim& shader, Token name, const T& fallback, TimeCode time) {
  const ShadeSource source = followInput(shader, name);
  if (source.shader || !source.attribute) return fallback;
  return source.attribute.value(time).valueOr(fallback);
}

}  // namespace usdscope
