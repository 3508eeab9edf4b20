// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "engine/value/Value.h"

namespace usdscope {

/// What a type name of scene description (`float3[]`, `color3f`, `Vec3f`) stands for.
struct TypeName {
  Token name;                         ///< Canonical: `color3f`, `float3[]`.
  ValueKind kind = ValueKind::Other;  ///< Of the elements.
  bool isArray = false;
  Token role;  ///< `Point`, `Normal`, `Vector`, `Color`, `TextureCoordinate`, `Frame`, `Group` or
               ///< empty.
  Value defaultValue;  ///< Zero, identity, or the empty array.
};

/// The type that a name or one of its aliases stands for; null when there is none.
const TypeName* findTypeName(Token name);

/// The plain type (without a role) whose values are of this kind.
const TypeName& typeNameOf(ValueKind kind, bool isArray);

}  // namespace usdscope
