// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "engine/asset/AssetResolver.h"
#include "engine/image/Image.h"

namespace usdscope {

/// Reads a PNG, JPEG, HDR, EXR or other image that stb knows. The format is told by content.
/// 16-bit PNGs keep their depth; HDR gives floats, EXR halfs.
ImageResult readImage(std::span<const std::byte> bytes);

/// Reads the image of a resolved identifier, which may lie in a package: `/a/p.usdz[0/x.png]`.
ImageResult readImageFile(const AssetResolver& resolver, const std::string& identifier);

/// Reads the image of a file of the machine.
ImageResult readImageFile(const std::string& path);

/// Gives the image of an identifier. Is called from several threads at once.
using ImageLoader = std::function<ImageResult(const std::string& identifier)>;

}  // namespace usdscope
