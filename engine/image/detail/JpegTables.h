// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace usdscope {

/// Returns whether a scan of a JPEG uses a Huffman table that is not defined before it. The decoder
/// would read memory that was never written. Returns false for bytes of other formats.
bool lacksJpegTables(std::span<const std::byte> bytes);

/// Returns the number of scans of a JPEG; 0 for bytes of other formats.
std::size_t countJpegScans(std::span<const std::byte> bytes);

}  // namespace usdscope
