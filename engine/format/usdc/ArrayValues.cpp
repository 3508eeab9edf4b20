// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "engine/base/LargePages.h"
#include "engine/format/usdc/IntegerCoding.h"
#include "engine/format/usdc/ValueReading.h"

namespace usdscope::usdc {
namespace {

constexpr CrateVersion kWideCountSince{0, 7, 0};
constexpr CrateVersion kWithoutRankSince{0, 5, 0};

// Shorter arrays are never compressed, even if their rep has the bit.
constexpr std::uint64_t kCompressFrom = 16;

// Uncompressed arrays from this size in bytes on stay in the file.
constexpr std::size_t kStayFrom = 2048;

std::uint64_t readElementCount(const ValueReading& reading, ByteCursor& in) {
  const CrateVersion version = reading.content().header.version;
  if (version >= kWideCountSince) return in.read<std::uint64_t>();
  if (version < kWithoutRankSince) in.read<std::uint32_t>();  // The rank, which is always 1.
  return in.read<std::uint32_t>();
}

template <typename T>
Value readUncompressed(ValueReading& reading, ByteCursor& in, std::uint64_t count) {
  if (!reading.hasRoom(in, count, sizeof(T))) return {};
  const auto bytes = in.take(count * sizeof(T));
  const bool isAligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0;
  if (bytes.size() >= kStayFrom && isAligned) {
    const std::span items(reinterpret_cast<const T*>(bytes.data()), count);
    return Value(Array<T>(items, reading.content().bytes.owner()));
  }
  if (!reading.spend(count, sizeof(T))) return {};
  std::vector<T> items(count);
  if (count > 0) std::memcpy(static_cast<void*>(items.data()), bytes.data(), bytes.size());
  return Value(Array<T>(std::move(items)));
}

/// Room for the elements of an array. It is not initialised where there is much of it.
template <typename T>
class Room {
 public:
  explicit Room(std::size_t count) {
    if (count * sizeof(T) >= kLargeFrom) {
      large_ = makeLargeArray<T>(count);
      items_ = {large_.get(), count};
    } else {
      small_.resize(count);
      items_ = small_;
    }
  }

  std::span<T> items() const { return items_; }

  Array<T> takeArray() {
    return large_ ? Array<T>(items_, std::move(large_)) : Array<T>(std::move(small_));
  }

 private:
  static constexpr std::size_t kLargeFrom = std::size_t{1} << 16;

  std::shared_ptr<T[]> large_;
  std::vector<T> small_;
  std::span<T> items_;
};

// Reads the byte size of compressed integers, and the integers.
template <typename Integer>
std::optional<Room<Integer>> readIntegers(ValueReading& reading, ByteCursor& in,
                                          std::uint64_t count) {
  const auto block = in.take(in.read<std::uint64_t>());
  if (in.hasFailed() || count > maxIntegerCount(block.size())) {
    reading.fail(kTooMany);
    return std::nullopt;
  }
  if (!reading.spend(count, sizeof(Integer))) return std::nullopt;
  std::optional<Room<Integer>> room(std::in_place, count);
  using Word = std::make_unsigned_t<Integer>;
  const std::span words(reinterpret_cast<Word*>(room->items().data()), count);
  if (!decompressIntegers(block, words)) {
    reading.fail("its compressed numbers are broken");
    room.reset();
  }
  return room;
}

template <typename T>
Value readIntegerArray(ValueReading& reading, ByteCursor in, bool isCompressed) {
  const std::uint64_t count = readElementCount(reading, in);
  if (!isCompressed || count < kCompressFrom) return readUncompressed<T>(reading, in, count);
  auto integers = readIntegers<T>(reading, in, count);
  return integers ? Value(integers->takeArray()) : Value();
}

// Floating-point arrays are compressed as integers or as indices into a table.
template <typename T>
Value readFloatArray(ValueReading& reading, ByteCursor in, bool isCompressed) {
  const std::uint64_t count = readElementCount(reading, in);
  if (!isCompressed || count < kCompressFrom) return readUncompressed<T>(reading, in, count);
  const char code = in.read<char>();
  std::vector<T> items;
  if (code == 'i') {
    const auto integers = readIntegers<std::int32_t>(reading, in, count);
    if (!integers || !reading.spend(count, sizeof(T))) return {};
    items.reserve(count);
    for (const std::int32_t integer : integers->items()) {
      if constexpr (std::is_same_v<T, Half>) {
        items.push_back(Half(static_cast<float>(integer)));
      } else {
        items.push_back(static_cast<T>(integer));
      }
    }
  } else if (code == 't') {
    const auto tableSize = in.read<std::uint32_t>();
    const auto bytes = in.take(std::uint64_t{tableSize} * sizeof(T));
    const auto indices = readIntegers<std::uint32_t>(reading, in, count);
    if (!indices || !reading.spend(count, sizeof(T)) || !reading.spend(tableSize, sizeof(T))) {
      return {};
    }
    std::vector<T> table(tableSize);
    if (tableSize > 0) std::memcpy(static_cast<void*>(table.data()), bytes.data(), bytes.size());
    items.reserve(count);
    for (const std::uint32_t index : indices->items()) {
      if (index >= table.size()) return reading.fail("it names a number that is not in its table");
      items.push_back(table[index]);
    }
  } else {
    return reading.fail("it is compressed in a way that is not known");
  }
  return Value(Array<T>(std::move(items)));
}

// Reads elements that are stored as 32-bit numbers of tokens or strings.
template <typename T, typename Make>
Value readIndexedArray(ValueReading& reading, ByteCursor in, const Make& make) {
  const std::uint64_t count = readElementCount(reading, in);
  if (!reading.hasRoom(in, count, sizeof(std::uint32_t)) || !reading.spend(count, sizeof(T))) {
    return {};
  }
  std::vector<T> items;
  items.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::optional<Token> text = make(in.read<std::uint32_t>());
    if (!text) return {};
    if constexpr (std::is_same_v<T, Token>) {
      items.push_back(*text);
    } else {
      // Many elements may name one long text.
      if (!reading.spend(text->text().size(), 1)) return {};
      if constexpr (std::is_same_v<T, AssetPath>) {
        items.push_back({.authored = text->string(), .evaluated = {}, .resolved = {}});
      } else if constexpr (std::is_same_v<T, PathExpression>) {
        items.push_back(reading.pathExpression(text->text()));
      } else {
        items.push_back(text->string());
      }
    }
  }
  return Value(Array<T>(std::move(items)));
}

template <typename T>
Value readPlainArray(ValueReading& reading, ByteCursor in, bool isCompressed) {
  if (isCompressed) {
    reading.fail("values of its type are never compressed");
    return {};
  }
  const std::uint64_t count = readElementCount(reading, in);
  return readUncompressed<T>(reading, in, count);
}

template <typename T>
Value readElements(ValueReading& reading, ByteCursor in, bool isCompressed) {
  if constexpr (std::is_same_v<T, Token>) {
    return readIndexedArray<T>(reading, in, [&](std::uint32_t i) { return reading.token(i); });
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, AssetPath> ||
                       std::is_same_v<T, PathExpression>) {
    return readIndexedArray<T>(reading, in, [&](std::uint32_t i) { return reading.string(i); });
  } else if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Half>) {
    return readFloatArray<T>(reading, in, isCompressed);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
    return readIntegerArray<T>(reading, in, isCompressed);
  } else {
    return readPlainArray<T>(reading, in, isCompressed);
  }
}

