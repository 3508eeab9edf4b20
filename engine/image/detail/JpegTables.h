// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace usdscope {

/// Returns whether a scan of a JPEG uses a Huffman table that is not defined before it. The decoder
/// would read memory that was never written. Returns false for bytes of other formats.
bool lacksJpegTables(std::span<const std::byte> bytes);

}  // namespace usdscope
