// SPDX-License-Identifier: Apache-2.0
#include "engine/value/TypeName.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace usdscope {
namespace {

struct NameRow {
  const char* name;
  ValueKind kind;
  const char* role;
  const char* alias;  // The spelling in older files; empty when there is none.
};

// AOUSD core specification, chapter 6 (data types), and old spellings that Sdf still reads. The
// first row of a kind is its type without a role.
constexpr NameRow kRows[] = {
    {"bool", ValueKind::Bool, "", ""},
    {"uchar", ValueKind::UChar, "", ""},
    {"int", ValueKind::Int, "", ""},
    {"uint", ValueKind::UInt, "", ""},
    {"int64", ValueKind::Int64, "", ""},
    {"uint64", ValueKind::UInt64, "", ""},
    {"half", ValueKind::Half, "", ""},
    {"float", ValueKind::Float, "", ""},
    {"double", ValueKind::Double, "", ""},
    {"timecode", ValueKind::TimeCode, "", ""},
    {"duration", ValueKind::Duration, "", ""},
    {"string", ValueKind::String, "", ""},
    {"token", ValueKind::Token, "", ""},
    {"asset", ValueKind::Asset, "", ""},
    {"pathExpression", ValueKind::PathExpression, "", ""},
    {"int2", ValueKind::Int2, "", "Vec2i"},
    {"int3", ValueKind::Int3, "", "Vec3i"},
    {"int4", ValueKind::Int4, "", "Vec4i"},
    {"half2", ValueKind::Half2, "", "Vec2h"},
    {"half3", ValueKind::Half3, "", "Vec3h"},
    {"half4", ValueKind::Half4, "", "Vec4h"},
    {"float2", ValueKind::Float2, "", "Vec2f"},
    {"float3", ValueKind::Float3, "", "Vec3f"},
    {"float4", ValueKind::Float4, "", "Vec4f"},
    {"double2", ValueKind::Double2, "", "Vec2d"},
    {"double3", ValueKind::Double3, "", "Vec3d"},
    {"double4", ValueKind::Double4, "", "Vec4d"},
    {"matrix2d", ValueKind::Matrix2d, "", "Matrix2d"},
    {"matrix3d", ValueKind::Matrix3d, "", "Matrix3d"},
    {"matrix4d", ValueKind::Matrix4d, "", "Matrix4d"},
    {"quath", ValueKind::Quath, "", "Quath"},
    {"quatf", ValueKind::Quatf, "", "Quatf"},
    {"quatd", ValueKind::Quatd, "", "Quatd"},
    {"opaque", ValueKind::Opaque, "", ""},
    {"point3h", ValueKind::Half3, "Point", ""},
    {"point3f", ValueKind::Float3, "Point", "PointFloat"},
    {"point3d", ValueKind::Double3, "Point", "Point"},
    {"normal3h", ValueKind::Half3, "Normal", ""},
    {"normal3f", ValueKind::Float3, "Normal", "NormalFloat"},
    {"normal3d", ValueKind::Double3, "Normal", "Normal"},
    {"vector3h", ValueKind::Half3, "Vector", ""},
    {"vector3f", ValueKind::Float3, "Vector", "VectorFloat"},
    {"vector3d", ValueKind::Double3, "Vector", "Vector"},
    {"color3h", ValueKind::Half3, "Color", ""},
    {"color3f", ValueKind::Float3, "Color", "ColorFloat"},
    {"color3d", ValueKind::Double3, "Color", "Color"},
    {"color4h", ValueKind::Half4, "Color", ""},
    {"color4f", ValueKind::Float4, "Color", ""},
    {"color4d", ValueKind::Double4, "Color", ""},
    {"texCoord2h", ValueKind::Half2, "TextureCoordinate", ""},
    {"texCoord2f", ValueKind::Float2, "TextureCoordinate", ""},
    {"texCoord2d", ValueKind::Double2, "TextureCoordinate", ""},
    {"texCoord3h", ValueKind::Half3, "TextureCoordinate", ""},
    {"texCoord3f", ValueKind::Float3, "TextureCoordinate", ""},
    {"texCoord3d", ValueKind::Double3, "TextureCoordinate", ""},
    {"frame4d", ValueKind::Matrix4d, "Frame", "Frame"},
    {"group", ValueKind::Opaque, "Group", ""},
    {"Transform", ValueKind::Matrix4d, "Transform", ""},
    {"PointIndex", ValueKind::Int, "PointIndex", ""},
    {"EdgeIndex", ValueKind::Int, "EdgeIndex", ""},
    {"FaceIndex", ValueKind::Int, "FaceIndex", ""},
};

template <typename T>
T defaultOf() {
  return T();
}
template <>
glm::dmat2 defaultOf() {
  return glm::dmat2(1.0);
}
template <>
glm::dmat3 defaultOf() {
  return glm::dmat3(1.0);
}
template <>
glm::dmat4 defaultOf() {
  return glm::dmat4(1.0);
}
template <>
glm::quat defaultOf() {
  return {1.0f, 0.0f, 0.0f, 0.0f};
}
template <>
glm::dquat defaultOf() {
  return {1.0, 0.0, 0.0, 0.0};
}
template <>
HalfQuat defaultOf() {
  return {{Half(), Half(), Half(), Half(1.0f)}};
}

Value defaultValueOf(ValueKind kind, bool isArray) {
  switch (kind) {
#define USDSCOPE_DEFAULT(Kind, Type, Element) \
  case ValueKind::Kind:                       \
    return isArray ? Value(Array<Element>()) : Value(defaultOf<Type>());
    USDSCOPE_VALUE_TYPES(USDSCOPE_DEFAULT)
#undef USDSCOPE_DEFAULT
    case ValueKind::Other:
      break;
  }
  return {};
}

struct TypeTable {
  std::vector<TypeName> types;
  std::unordered_map<Token, std::size_t> byName;
  std::array<std::size_t, std::size_t(ValueKind::Other) * 2> plain = {};

  TypeTable() {
    types.reserve(std::size(kRows) * 2);
    for (const bool isArray : {false, true}) {
      const std::string suffix = isArray ? "[]" : "";
      for (const NameRow& row : kRows) {
        const std::size_t index = types.size();
        const Token name(row.name + suffix);
        types.push_back(
            {name, row.kind, isArray, Token(row.role), defaultValueOf(row.kind, isArray)});
        if (!*row.role) plain[std::size_t(row.kind) * 2 + (isArray ? 1 : 0)] = index;
        if (row.kind == ValueKind::Opaque && isArray) continue;  // These have no type name.
        byName.emplace(name, index);
        if (*row.alias) byName.emplace(Token(row.alias + suffix), index);
      }
    }
  }
};

const TypeTable& table() {
  static const TypeTable instance;
  return instance;
}

}  // namespace

const TypeName* findTypeName(Token name) {
  const TypeTable& t = table();
  const auto found = t.byName.find(name);
  return found == t.byName.end() ? nullptr : &t.types[found->second];
}

const TypeName& typeNameOf(ValueKind kind, bool isArray) {
  assert(kind != ValueKind::Other);
  const TypeTable& t = table();
  return t.types[t.plain[std::size_t(kind) * 2 + (isArray ? 1 : 0)]];
}

}  // namespace usdscope
