// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// Returns the largest number of integers in compressed bytes. Each takes at least two bits before
/// compression.
std::uint64_t maxIntegerCount(std::uint64_t compressedSize);

/// Fills `out` with integers. They are coded as differences from one to the next: the most frequent
/// difference takes two bits, others one to eight bytes more. (AOUSD core specification 16.3.7.2.)
///
/// Returns false when the bytes end too early. Then `out` is undefined.
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint32_t> out);
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint64_t> out);

/// Like above, but decompresses the bytes first. Allocates memory by the size of `out`. Requires:
/// that size was checked with maxIntegerCount.
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint32_t> out);
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint64_t> out);

}  // namespace usdscope::usdc
