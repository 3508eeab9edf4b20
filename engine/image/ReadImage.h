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
#include "engine/image/ImageRows.h"

namespace usdscope {

/// Reads a PNG, JPEG, HDR, EXR or other image that stb supports, recognised by content. A 16-bit
/// PNG keeps its depth; HDR images have floats, EXR images halfs.
ImageResult readImage(std::span<const std::byte> bytes);

/// Reads an image row by row, with the rows of readImage(). Only one row of a PNG that is not
/// interlaced is held in memory; other images are read as a whole first. Returns a sentence that
/// says why the image cannot be read, perhaps after some of its rows; empty on success.
std::string readImageRows(std::span<const std::byte> bytes, ImageRows& rows);

/// Reads the image of a resolved identifier, which may be an entry of a package:
/// `/a/p.usdz[0/x.png]`.
ImageResult readImageFile(const AssetResolver& resolver, const std::string& identifier);

/// Reads the image in a file on disk.
ImageResult readImageFile(const std::string& path);

/// Returns the image of an identifier. Called from several threads at once.
using ImageLoader = std::function<ImageResult(const std::string& identifier)>;

/// Gives the rows of an image to a receiver, like readImageRows(). Called from several threads at
/// once.
using ImageRowsLoader = std::function<std::string(const std::string& identifier, ImageRows& rows)>;

/// Loads images, and reports when they have changed.
struct ImageSource {
  ImageLoader load;
  /// Loads the same images row by row. Optional: see loadRowsOf().
  ImageRowsLoader loadRows;
  /// Returns the time of the last change of an image's file; empty when there is no file. If the
  /// function is not set, images never change.
  std::function<std::optional<std::int64_t>(const std::string& identifier)> modificationTime;
  /// Called before a changed image is loaded again. Optional.
  std::function<void(const std::string& identifier)> forget;
};

/// Loads an image row by row; as a whole where the source has no function for rows.
std::string loadRowsOf(const ImageSource& source, const std::string& identifier, ImageRows& rows);

/// Returns a source of images in files and in entries of packages, which are found by the resolver.
ImageSource imagesOf(const std::shared_ptr<AssetResolver>& resolver);

}  // namespace usdscope
