// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/image/Image.h"

namespace usdscope {

/// A PNG file of an 8-bit image with 3 or 4 channels. Fast rather than small. Empty when there is
/// no memory for it, or the image is of another kind.
std::optional<std::vector<std::byte>> encodePng(const Image& image);

/// Writes the same to a file, whole or not at all. Returns what went wrong, a sentence; else empty.
std::string writePngFile(const Image& image, const std::string& path);

}  // namespace usdscope
