// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/writer/ValuePacking.h"

#include <array>
#include <cstring>
#include <optional>

#include "engine/layer/Arcs.h"

namespace usdscope::usdc {
namespace {

// The first versions that support a type.
constexpr std::uint8_t kTimeCodesSince = 9;
constexpr std::uint8_t kPathExpressionsSince = 10;
constexpr std::uint8_t kDurationsSince = 16;

// Returns a component as a signed byte if it is exact and not -0.
template <typename Component>
std::optional<std::int8_t> asByte(Component component) {
  double number = 0.0;
  if constexpr (std::is_same_v<Component, Half>) {
    number = static_cast<double>(float(component));
  } else {
    number = static_cast<double>(component);
  }
  if (!(number >= -128.0 && number <= 127.0)) return std::nullopt;
  const auto byte = static_cast<std::int8_t>(number);
  if (static_cast<double>(byte) != number) return std::nullopt;
  if (byte == 0 && std::signbit(number)) return std::nullopt;
  return byte;
}

// Returns the word of an inlined vector or matrix: its components, or its diagonal.
template <typename T>
std::optional<std::uint32_t> inlinedWord(const T&) {
  return std::nullopt;
}
template <glm::length_t N, typename C>
std::optional<std::uint32_t> inlinedWord(const glm::vec<N, C>& vector) {
  std::array<std::int8_t, 4> bytes{};
  for (glm::length_t i = 0; i < N; ++i) {
    const auto byte = asByte(vector[i]);
    if (!byte) return std::nullopt;
    bytes[static_cast<std::size_t>(i)] = *byte;
  }
  return std::bit_cast<std::uint32_t>(bytes);
}
template <glm::length_t N, typename C>
std::optional<std::uint32_t> inlinedWord(const glm::mat<N, N, C>& matrix) {
  std::array<std::int8_t, 4> bytes{};
  for (glm::length_t row = 0; row < N; ++row) {
    for (glm::length_t column = 0; column < N; ++column) {
      const auto byte = asByte(matrix[row][column]);
      if (!byte || (row != column && *byte != 0)) return std::nullopt;
      if (row == column) bytes[static_cast<std::size_t>(row)] = *byte;
    }
  }
  return std::bit_cast<std::uint32_t>(bytes);
}
template <std::size_t N>
std::optional<std::uint32_t> inlinedWord(const std::array<Half, N>& vector) {
  std::array<std::int8_t, 4> bytes{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto byte = asByte(vector[i]);
    if (!byte) return std::nullopt;
    bytes[i] = *byte;
  }
  return std::bit_cast<std::uint32_t>(bytes);
}
std::optional<std::uint32_t> inlinedWord(double number) {
  const auto narrow = static_cast<float>(number);
  if (std::bit_cast<std::uint64_t>(static_cast<double>(narrow)) !=
      std::bit_cast<std::uint64_t>(number)) {
    return std::nullopt;
  }
  return std::bit_cast<std::uint32_t>(narrow);
}
std::optional<std::uint32_t> inlinedWord(std::int64_t number) {
  const auto narrow = static_cast<std::int32_t>(number);
  return narrow == number ? std::optional(static_cast<std::uint32_t>(narrow)) : std::nullopt;
}
std::optional<std::uint32_t> inlinedWord(std::uint64_t number) {
  const auto narrow = static_cast<std::uint32_t>(number);
  return narrow == number ? std::optional(narrow) : std::nullopt;
}

template <typename T>
std::string_view bytesOf(const T& item) {
  return {reinterpret_cast<const char*>(&item), sizeof item};
}

/// Packs single values. Has an overload for each C++ type of USDSCOPE_VALUE_TYPES.
class SinglePacker {
 public:
  SinglePacker(Packing& to, CrateType type) : to_(to), type_(type) {}

