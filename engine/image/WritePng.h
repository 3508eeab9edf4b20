// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/image/Image.h"

namespace usdscope {

/// Returns the bytes of a PNG file, optimised for speed and not for size. Empty when memory runs
/// out, or when the image is not 8-bit with 3 or 4 channels.
std::optional<std::vector<std::byte>> encodePng(const Image& image);

/// Writes a PNG file, completely or not at all. Returns a sentence that says why it failed; empty
/// on success.
std::string writePngFile(const Image& image, const std::string& path);

}  // namespace usdscope
