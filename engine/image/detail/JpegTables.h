// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace usdscope {

/// Facts about the scans of a JPEG up to the end of its image.
struct JpegScans {
  /// A scan uses a Huffman table that is not defined before it. The decoder would read memory that
  /// was never written.
  bool lackTables = false;
  std::size_t count = 0;
};

/// Returns facts about the scans of a JPEG; bytes of other formats have none.
JpegScans jpegScansOf(std::span<const std::byte> bytes);

}  // namespace usdscope