  ValueRep pack(bool value) { return makeInlinedRep(type_, value ? 1 : 0); }
  ValueRep pack(const TimeCodeValue& value) {
    to_.sink.need(kTimeCodesSince);
    return makeRep(type_, to_.sink.place(bytesOf(value.time)));
  }
  ValueRep pack(const DurationValue& value) {
    to_.sink.need(kDurationsSince);
    return makeRep(type_, to_.sink.place(bytesOf(value.time)));
  }
  ValueRep pack(const std::string& value) { return makeInlinedRep(type_, to_.sink.string(value)); }
  ValueRep pack(Token value) { return makeInlinedRep(type_, to_.sink.token(value)); }
  ValueRep pack(const AssetPath& value) {
    return makeInlinedRep(type_, to_.sink.token(value.authored));
  }
  ValueRep pack(const PathExpression& value) {
    to_.sink.need(kPathExpressionsSince);
    // The reference reads inlined values of this type as empty.
    return makeRep(type_, to_.sink.place(bytesOf(to_.sink.string(value.text))));
  }
  ValueRep pack(OpaqueValue) { return kNoRep; }
  template <typename Element>
  ValueRep pack(const Array<Element>&) {
    return kNoRep;  // Has its own function.
  }

  // Numbers, vectors, matrices and quaternions.
  template <typename T>
  ValueRep pack(const T& value) {
    if constexpr (sizeof(T) <= sizeof(std::uint32_t)) {
      std::uint32_t word = 0;
      std::memcpy(&word, static_cast<const void*>(&value), sizeof value);
      return makeInlinedRep(type_, word);
    } else {
      if (const auto word = inlinedWord(value)) return makeInlinedRep(type_, *word);
      return makeRep(type_, to_.sink.place(bytesOf(value)));
    }
  }

 private:
  Packing& to_;
  CrateType type_;
};

}  // namespace

CrateType crateTypeOf(ValueKind kind) {
  switch (kind) {
    // These kinds have equal names in both enums.
#define USDSCOPE_SAME(Kind) \
  case ValueKind::Kind:     \
    return CrateType::Kind;
    USDSCOPE_SAME(Bool)
    USDSCOPE_SAME(UChar)
    USDSCOPE_SAME(Int)
    USDSCOPE_SAME(UInt)
    USDSCOPE_SAME(Int64)
    USDSCOPE_SAME(UInt64)
    USDSCOPE_SAME(Half)
    USDSCOPE_SAME(Float)
    USDSCOPE_SAME(Double)
    USDSCOPE_SAME(TimeCode)
    USDSCOPE_SAME(Duration)
    USDSCOPE_SAME(String)
    USDSCOPE_SAME(Token)
    USDSCOPE_SAME(Asset)
    USDSCOPE_SAME(PathExpression)
    USDSCOPE_SAME(Int2)
    USDSCOPE_SAME(Int3)
    USDSCOPE_SAME(Int4)
    USDSCOPE_SAME(Half2)
    USDSCOPE_SAME(Half3)
    USDSCOPE_SAME(Half4)
    USDSCOPE_SAME(Float2)
    USDSCOPE_SAME(Float3)
    USDSCOPE_SAME(Float4)
    USDSCOPE_SAME(Double2)
    USDSCOPE_SAME(Double3)
    USDSCOPE_SAME(Double4)
    USDSCOPE_SAME(Matrix2d)
    USDSCOPE_SAME(Matrix3d)
    USDSCOPE_SAME(Matrix4d)
    USDSCOPE_SAME(Quath)
    USDSCOPE_SAME(Quatf)
    USDSCOPE_SAME(Quatd)
#undef USDSCOPE_SAME
    case ValueKind::Opaque:
    case ValueKind::Other:
      break;
  }
  return {};
}

ValueRep packValue(Packing& to, const Value& value) {
  const CrateType type = crateTypeOf(value.kind());
  if (type == CrateType{}) return packComposite(to, value);
  if (value.isArray()) return packArray(to, value);
  ValueRep rep;
  visitData(value, [&](const auto& data) { rep = SinglePacker(to, type).pack(data); });
  return rep;
}

}  // namespace usdscope::usdc
