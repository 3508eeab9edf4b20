// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/writer/HashIndex.h"
#include "engine/format/usdc/writer/SectionWriting.h"
#include "engine/format/usdc/writer/ValuePacking.h"

namespace usdscope::usdc {
namespace {

constexpr std::size_t kCompressFrom = 16;  // Number of elements.
constexpr std::size_t kAlignment = 8;
constexpr std::size_t kMostInTable = 1024;

std::string countOf(std::size_t count) {
  std::string head;
  append(head, std::uint64_t{count});
  return head;
}

template <typename T>
using WordOf = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

template <typename T>
WordOf<T> bitsOf(const T& number) {
  WordOf<T> bits;
  std::memcpy(&bits, static_cast<const void*>(&number), sizeof bits);
  return bits;
}

// Returns the number as an integer if it is exact and not -0.
template <typename T>
std::optional<std::int32_t> asInteger(const T& number) {
  double wide = 0.0;
  if constexpr (std::is_same_v<T, Half>) {
    wide = static_cast<double>(float(number));
  } else {
    wide = static_cast<double>(number);
  }
  if (!(wide >= -2147483648.0 && wide <= 2147483647.0)) return std::nullopt;
  const auto integer = static_cast<std::int32_t>(wide);
  if (static_cast<double>(integer) != wide || (integer == 0 && std::signbit(wide))) {
    return std::nullopt;
  }
  return integer;
}

template <typename T>
bool toIntegers(const Array<T>& array, std::vector<std::uint32_t>& integers) {
  integers.clear();
  for (const T& number : array) {
    const auto integer = asInteger(number);
    if (!integer) return false;
    integers.push_back(static_cast<std::uint32_t>(*integer));
  }
  return true;
}

// Finds the distinct numbers and the index of each element. Returns false when too many.
template <typename T>
bool toTable(const Array<T>& array, std::vector<T>& table, std::vector<std::uint32_t>& indices) {
  const std::size_t most = std::min(array.size() / 4, kMostInTable);
  HashIndex places;
  indices.clear();
  for (const T& number : array) {
    const WordOf<T> bits = bitsOf(number);
    const std::uint64_t hash = hashBytes(&bits, sizeof bits);
    std::uint64_t place =
        places.find(hash, [&](std::uint64_t at) { return bitsOf(table[at]) == bits; });
    if (place == HashIndex::kNone) {
      if (table.size() == most) return false;
      place = table.size();
      table.push_back(number);
      places.add(hash, place);
    }
    indices.push_back(static_cast<std::uint32_t>(place));
  }
  return true;
}

template <typename T>
ValueRep packPlain(Packing& to, CrateType type, const Array<T>& array) {
  const std::string_view body(reinterpret_cast<const char*>(array.data()),
                              array.size() * sizeof(T));
  return makeArrayRep(type, to.sink.place(countOf(array.size()), body, kAlignment));
}

// Packs the compressed block of an array. If the block is so much smaller than the array that
// readers may refuse it as malicious, packs the array uncompressed. (See valueByteLimit(), which
// also counts the integers.)
template <typename T>
ValueRep packBlock(Packing& to, CrateType type, const Array<T>& array, const std::string& block) {
  const std::uint64_t needed = 3 * std::uint64_t{array.size()} * sizeof(T);
  if (needed > valueByteLimit(block.size())) return packPlain(to, type, array);
  return makeArrayRep(type, to.sink.place(block, kAlignment), true);
}

template <typename T>
ValueRep packIntegers(Packing& to, CrateType type, const Array<T>& array) {
  if (array.size() < kCompressFrom) return packPlain(to, type, array);
  using Word = std::make_unsigned_t<T>;
  std::string block = countOf(array.size());
  appendIntegers(block, std::span(reinterpret_cast<const Word*>(array.data()), array.size()));
  return packBlock(to, type, array, block);
}

// Stores whole numbers as integers, and few distinct numbers in a table.
template <typename T>
ValueRep packFloats(Packing& to, CrateType type, const Array<T>& array) {
  if (array.size() < kCompressFrom) return packPlain(to, type, array);
  std::string block = countOf(array.size());
  std::vector<std::uint32_t> integers;
  std::vector<T> table;
  if (toIntegers(array, integers)) {
    block += 'i';
  } else if (toTable(array, table, integers)) {
    block += 't';
    append(block, static_cast<std::uint32_t>(table.size()));
    block.append(reinterpret_cast<const char*>(table.data()), table.size() * sizeof(T));
  } else {
    return packPlain(to, type, array);
  }
  appendIntegers(block, integers);
  return packBlock(to, type, array, block);
}

// Stores texts as numbers of tokens or strings.
template <typename T, typename Number>
ValueRep packTexts(Packing& to, CrateType type, const Array<T>& array, Number&& number) {
  std::string block = countOf(array.size());
  for (const T& text : array) append(block, std::uint32_t{number(text)});
  return makeArrayRep(type, to.sink.place(block, kAlignment));
}

// The first versions with arrays of a type. Empty arrays do not require them.
void needVersionOf(CrateType type, CrateSink& sink) {
  if (type == CrateType::TimeCode) sink.need(9);
  if (type == CrateType::PathExpression) sink.need(10);
  if (type == CrateType::Duration) sink.need(16);
}

template <typename T>
ValueRep pack(Packing& to, CrateType type, const Array<T>& array) {
  if (array.empty()) return makeArrayRep(type, 0);
  CrateSink& sink = to.sink;
  needVersionOf(type, sink);
  if constexpr (std::is_same_v<T, Token>) {
    return packTexts(to, type, array, [&](Token text) { return sink.token(text); });
  } else if constexpr (std::is_same_v<T, std::string>) {
    return packTexts(to, type, array, [&](const T& text) { return sink.string(text); });
  } else if constexpr (std::is_same_v<T, AssetPath>) {
    return packTexts(to, type, array, [&](const T& path) { return sink.string(path.authored); });
  } else if constexpr (std::is_same_v<T, PathExpression>) {
    return packTexts(to, type, array, [&](const T& text) { return sink.string(text.text); });
  } else if constexpr (std::is_same_v<T, OpaqueValue>) {
    return kNoRep;
  } else if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, Half>) {
    return packFloats(to, type, array);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
    return packIntegers(to, type, array);
  } else {
    return packPlain(to, type, array);
  }
}
template <typename T>
ValueRep pack(Packing&, CrateType, const T&) {
  return kNoRep;  // Not an array.
}

}  // namespace

ValueRep packArray(Packing& to, const Value& array) {
  const CrateType type = crateTypeOf(array.kind());
  ValueRep rep;
  visitData(array, [&](const auto& data) { rep = pack(to, type, data); });
  return rep;
}

}  // namespace usdscope::usdc
