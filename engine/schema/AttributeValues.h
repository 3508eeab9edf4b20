// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/stage/Property.h"

namespace usdscope {

/// Returns the value of an attribute, or its schema fallback, if it has exactly this type.
template <typename T>
std::optional<T> readValue(const Prim& prim, Token attribute, TimeCode time = {}) {
  const Attribute found = prim.attribute(attribute);
  if (!found) return std::nullopt;
  const Value value = found.value(time);
  const T* object = value.find<T>();
  return object ? std::optional<T>(*object) : std::nullopt;
}

/// Returns the elements of an attribute with array type, or of its schema fallback; none if it has
/// another type.
template <typename T>
Array<T> readArray(const Prim& prim, Token attribute, TimeCode time = {}) {
  return readValue<Array<T>>(prim, attribute, time).value_or(Array<T>());
}

/// Returns the composed value of a metadata field, else the schema's fallback; empty if there is
/// neither.
inline Value metadataOrFallback(const Property& property, Token field) {
  Value value = property.metadata(field);
  if (!value.isEmpty()) return value;
  const PropertyDefinition* definition = property.prim().definition().findProperty(property.name());
  const Value* fallback = definition ? definition->findMetadata(field) : nullptr;
  return fallback ? *fallback : Value();
}

}  // namespace usdscope
