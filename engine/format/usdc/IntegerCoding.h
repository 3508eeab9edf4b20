// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// The most integers that so many compressed bytes can hold: each takes at least two bits before
/// the compression.
std::uint64_t maxIntegerCount(std::uint64_t compressedSize);

/// Decodes as many integers as `out` has places: differences from one to the next, the most
/// frequent one as two bits, the others as one to eight bytes. (AOUSD core specification 16.3.7.2.)
///
/// Returns false when the bytes end too early; what is in `out` is then of no use.
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint32_t> out);
bool decodeIntegers(std::span<const std::byte> coded, std::span<std::uint64_t> out);

/// The same from the compressed form. Allocates only what `out` can need at most: check its size
/// with maxIntegerCount first.
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint32_t> out);
bool decompressIntegers(std::span<const std::byte> compressed, std::span<std::uint64_t> out);

}  // namespace usdscope::usdc
