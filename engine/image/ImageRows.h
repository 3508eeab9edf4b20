// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "engine/image/Image.h"

namespace usdscope {

/// Receives an image row by row, from top to bottom, so that nobody needs to hold all of its
/// pixels.
class ImageRows {
 public:
  virtual ~ImageRows() = default;
  /// Called before the first row. `shape` is the image without pixels.
  virtual void begin(const Image& shape) = 0;
  /// Called for each row, with Image::rowByteSize() bytes that are valid during the call. If the
  /// image turns out to be broken, further rows do not come.
  virtual void row(std::span<const std::byte> bytes) = 0;
};

/// Gives the rows of an image to `rows`.
void sendRows(const Image& image, ImageRows& rows);

}  // namespace usdscope
