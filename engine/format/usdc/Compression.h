// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// The most bytes that so many compressed ones can hold: LZ4 makes at best 255 of one.
constexpr std::uint64_t maxDecompressedSize(std::uint64_t compressedSize) {
  return compressedSize > UINT64_MAX / 255 ? UINT64_MAX : compressedSize * 255;
}

/// Undoes LZ4 as crate files wrap it: a byte that counts chunks, 0 for a single block without
/// a size; else each chunk has its size in front. (AOUSD core specification 16.3.7.1.)
///
/// Returns how many bytes of `out` were filled; 0 when the input is not well-formed or holds more.
std::size_t decompress(std::span<const std::byte> compressed, std::span<std::byte> out);

}  // namespace usdscope::usdc
