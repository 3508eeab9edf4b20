// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "engine/image/ImageRows.h"
#include "engine/image/ReadImage.h"

namespace usdscope {

bool isPng(std::span<const std::byte> bytes);

/// Reads a PNG file line by line into the pixels of its header, so that no stream in it can take
/// more memory than these. Palettes become colours, few bits become eight, and a transparent colour
/// becomes an alpha channel. Checksums are ignored, and so are colour profiles.
ImageResult readPng(std::span<const std::byte> bytes);

/// Like readImageRows(). Requires: isPng(bytes).
std::string readPngRows(std::span<const std::byte> bytes, ImageRows& rows);

}  // namespace usdscope
