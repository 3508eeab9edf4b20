// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace usdscope {

/// Like the function in Image.h, for a coding with at most this many pixels in each byte.
bool isImageSizeAllowed(long long width, long long height, std::size_t fileByteSize,
                        std::string& problem, std::size_t mostPixelsPerByte);

}  // namespace usdscope
