// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// Where images come from, and how to tell that they are others now.
struct ImageSource {
  ImageLoader load;
  /// When the file of an image was last changed; empty where it is not there. Not set: images never
  /// change.
  std::function<std::optional<std::int64_t>(const std::string& identifier)> modificationTime;
  /// Is called before an image that has changed is loaded again. May be not set.
  std::function<void(const std::string& identifier)> forget;
};

/// Files of the machine and entries of packages, as the resolver finds them.
ImageSource imagesOf(std::shared_ptr<AssetResolver> resolver);

}  // namespace usdscope
