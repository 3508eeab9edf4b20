// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/CrateValues.h"

#include <array>
#include <cstring>
#include <type_traits>

#include "engine/format/usdc/ValueReading.h"
#include "engine/layer/Arcs.h"

namespace usdscope::usdc {
namespace {

// How many components an inlined value has, and how to reach them: those of a vector, or the
// diagonal of a matrix. Inlined components are signed bytes.
template <typename T>
struct Inlined {
  static constexpr bool kIsPossible = false;
};
template <glm::length_t N, typename C>
struct Inlined<glm::vec<N, C>> {
  static constexpr bool kIsPossible = true;
  static glm::vec<N, C> make(const std::array<std::int8_t, 4>& bytes) {
    glm::vec<N, C> vector;
    for (glm::length_t i = 0; i < N; ++i) vector[i] = static_cast<C>(bytes[std::size_t(i)]);
    return vector;
  }
};
template <glm::length_t N, typename C>
struct Inlined<glm::mat<N, N, C>> {
  static constexpr bool kIsPossible = true;
  static glm::mat<N, N, C> make(const std::array<std::int8_t, 4>& bytes) {
    glm::mat<N, N, C> matrix(0);
    for (glm::length_t i = 0; i < N; ++i) matrix[i][i] = static_cast<C>(bytes[std::size_t(i)]);
    return matrix;
  }
};
template <std::size_t N>
struct Inlined<std::array<Half, N>> {
  static constexpr bool kIsPossible = true;
  static std::array<Half, N> make(const std::array<std::int8_t, 4>& bytes) {
    std::array<Half, N> vector;
    for (std::size_t i = 0; i < N; ++i) vector[i] = Half(bytes[i]);
    return vector;
  }
};

// A number, vector or matrix.
template <typename T>
Value readPlain(const ValueReading& reading, ValueRep rep) {
  if (!rep.isInlined()) {
    ByteCursor in = reading.cursorAt(rep.payload());
    const T object = in.read<T>();
    return in.hasFailed() ? Value() : Value(object);
  }
  const std::uint32_t word = rep.inlined();
  if constexpr (sizeof(T) <= sizeof word) {
    T object;
    std::memcpy(static_cast<void*>(&object), &word, sizeof object);
    return Value(object);
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value(static_cast<T>(std::bit_cast<float>(word)));
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>)
      return Value(static_cast<T>(static_cast<std::int32_t>(word)));
    return Value(static_cast<T>(word));
  } else if constexpr (Inlined<T>::kIsPossible) {
    return Value(Inlined<T>::make(std::bit_cast<std::array<std::int8_t, 4>>(word)));
  } else {
    return {};
  }
}

Value readBool(const ValueReading& reading, ValueRep rep) {
  const Value byte = readPlain<std::uint8_t>(reading, rep);
  return byte ? Value(byte.valueOr(std::uint8_t{0}) != 0) : Value();
}

// A time code or a duration.
template <typename T>
Value readTime(const ValueReading& reading, ValueRep rep) {
  const Value time = readPlain<double>(reading, rep);
  return time ? Value(T{time.valueOr(0.0)}) : Value();
}

// A number of up to 32 bits, inlined or not: an index or an enumerator.
std::optional<std::uint32_t> readIndex(const ValueReading& reading, ValueRep rep) {
  if (rep.isInlined()) return rep.inlined();
  ByteCursor in = reading.cursorAt(rep.payload());
  const auto index = in.read<std::uint32_t>();
  return in.hasFailed() ? std::nullopt : std::optional(index);
}

template <typename Enum>
Value readEnum(const ValueReading& reading, ValueRep rep, Enum last) {
  const auto number = readIndex(reading, rep);
  if (!number || *number > static_cast<std::uint32_t>(last)) return {};
  return Value(static_cast<Enum>(*number));
}

Value readVariability(const ValueReading& reading, ValueRep rep) {
  const auto number = readIndex(reading, rep);
  // Files of old had a third one, `config`, which today is read as uniform.
  if (!number || *number > 2) return {};
  return Value(*number == 0 ? Variability::Varying : Variability::Uniform);
}

Value readText(const ValueReading& reading, ValueRep rep) {
  const auto index = readIndex(reading, rep);
  if (!index) return {};
  // Inlined asset paths refer to tokens, all other text but tokens to strings.
  const bool isToken =
      rep.type() == CrateType::Token || (rep.type() == CrateType::Asset && rep.isInlined());
  const auto text = isToken ? reading.token(*index) : reading.string(*index);
  if (!text) return {};
  switch (rep.type()) {
    case CrateType::String:
      return Value(text->string());
    case CrateType::Asset:
      return Value(AssetPath{.authored = text->string(), .evaluated = {}, .resolved = {}});
    case CrateType::PathExpression:
      return Value(PathExpression{text->string()});
    default:
      return Value(*text);
  }
}

}  // namespace

