// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "engine/value/Value.h"

namespace usdscope {

/// The meaning of a type name in scene description: `float3[]`, `color3f`, `Vec3f`.
struct TypeName {
  Token name;                         ///< Canonical: `color3f`, `float3[]`.
  ValueKind kind = ValueKind::Other;  ///< The kind of the elements.
  bool isArray = false;
  Token role;  ///< `Point`, `Normal`, `Vector`, `Color`, `TextureCoordinate`, `Frame`, `Group` or
               ///< empty.
  Value defaultValue;  ///< Zero, identity, or the empty array.
};

/// Finds a type by its name or an alias. Returns null for unknown names.
const TypeName* findTypeName(Token name);

/// The type without a role whose values have this kind.
const TypeName& typeNameOf(ValueKind kind, bool isArray);

}  // namespace usdscope
