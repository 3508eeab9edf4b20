// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/IntegerCodingAvx2.h"

#ifdef USDSCOPE_HAS_AVX2

#include <immintrin.h>

#include <array>

namespace usdscope::usdc {
namespace {

// The work for one byte of codes. A difference of one or two bytes is moved to the upper end of its
// 32 bits, and then shifted down, which extends its sign.
struct alignas(64) Group {
  std::array<std::uint8_t, 16> bytes{};      ///< The byte of the differences for each byte; 128: 0.
  std::array<std::int32_t, 4> shifts{};      ///< The bits to shift each integer down.
  std::array<std::uint32_t, 4> areCommon{};  ///< All bits for the most frequent difference.
  std::uint32_t size = 0;                    ///< The bytes that the differences take.
};

constexpr std::array<Group, 256> kGroups = [] {
  constexpr std::array<std::uint8_t, 4> kSizes{0, 1, 2, 4};
  std::array<Group, 256> groups{};
  for (std::size_t codes = 0; codes < groups.size(); ++codes) {
    Group& group = groups[codes];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint8_t size = kSizes[codes >> (2 * i) & 3];
      for (std::size_t k = 0; k < 4; ++k) {
        const bool isZero = k < 4u - size;
        group.bytes[4 * i + k] =
            static_cast<std::uint8_t>(isZero ? 128 : group.size + k - (4u - size));
      }
      group.shifts[i] = size == 0 ? 0 : 32 - 8 * size;
      group.areCommon[i] = size == 0 ? 0xFFFFFFFFu : 0u;
      group.size += size;
    }
  }
  return groups;
}();

[[gnu::target("avx2")]] inline __m128i loadFour(const void* from) {
  return _mm_load_si128(static_cast<const __m128i*>(from));
}

}  // namespace

[[gnu::target("avx2")]] std::size_t decodeGroups(CodedPlace& place, std::uint32_t common,
                                                 const std::byte* end,
                                                 std::span<std::uint32_t> out) {
  const __m128i commons = _mm_set1_epi32(static_cast<int>(common));
  __m128i before = _mm_set1_epi32(static_cast<int>(place.value));
  const std::byte* codes = place.codes;
  const std::byte* deltas = place.deltas;
  std::size_t count = 0;
  for (; count + 4 <= out.size() && end - deltas >= 16; count += 4) {
    const Group& group = kGroups[std::to_integer<std::size_t>(*codes++)];
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(deltas));
    deltas += group.size;
    const __m128i own = _mm_srav_epi32(_mm_shuffle_epi8(bytes, loadFour(group.bytes.data())),
                                       loadFour(group.shifts.data()));
    __m128i sums = _mm_or_si128(own, _mm_and_si128(commons, loadFour(group.areCommon.data())));
    // Running sums of the four differences.
    sums = _mm_add_epi32(sums, _mm_slli_si128(sums, 4));
    sums = _mm_add_epi32(sums, _mm_slli_si128(sums, 8));
    sums = _mm_add_epi32(sums, before);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out.data() + count), sums);
    before = _mm_shuffle_epi32(sums, 0xFF);
  }
  place = {codes, deltas, static_cast<std::uint32_t>(_mm_cvtsi128_si32(before))};
  return count;
}

}  // namespace usdscope::usdc

#endif