bool ValueReading::spend(std::uint64_t count, std::size_t itemByteSize) {
  if (count > bytesLeft_ / itemByteSize) return false;
  bytesLeft_ -= count * itemByteSize;
  return true;
}

std::optional<std::size_t> ValueReading::readCount(ByteCursor& in, std::size_t storedByteSize,
                                                   std::size_t itemByteSize) {
  const auto count = in.read<std::uint64_t>();
  if (in.hasFailed() || count > in.remaining() / storedByteSize || !spend(count, itemByteSize)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(count);
}

Value ValueReading::readNested(ValueRep rep) {
  if (depth_ >= kMaxDepth || !spend(1, sizeof(Value))) return {};
  ++depth_;
  Value value = readValue(*this, rep);
  --depth_;
  return value;
}

std::optional<Token> ValueReading::token(std::uint32_t number) const {
  const auto& tokens = content().tokens;
  return number < tokens.size() ? std::optional(tokens[number]) : std::nullopt;
}

std::optional<Token> ValueReading::string(std::uint32_t number) const {
  const auto& strings = content().strings;
  return number < strings.size() ? token(strings[number]) : std::nullopt;
}

Value readValue(ValueReading& reading, ValueRep rep) {
  if (rep.isArrayEdit()) return readArrayEdit(reading, rep);
  if (rep.isArray()) return readArray(reading, rep);
  switch (rep.type()) {
    case CrateType::Bool:
      return readBool(reading, rep);
    case CrateType::UChar:
      return readPlain<std::uint8_t>(reading, rep);
    case CrateType::Int:
      return readPlain<std::int32_t>(reading, rep);
    case CrateType::UInt:
      return readPlain<std::uint32_t>(reading, rep);
    case CrateType::Int64:
      return readPlain<std::int64_t>(reading, rep);
    case CrateType::UInt64:
      return readPlain<std::uint64_t>(reading, rep);
    case CrateType::Half:
      return readPlain<Half>(reading, rep);
    case CrateType::Float:
      return readPlain<float>(reading, rep);
    case CrateType::Double:
      return readPlain<double>(reading, rep);
    case CrateType::TimeCode:
      return readTime<TimeCodeValue>(reading, rep);
    case CrateType::Duration:
      return readTime<DurationValue>(reading, rep);
    case CrateType::String:
    case CrateType::Token:
    case CrateType::Asset:
    case CrateType::PathExpression:
      return readText(reading, rep);
    case CrateType::Int2:
      return readPlain<glm::ivec2>(reading, rep);
    case CrateType::Int3:
      return readPlain<glm::ivec3>(reading, rep);
    case CrateType::Int4:
      return readPlain<glm::ivec4>(reading, rep);
    case CrateType::Half2:
      return readPlain<HalfVec2>(reading, rep);
    case CrateType::Half3:
      return readPlain<HalfVec3>(reading, rep);
    case CrateType::Half4:
      return readPlain<HalfVec4>(reading, rep);
    case CrateType::Float2:
      return readPlain<glm::vec2>(reading, rep);
    case CrateType::Float3:
      return readPlain<glm::vec3>(reading, rep);
    case CrateType::Float4:
      return readPlain<glm::vec4>(reading, rep);
    case CrateType::Double2:
      return readPlain<glm::dvec2>(reading, rep);
    case CrateType::Double3:
      return readPlain<glm::dvec3>(reading, rep);
    case CrateType::Double4:
      return readPlain<glm::dvec4>(reading, rep);
    case CrateType::Matrix2d:
      return readPlain<glm::dmat2>(reading, rep);
    case CrateType::Matrix3d:
      return readPlain<glm::dmat3>(reading, rep);
    case CrateType::Matrix4d:
      return readPlain<glm::dmat4>(reading, rep);
    case CrateType::Quath:
      return readPlain<HalfQuat>(reading, rep);
    case CrateType::Quatf:
      return readPlain<glm::quat>(reading, rep);
    case CrateType::Quatd:
      return readPlain<glm::dquat>(reading, rep);
    case CrateType::Specifier:
      return readEnum(reading, rep, Specifier::Class);
    case CrateType::Permission:
      return readEnum(reading, rep, Permission::Private);
    case CrateType::Variability:
      return readVariability(reading, rep);
    case CrateType::ValueBlock:
      return Value(ValueBlock{});
    case CrateType::AnimationBlock:
      return Value(AnimationBlock{});
    default:
      return readComposite(reading, rep);
  }
}

Value CrateValues::decode(std::uint64_t stored) const {
  ValueReading reading(*this);
  return readValue(reading, {stored});
}

}  // namespace usdscope::usdc