template <typename T>
Value readArrayOf(ValueReading& reading, ValueRep rep) {
  if (rep.payload() == 0) return Value(Array<T>());
  if (rep.isInlined()) return reading.fail("arrays are never inlined");
  return readElements<T>(reading, reading.cursorAt(rep.payload()), rep.isCompressed());
}

}  // namespace

Value readArray(ValueReading& reading, ValueRep rep) {
  switch (rep.type()) {
    case CrateType::Bool:
      return readArrayOf<BoolByte>(reading, rep);
    case CrateType::UChar:
      return readArrayOf<std::uint8_t>(reading, rep);
    case CrateType::Int:
      return readArrayOf<std::int32_t>(reading, rep);
    case CrateType::UInt:
      return readArrayOf<std::uint32_t>(reading, rep);
    case CrateType::Int64:
      return readArrayOf<std::int64_t>(reading, rep);
    case CrateType::UInt64:
      return readArrayOf<std::uint64_t>(reading, rep);
    case CrateType::Half:
      return readArrayOf<Half>(reading, rep);
    case CrateType::Float:
      return readArrayOf<float>(reading, rep);
    case CrateType::Double:
      return readArrayOf<double>(reading, rep);
    case CrateType::TimeCode:
      return readArrayOf<TimeCodeValue>(reading, rep);
    case CrateType::Duration:
      return readArrayOf<DurationValue>(reading, rep);
    case CrateType::String:
      return readArrayOf<std::string>(reading, rep);
    case CrateType::Token:
      return readArrayOf<Token>(reading, rep);
    case CrateType::Asset:
      return readArrayOf<AssetPath>(reading, rep);
    case CrateType::PathExpression:
      return readArrayOf<PathExpression>(reading, rep);
    case CrateType::Int2:
      return readArrayOf<glm::ivec2>(reading, rep);
    case CrateType::Int3:
      return readArrayOf<glm::ivec3>(reading, rep);
    case CrateType::Int4:
      return readArrayOf<glm::ivec4>(reading, rep);
    case CrateType::Half2:
      return readArrayOf<HalfVec2>(reading, rep);
    case CrateType::Half3:
      return readArrayOf<HalfVec3>(reading, rep);
    case CrateType::Half4:
      return readArrayOf<HalfVec4>(reading, rep);
    case CrateType::Float2:
      return readArrayOf<glm::vec2>(reading, rep);
    case CrateType::Float3:
      return readArrayOf<glm::vec3>(reading, rep);
    case CrateType::Float4:
      return readArrayOf<glm::vec4>(reading, rep);
    case CrateType::Double2:
      return readArrayOf<glm::dvec2>(reading, rep);
    case CrateType::Double3:
      return readArrayOf<glm::dvec3>(reading, rep);
    case CrateType::Double4:
      return readArrayOf<glm::dvec4>(reading, rep);
    case CrateType::Matrix2d:
      return readArrayOf<glm::dmat2>(reading, rep);
    case CrateType::Matrix3d:
      return readArrayOf<glm::dmat3>(reading, rep);
    case CrateType::Matrix4d:
      return readArrayOf<glm::dmat4>(reading, rep);
    case CrateType::Quath:
      return readArrayOf<HalfQuat>(reading, rep);
    case CrateType::Quatf:
      return readArrayOf<glm::quat>(reading, rep);
    case CrateType::Quatd:
      return readArrayOf<glm::dquat>(reading, rep);
    default:
      return {};
  }
}

}  // namespace usdscope::usdc
