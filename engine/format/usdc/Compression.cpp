// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/Compression.h"

#include <lz4.h>

#include <algorithm>
#include <limits>

#include "engine/format/usdc/ByteCursor.h"

namespace usdscope::usdc {
namespace {

// Decompresses one block. Returns the size; 0 when the block is malformed.
std::size_t decompressBlock(std::span<const std::byte> block, std::span<std::byte> out) {
  constexpr std::size_t kMaxInt = std::numeric_limits<int>::max();
  if (block.size() > kMaxInt) return 0;
  const int size = LZ4_decompress_safe(
      reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(out.data()),
      static_cast<int>(block.size()), static_cast<int>(std::min(out.size(), kMaxInt)));
  return size < 0 ? 0 : static_cast<std::size_t>(size);
}

}  // namespace

std::size_t decompress(std::span<const std::byte> compressed, std::span<std::byte> out) {
  ByteCursor in(compressed);
  const auto chunkCount = in.read<std::uint8_t>();
  if (chunkCount == 0) return decompressBlock(in.take(in.remaining()), out);

  std::size_t filled = 0;
  for (unsigned chunk = 0; chunk < chunkCount; ++chunk) {
    const auto byteSize = in.read<std::int32_t>();
    if (byteSize < 0) return 0;
    const auto block = in.take(static_cast<std::uint64_t>(byteSize));
    const std::size_t made = decompressBlock(block, out.subspan(filled));
    if (made == 0) return 0;
    filled += made;
  }
  return filled;
}

}  // namespace usdscope::usdc
