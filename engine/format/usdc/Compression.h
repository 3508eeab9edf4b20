// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace usdscope::usdc {

/// Returns the largest possible size after decompression: LZ4 makes at most 255 bytes from one
/// byte.
constexpr std::uint64_t maxDecompressedSize(std::uint64_t compressedSize) {
  return compressedSize > UINT64_MAX / 255 ? UINT64_MAX : compressedSize * 255;
}

/// Decompresses LZ4 data of crate files. The first byte is the number of chunks, each of which
/// starts with its size; if it is 0, a single block without a size follows. (AOUSD core
/// specification 16.3.7.1.)
///
/// Returns the number of bytes in `out`; 0 when the input is invalid or holds more than `out`.
std::size_t decompress(std::span<const std::byte> compressed, std::span<std::byte> out);

}  // namespace usdscope::usdc
