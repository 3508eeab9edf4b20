// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// Returns the largest possible number of integers in compressed bytes. Before compression, each
/// integer takes at least two bits.
std::uint64_t maxIntegerCount(std::uint64_t compressedSize);

/// Decodes as many integers as `out` has elements. They are coded as differences between
/// consecutive integers. The most frequent difference takes two bits; other differences take one to
/// eight bytes more. (AOUSD core specification 16.3.7.2.)
///
/// Returns false when the bytes end too early; `out` is then undefined.
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint32_t> out);
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint64_t> out);

/// Decompresses the bytes and decodes the integers. Allocates memory in proportion to the size of
/// `out`. Requires: the size of `out` is at most maxIntegerCount().
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint32_t> out);
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint64_t> out);

}  // namespace usdscope::usdc
