// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "engine/base/Token.h"
#include "engine/math/Types.h"
#include "engine/value/Array.h"
#include "engine/value/Scalars.h"

namespace usdscope {

// All types of attribute values: kind, C++ type, C++ type in arrays.
// Roles (point3f, color3f, …) do not have a row: see TypeName.
#define USDSCOPE_VALUE_TYPES(X)                     \
  X(Bool, bool, BoolByte)                           \
  X(UChar, std::uint8_t, std::uint8_t)              \
  X(Int, std::int32_t, std::int32_t)                \
  X(UInt, std::uint32_t, std::uint32_t)             \
  X(Int64, std::int64_t, std::int64_t)              \
  X(UInt64, std::uint64_t, std::uint64_t)           \
  X(Half, Half, Half)                               \
  X(Float, float, float)                            \
  X(Double, double, double)                         \
  X(TimeCode, TimeCodeValue, TimeCodeValue)         \
  X(Duration, DurationValue, DurationValue)         \
  X(String, std::string, std::string)               \
  X(Token, Token, Token)                            \
  X(Asset, AssetPath, AssetPath)                    \
  X(PathExpression, PathExpression, PathExpression) \
  X(Int2, glm::ivec2, glm::ivec2)                   \
  X(Int3, glm::ivec3, glm::ivec3)                   \
  X(Int4, glm::ivec4, glm::ivec4)                   \
  X(Half2, HalfVec2, HalfVec2)                      \
  X(Half3, HalfVec3, HalfVec3)                      \
  X(Half4, HalfVec4, HalfVec4)                      \
  X(Float2, glm::vec2, glm::vec2)                   \
  X(Float3, glm::vec3, glm::vec3)                   \
  X(Float4, glm::vec4, glm::vec4)                   \
  X(Double2, glm::dvec2, glm::dvec2)                \
  X(Double3, glm::dvec3, glm::dvec3)                \
  X(Double4, glm::dvec4, glm::dvec4)                \
  X(Matrix2d, glm::dmat2, glm::dmat2)               \
  X(Matrix3d, glm::dmat3, glm::dmat3)               \
  X(Matrix4d, glm::dmat4, glm::dmat4)               \
  X(Quath, HalfQuat, HalfQuat)                      \
  X(Quatf, glm::quat, glm::quat)                    \
  X(Quatd, glm::dquat, glm::dquat)                  \
  X(Opaque, OpaqueValue, OpaqueValue)

/// The type of a value. All but Other are data types, which attributes can have.
enum class ValueKind : std::uint8_t {
#define USDSCOPE_KIND(Kind, Type, Element) Kind,
  USDSCOPE_VALUE_TYPES(USDSCOPE_KIND)
#undef USDSCOPE_KIND
      Other,  ///< Types that only fields of specs have: dictionaries, list ops, blocks, …
};

/// True when values of this kind, and arrays of equal length, are interpolated linearly (or
/// spherically) between samples instead of held.
bool isInterpolating(ValueKind kind);

/// Describes one C++ type that a Value can hold. There is one instance per type, compared by
/// address.
struct ValueType {
  ValueKind kind = ValueKind::Other;  ///< For arrays, the kind of the elements.
  bool isArray = false;
  bool isBoxed = false;  ///< The Value holds a reference-counted pointer to the object.
  bool (*equal)(const void* a, const void* b) = nullptr;
  void (*copy)(void* to, const void* from) = nullptr;  ///< For non-trivial in-place types.
  /// For non-trivial in-place types; for boxed types it deletes the box.
  void (*destroy)(void* object) = nullptr;
};

/// The ValueKind of a C++ type, and whether the type is an array.
template <typename T>
struct ValueKindOf {
  static constexpr ValueKind kKind = ValueKind::Other;
  static constexpr bool kIsArray = false;
};
#define USDSCOPE_KIND_OF(Kind, Type, Element)           \
  template <>                                           \
  struct ValueKindOf<Type> {                            \
    static constexpr ValueKind kKind = ValueKind::Kind; \
    static constexpr bool kIsArray = false;             \
  };                                                    \
  template <>                                           \
  struct ValueKindOf<Array<Element>> {                  \
    static constexpr ValueKind kKind = ValueKind::Kind; \
    static constexpr bool kIsArray = true;              \
  };
USDSCOPE_VALUE_TYPES(USDSCOPE_KIND_OF)
#undef USDSCOPE_KIND_OF

}  // namespace usdscope
