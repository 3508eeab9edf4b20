// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/IntegerCoding.h"

#include <array>
#include <cstring>
#include <memory>
#include <type_traits>

#include "engine/format/usdc/Compression.h"
#include "engine/format/usdc/IntegerCodingAvx2.h"

namespace usdscope::usdc {
namespace {

constexpr std::size_t codesSize(std::size_t count) { return (count + 3) / 4; }

// The number of bytes for a two-bit code: 0, 1, 2, 4 for 32-bit integers; 0, 2, 4, 8 for 64-bit.
template <typename T>
constexpr std::size_t deltaSize(unsigned code) {
  if (code == 0) return 0;
  return (sizeof(T) / 4) << (code - 1);
}

// The number of bytes for the four codes in a byte.
template <typename T>
constexpr auto kDeltaSizes = [] {
  std::array<std::uint8_t, 256> sizes{};
  for (unsigned codes = 0; codes < 256; ++codes) {
    std::size_t size = 0;
    for (unsigned i = 0; i < 4; ++i) size += deltaSize<T>(codes >> (2 * i) & 3);
    sizes[codes] = static_cast<std::uint8_t>(size);
  }
  return sizes;
}();

template <typename Small, typename T>
T readDelta(const std::byte*& at) {
  Small delta;
  std::memcpy(&delta, at, sizeof delta);
  at += sizeof delta;
  return static_cast<T>(static_cast<std::make_signed_t<T>>(delta));
}

template <typename T>
T readDelta(unsigned code, T common, const std::byte*& at) {
  constexpr bool kWide = sizeof(T) == 8;
  switch (code) {
    case 1:
      return readDelta<std::conditional_t<kWide, std::int16_t, std::int8_t>, T>(at);
    case 2:
      return readDelta<std::conditional_t<kWide, std::int32_t, std::int16_t>, T>(at);
    case 3:
      return readDelta<std::conditional_t<kWide, std::int64_t, std::int32_t>, T>(at);
    default:
      return common;
  }
}

template <typename T>
bool decode(std::span<const std::byte> coded, std::span<T> out) {
  if (out.empty()) return true;
  if (coded.size() < sizeof(T) + codesSize(out.size())) return false;
  T common;
  std::memcpy(&common, coded.data(), sizeof common);
  const std::byte* codes = coded.data() + sizeof(T);
  const std::byte* at = codes + codesSize(out.size());
  const std::byte* const end = coded.data() + coded.size();

  // Sums wrap around, as in the writer.
  T value = 0;
  std::size_t i = 0;
#ifdef USDSCOPE_HAS_AVX2
  if constexpr (sizeof(T) == 4) {
    if (usesAvx2()) {
      CodedPlace place{codes, at, value};
      i = decodeGroups(place, common, end, out);
      codes = place.codes;
      at = place.deltas;
      value = place.value;
    }
  }
#endif
  for (; i + 4 <= out.size(); i += 4) {
    const auto code = std::to_integer<unsigned>(*codes++);
    if (kDeltaSizes<T>[code] > end - at) return false;
    if (code == 0) {
      for (std::size_t k = 0; k < 4; ++k) out[i + k] = value += common;
      continue;
    }
    for (unsigned k = 0; k < 4; ++k) {
      out[i + k] = value += readDelta(code >> (2 * k) & 3, common, at);
    }
  }
  for (unsigned k = 0; i < out.size(); ++i, ++k) {
    const unsigned code = std::to_integer<unsigned>(*codes) >> (2 * k) & 3;
    if (static_cast<std::ptrdiff_t>(deltaSize<T>(code)) > end - at) return false;
    out[i] = value += readDelta(code, common, at);
  }
  return true;
}

template <typename T>
bool decompressAndDecode(std::span<const std::byte> compressed, std::span<T> out) {
  if (out.empty()) return true;
  const std::size_t capacity = sizeof(T) + codesSize(out.size()) + out.size() * sizeof(T);
  const auto coded = std::make_unique_for_overwrite<std::byte[]>(capacity);
  const std::size_t codedSize = decompress(compressed, {coded.get(), capacity});
  return codedSize > 0 && decode(std::span<const std::byte>(coded.get(), codedSize), out);
}

}  // namespace

std::uint64_t maxIntegerCount(std::uint64_t compressedSize) {
  const std::uint64_t coded = maxDecompressedSize(compressedSize);
  return coded > UINT64_MAX / 4 ? UINT64_MAX : coded * 4;
}

bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint32_t> out) {
  return decode(coded, out);
}
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint64_t> out) {
  return decode(coded, out);
}
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint32_t> out) {
  return decompressAndDecode(compressed, out);
}
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint64_t> out) {
  return decompressAndDecode(compressed, out);
}

}  // namespace usdscope::usdc
