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

/// Reads a PNG, JPEG, HDR, EXR or other image that stb supports, recognised by content. A 16-bit
/// PNG keeps its depth; HDR images have floats, EXR images halfs.
ImageResult readImage(std::span<const std::byte> bytes);

/// Reads the image of a resolved identifier, which may be an entry of a package:
/// `/a/p.usdz[0/x.png]`.
ImageResult readImageFile(const AssetResolver& resolver, const std::string& identifier);

/// Reads the image in a file on disk.
ImageResult readImageFile(const std::string& path);

/// Returns the image of an identifier. Called from several threads at once.
using ImageLoader = std::function<ImageResult(const std::string& identifier)>;

/// Loads images, and reports when they have changed.
struct ImageSource {
  ImageLoader load;
  /// Returns the time of the last change of an image's file; empty when there is no file. If the
  /// function is not set, images never change.
  std::function<std::optional<std::int64_t>(const std::string& identifier)> modificationTime;
  /// Called before a changed image is loaded again. Optional.
  std::function<void(const std::string& identifier)> forget;
};

/// Returns a source of images in files and in entries of packages, which are found by the resolver.
ImageSource imagesOf(const std::shared_ptr<AssetResolver>& resolver);

}  // namespace usdscope
