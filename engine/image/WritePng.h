// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/image/Image.h"

namespace usdscope {

/// Returns the bytes of a PNG file, made fast rather than small. Empty when memory runs out, or
/// when the image is not 8-bit with 3 or 4 channels.
std::optional<std::vector<std::byte>> encodePng(const Image& image);

/// Writes a PNG file, completely or not at all. Returns why it failed, as a sentence; else empty.
std::string writePngFile(const Image& image, const std::string& path);

}  // namespace usdscope
