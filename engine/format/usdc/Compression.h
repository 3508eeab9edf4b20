// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// Returns the largest size of decompressed bytes: LZ4 gives at most 255 for one.
constexpr std::uint64_t maxDecompressedSize(std::uint64_t compressedSize) {
  return compressedSize > UINT64_MAX / 255 ? UINT64_MAX : compressedSize * 255;
}

/// Decompresses LZ4 as crate files store it: a byte with the number of chunks, each with its size
/// in front; 0 for a single block without a size. (AOUSD core specification 16.3.7.1.)
///
/// Returns the number of bytes in `out`; 0 when the input is invalid or holds more than `out`.
std::size_t decompress(std::span<const std::byte> compressed, std::span<std::byte> out);

}  // namespace usdscope::usdc
